// Evolution: the loop of post 004 with its knobs, generation by generation.

import { h, choice, field, number, menu, marked } from "/dom.js";
import { words, why, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get, Refusal } from "/source.js";
import { Player } from "/player.js";
import { keepMenu, pictureItems } from "/export.js";
import { emptyBoard, queen, attackLine } from "/queens/board.js";
import { Curves, Wheel } from "/evolution/chart.js";
import { Breeding, genes } from "/evolution/breeding.js";

const FIRST = 50; // Generations asked for at first; more with every answer.
const MOST = 250;
const PHASES = 4; // Evaluate, select, cross, mutate.

class Evolution {
  closed; limit; settings; place;

  constructor(place, settings, limit, knobs) {
    Object.assign(this, { place, settings, limit });
    this.generations = [];
    this.goal = 0;
    this.solved = false;
    // Phase by phase a generation has four steps, otherwise one.
    this.parts = read("phases") === "0" ? 1 : PHASES;
    this.player = new Player({ go: (step) => this.show(step), length: (limit - 1) * this.parts, speed: this.parts > 1 ? 2 : 8 });
    this.curves = new Curves((generation) =>
      this.player.show(Math.min(generation, this.generations.length - 1) * this.parts),
    );
    this.breeding = new Breeding();
    this.array = h("div", { class: "array" });
    this.wheel = new Wheel();
    this.board = h("div");
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.refusal = h("p", { class: "refusal", role: "alert", hidden: true });
    place.append(
      h("div", { class: "saying" }, this.says, this.refusal, knobs),
      h("section", { class: "best card" }, h("h2", {}, words.evolution.board), this.board, this.array),
      h("section", { class: "curves card" }, h("h2", {}, words.evolution.chart), this.curves.element),
      h("section", { class: "drum card" }, h("h2", {}, words.evolution.wheel), this.wheel.element),
      this.breeding.element,
      h("div", { class: "transport" }, this.player.element),
    );
  }

  /** Generations up to this one, as far as there are any. */
  async upTo(wanted) {
    while (this.generations.length <= this.wanted && this.wanted === wanted && !this.solved && !this.closed) {
      if (this.generations.length > 0)
        this.says.textContent = words.evolution.working(figure(this.generations.length));
      const from = this.generations.length;
      const count = Math.min(this.limit - from, from === 0 ? FIRST : MOST);
      if (count <= 0) break;
      const answer = await get("evolution", { ...this.settings, from, count });
      if (this.generations.length !== from) continue; // Someone else was faster.
      this.generations.push(...answer.generations);
      this.goal = answer.goal;
      this.solved = answer.solved;
    }
    if (this.solved) this.player.setLength((this.generations.length - 1) * this.parts);
  }

  async show(step) {
    const wanted = (this.wanted = Math.floor(step / this.parts));
    try {
      await this.upTo(wanted);
      this.refusal.hidden = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.player.pause();
      this.refusal.textContent = why(error);
      this.refusal.hidden = false;
      return;
    }
    if (this.closed || this.wanted !== wanted) return;
    const now = Math.min(wanted, this.generations.length - 1);
    if (now !== wanted) {
      this.player.step = now * this.parts;
      this.player.pause();
    }
    // The slider reaches a little beyond what is known, until the end is.
    const known = this.generations.length - 1;
    this.player.setReach(
      this.parts * (this.solved ? known : Math.min(this.limit - 1, Math.max(100, Math.ceil(known * 1.25)))),
    );
    const phase = this.parts > 1 ? step % PHASES : null;
    this.draw(now);
    this.breed(now, phase);
    keep({ generation: now, phase: phase || null }, this.place);
  }

  /** Shows how the next generation is made; skipped while generations pass quickly. */
  breed(now, phase) {
    const solved = this.generations[now].attacks.length === 0;
    this.breeding.element.hidden = solved;
    this.place.dataset.phase = phase ?? "";
    this.breeding.phase(phase);
    if (solved || (this.player.playing && this.player.speed > 4) || this.bred === now) return;
    this.bred = now;
    const picked = (mother, father) => this.wheel.pick([mother, father]);
    this.loading = this.breeding.load(this.settings, now, this.generations[now].fitness, picked);
  }

  draw(now) {
    const shown = this.generations[now];
    const solution = shown.attacks.length === 0;
    const board = emptyBoard(shown.columns.length, {
      "aria-label": words.boardLabel(
        shown.columns.length,
        shown.columns.map((column, row) => [row + 1, column + 1]),
      ),
    });
    board.append(
      ...shown.attacks.map((attack) => attackLine(attack, shown.columns.length, true)),
      ...shown.columns.map((column, row) => queen(row, column, { class: solution ? "solved" : "" })),
    );
    this.board.replaceChildren(board);
    const inTrouble = new Set(shown.attacks.flatMap(({ queen, target }) => [queen.row, target.row]));
    this.array.replaceChildren(
      genes(shown.columns, (row) => (inTrouble.has(row) ? "bad" : "")),
      h("p", { class: "note" }, words.evolution.encoded),
    );
    this.drawing = board;
    this.curves.show(this.generations.slice(0, now + 1), this.goal);
    this.wheel.show(shown);
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
    const last = now === this.limit - 1 && !solution;
    const text = solution
      ? words.evolution.solved(figure(now))
      : words.evolution.says(
          figure(now),
          figure(shown.best),
          figure(this.goal),
          figure(this.goal - shown.best),
        ) + (last ? ` ${words.evolution.limit(figure(this.limit))}` : "");
    this.says.replaceChildren(...marked(text));
    this.says.dataset.generation = now;
    this.says.dataset.columns = shown.columns.join(",");
  }

  picture() {
    const name = `evolution-${this.settings.n}-seed-${this.settings.seed}`;
    return {
      name,
      drawings: [
        this.drawing,
        this.curves.drawing,
        ...(this.wheel.drawing.hasAttribute("hidden") ? [] : [this.wheel.drawing]),
      ],
      caption: this.says.textContent,
    };
  }
}

const PAUSE = 350;

/** What the address says about breeding, as far as it can be meant. */
function wishes(about) {
  const named = (name, entries) => (entries.some((entry) => entry.name === read(name)) ? read(name) : null);
  const usual = about.encodings.find(({ name }) => name === read("encoding")) ?? about.encodings[0];
  const whole = (name, min, max) => (read(name) === null ? null : readNumber(name, null, min, max));
  const rate = (name) => {
    const value = Number(read(name) ?? NaN);
    return value >= 0 && value <= 1 ? value : null;
  };
  const population = whole("population", 2, about.population);
  const most = population ?? usual.population;
  return {
    n: Math.max(4, readNumber("n", 8, 4, about.queens)),
    seed: readNumber("seed", 1848, 0, MOST_SEEDS),
    encoding: named("encoding", about.encodings),
    population,
    selection: named("selection", about.selections),
    scaling: named("scaling", about.scalings),
    tournament: whole("tournament", 1, most),
    crossover: named("crossover", usual.crossovers),
    crossover_rate: rate("crossover_rate"),
    mutation: rate("mutation"),
    elite: whole("elite", 0, most - 1),
  };
}

const MOST_SEEDS = 4_294_967_295;

/** The knobs, from the library's tables; what is not wished for is the library's to choose. */
function knobs(about, wished, reopen) {
  const usual = about.encodings.find(({ name }) => name === wished.encoding) ?? about.encodings[0];
  const options = (entries) =>
    entries.map(({ name, about: title }) => [
      name,
      words.evolution.names[name] ?? name,
      words.evolution.titles[name] ?? title,
    ]);
  const knob = (name, control) => field(words.evolution[name], control);
  const list = (name, entries) =>
    knob(
      name,
      choice(name, options(entries), wished[name] ?? entries[0].name, (value) => reopen({ [name]: value })),
    );
  const whole = (name, value, bounds, others = {}) =>
    knob(
      name,
      number(name, wished[name] ?? value, bounds, (value) => reopen({ ...others, [name]: value })),
    );
  const rate = (name) => whole(name, usual[name], { min: 0, max: 1, step: 0.05 });
  // What goes with another number of boards may not go with this one.
  const fewer = { elite: null, tournament: null };
  const encode = (encoding) =>
    reopen({ encoding, crossover: null, population: null, crossover_rate: null, ...fewer });
  const another = () => reopen({ seed: crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000 });
  const population = wished.population ?? usual.population;
  const selection = wished.selection ?? about.selections[0].name;
  return [
    whole("n", 8, { min: 4, max: about.queens }),
    whole("seed", 1848, { min: 0, max: MOST_SEEDS }),
    h("button", { "data-act": "new-seed", onclick: another }, words.evolution.newSeed),
    knob("encoding", choice("encoding", options(about.encodings), usual.name, encode)),
    whole("population", usual.population, { min: 2, max: about.population }, fewer),
    list("selection", about.selections),
    selection === "roulette" ? list("scaling", about.scalings) : null,
    selection === "tournament"
      ? whole("tournament", Math.min(usual.tournament, population), { min: 1, max: population })
      : null,
    list("crossover", usual.crossovers),
    rate("crossover_rate"),
    rate("mutation"),
    whole("elite", usual.elite, { min: 0, max: population - 1 }),
  ];
}

/** Opens the tab. */
export async function openEvolution(place, about, reopen) {
  const wished = wishes(about.evolution);
  // While an arrow key is held down, or several settings change, only the last values are
  // requested.
  const pending = {};
  let waiting = null;
  const change = (values) => {
    Object.assign(pending, values);
    clearTimeout(waiting);
    waiting = setTimeout(() => place.isConnected && reopen({ ...pending, generation: null, phase: null }), PAUSE);
  };
  const phases = h("input", {
    type: "checkbox",
    name: "phases",
    checked: read("phases") !== "0",
    onchange: ({ target }) => reopen({ phases: target.checked ? null : 0, phase: null }),
  });
  const box = menu(
    words.settings,
    knobs(about.evolution, wished, change),
    h("label", { class: "check" }, phases, words.evolution.byPhase),
  );
  const evolution = new Evolution(place, wished, about.evolution.generations, box);
  box.querySelector(".items").append(keepMenu(pictureItems(() => evolution.picture())));
  keep({ n: wished.n, seed: wished.seed }, place);
  const generation = readNumber("generation", 0, 0, about.evolution.generations - 1);
  const phase = evolution.parts > 1 ? readNumber("phase", 0, 0, PHASES - 1) : 0;
  await evolution.player.jump(generation * evolution.parts + phase);
  await evolution.loading;
  return {
    keys: evolution.player.keys(),
    close: () => {
      clearTimeout(waiting);
      evolution.closed = true;
      evolution.player.pause();
    },
  };
}
