// Shows how a generation is made: the population, the selected parents, the crossover and the
// mutation.

import { h } from "/dom.js";
import { words, why, figure } from "/words.js";
import { get, Refusal } from "/source.js";
import { icon } from "/icons.js";
import { smallBoard } from "/queens/board.js";

const SHOWN = 24;

/** A board as the array it is bred as: the column of each row's queen, counted from 1. */
export function genes(columns, look = (/** @type {number} */ _row) => "", cuts = []) {
  return h(
    "span",
    { class: "genes" },
    columns.map((column, row) =>
      h(
        "span",
        { class: `gene ${look(row)} ${cuts.includes(row) ? "cut" : ""}`, "data-row": row },
        h("small", { "aria-hidden": "true" }, row + 1),
        h("b", {}, column + 1),
      ),
    ),
  );
}

export class Breeding {
  known; fitness; picked;

  constructor() {
    this.population = h("ol", { class: "population" });
    this.more = h("p", { class: "note" });
    this.child = 0;
    this.parents = h("div", { class: "parents" });
    this.crossing = h("div", { class: "crossing" });
    this.mutation = h("div", { class: "mutation" });
    this.number = h("output", {});
    const step = (by, name) =>
      h("button", { class: "icon", "data-act": name, title: words.evolution[name], "aria-label": words.evolution[name], onclick: () => this.pick(this.child + by) }, icon(by > 0 ? "next" : "previous"));
    const phase = (number, ...parts) => h("section", { class: "phase", "data-phase": number }, ...parts);
    this.phases = [
      phase(0, h("h3", {}, words.evolution.phases[0]), this.population, this.more),
      phase(
        1,
        h("h3", {}, words.evolution.phases[1]),
        h("div", { class: "tools-row" }, step(-1, "previousChild"), this.number, step(1, "nextChild")),
        this.parents,
      ),
      phase(2, h("h3", {}, words.evolution.phases[2]), this.crossing),
      phase(3, h("h3", {}, words.evolution.phases[3]), this.mutation),
    ];
    this.element = h("section", { class: "breeding card" }, h("h2", {}, words.evolution.breeding), this.phases);
  }

  /** Asks how the children of a generation come about. */
  async load(settings, generation, fitness, picked) {
    const asked = (this.asked = {});
    try {
      const known = await get("evolution/births", { ...settings, from: generation });
      if (this.asked !== asked) return;
      Object.assign(this, { known, fitness, picked });
      this.child = this.telling();
      this.draw();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.more.textContent = why(error);
    }
  }

  /** The first child that has something of both parents, and a mutation if there is one. */
  telling() {
    const { births, population } = this.known;
    const has = ({ mother, father, crossed }, parent, other) =>
      father !== null && crossed.some((column, row) => column === population[parent][row] && column !== population[other][row]);
    const mixed = (birth) => has(birth, birth.mother, birth.father) && has(birth, birth.father, birth.mother);
    const changed = ({ crossed, columns }) => columns.some((column, row) => column !== crossed[row]);
    const best = births.findIndex((birth) => mixed(birth) && changed(birth));
    return Math.max(0, best >= 0 ? best : births.findIndex(mixed));
  }

  pick(child) {
    const { births } = this.known;
    this.child = (child + births.length) % births.length;
    this.draw();
  }

  /** Shows what belongs to a phase and those before it; `null` is all of them. */
  phase(now) {
    this.phases.forEach((phase, index) => {
      phase.classList.toggle("lit", index === now);
      phase.classList.toggle("later", now !== null && index > now);
    });
  }

  draw() {
    const { population, births, elite } = this.known;
    this.child = Math.min(this.child, births.length - 1);
    const { mother, father, crossed, columns, fitness } = births[this.child];
    const parent = (index) => (index === mother ? "mother" : index === father ? "father" : "");
    const first = population.map((_, index) => index).sort((one, other) => this.fitness[other] - this.fitness[one]);
    const shown = [...new Set([mother, father ?? mother, ...first])].slice(0, SHOWN).sort((a, b) => this.fitness[b] - this.fitness[a]);
    this.population.replaceChildren(
      ...shown.map((index) =>
        h(
          "li",
          { class: parent(index), title: words.evolution.individual(index + 1, figure(this.fitness[index])) },
          smallBoard(population[index]),
          h("span", {}, figure(this.fitness[index])),
        ),
      ),
    );
    this.more.textContent = words.evolution.everyone(figure(shown.length), figure(population.length), figure(elite));
    this.number.textContent = words.evolution.child(this.child + 1, births.length);
    const told = (index, look) =>
      h("div", { class: `parent ${look}` }, h("span", {}, words.evolution[look]), genes(population[index]), h("span", { class: "note" }, words.evolution.fitness(figure(this.fitness[index]))));
    this.parents.replaceChildren(
      ...(father === null
        ? [told(mother, "mother"), h("p", { class: "note" }, words.evolution.alone)]
        : [told(mother, "mother"), told(father, "father")]),
    );
    const source = (row) => {
      if (father === null) return "mother";
      const [hers, his] = [population[mother][row], population[father][row]];
      if (hers === his && crossed[row] === hers) return "both";
      return crossed[row] === hers ? "mother" : crossed[row] === his ? "father" : "moved";
    };
    const cuts = crossed.flatMap((_, row) => (row > 0 && differs(source(row - 1), source(row)) ? [row] : []));
    this.crossing.replaceChildren(
      h("div", { class: "child" }, genes(crossed, source, cuts)),
      h("p", { class: "note" }, father === null ? words.evolution.copied : words.evolution.crossed),
    );
    const changed = columns.flatMap((column, row) => (column === crossed[row] ? [] : [row]));
    this.mutation.replaceChildren(
      h("div", { class: "child" }, genes(columns, (row) => (changed.includes(row) ? "changed" : "")), smallBoard(columns)),
      h(
        "p",
        { class: "note" },
        changed.length
          ? words.evolution.mutated(changed.map((row) => [row + 1, crossed[row] + 1, columns[row] + 1]))
          : words.evolution.unchanged,
        " ",
        words.evolution.fitness(figure(fitness)),
      ),
    );
    this.picked(mother, father);
  }
}

/**
 * Returns true if two rows come from different parents; rows that both parents share do not count.
 */
const differs = (one, other) => one !== other && one !== "both" && other !== "both";
