// Evolution: the loop of post 004 with its knobs, generation by generation.

import { h, choice, field, number } from "/dom.js";
import { words, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get, Refusal } from "/source.js";
import { Player } from "/player.js";
import { exportMenu } from "/export.js";
import { emptyBoard, queen, attackLine } from "/queens/board.js";
import { Curves, Wheel } from "/evolution/chart.js";

const FIRST = 50; // Generations asked for at first; more with every answer.
const MOST = 250;

class Evolution {
  constructor(place, settings, limit) {
    Object.assign(this, { place, settings, limit });
    this.generations = [];
    this.goal = 0;
    this.solved = false;
    this.player = new Player({ go: (step) => this.show(step), length: limit, speed: 8 });
    this.curves = new Curves((generation) => this.player.show(Math.min(generation, this.generations.length - 1)));
    this.wheel = new Wheel();
    this.board = h("div");
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.refusal = h("p", { class: "refusal", role: "alert", hidden: true });
    place.append(
      h("section", { class: "best card" }, h("h2", {}, words.evolution.board), this.board, this.says),
      h("section", { class: "curves card" }, h("h2", {}, words.evolution.chart), this.curves.element),
      h("section", { class: "drum card" }, h("h2", {}, words.evolution.wheel), this.wheel.element),
      h("div", { class: "transport" }, this.refusal, this.player.element),
    );
  }

  /** Generations up to this one, as far as there are any. */
  async upTo(wanted) {
    while (this.generations.length <= wanted && !this.solved && !this.closed) {
      const from = this.generations.length;
      const count = Math.min(this.limit - from, from === 0 ? FIRST : MOST);
      if (count <= 0) break;
      const answer = await get("evolution", { ...this.settings, from, count });
      if (this.generations.length !== from) continue; // Someone else was faster.
      this.generations.push(...answer.generations);
      this.goal = answer.goal;
      this.solved = answer.solved;
    }
    if (this.solved) this.player.setLength(this.generations.length - 1);
  }

  async show(step) {
    const wanted = (this.wanted = step);
    try {
      await this.upTo(step);
      this.refusal.hidden = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.player.pause();
      this.refusal.textContent = words.refused(error.message);
      this.refusal.hidden = false;
      return;
    }
    if (this.closed || this.wanted !== wanted) return;
    const now = Math.min(step, this.generations.length - 1);
    if (now !== step) {
      this.player.step = now;
      this.player.slider.value = now;
      this.player.pause();
    }
    // The slider reaches a little beyond what is known, until the end is.
    const known = this.generations.length - 1;
    this.player.slider.max = this.solved ? known : Math.max(100, Math.ceil(known * 1.25));
    this.player.slider.value = now;
    this.draw(now);
    keep({ generation: now });
  }

  draw(now) {
    const shown = this.generations[now];
    const solution = shown.attacks.length === 0;
    const board = emptyBoard(shown.columns.length, { "aria-label": words.boardLabel(shown.columns.length, shown.columns.map((column, row) => [row + 1, column + 1])) });
    board.append(...shown.attacks.map(attackLine), ...shown.columns.map((column, row) => queen(row, column, { class: solution ? "solved" : "" })));
    this.board.replaceChildren(board);
    this.drawing = board;
    this.curves.show(this.generations, this.goal, now);
    this.wheel.show(shown);
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
    const last = now === this.limit - 1 && !solution;
    this.says.textContent = solution
      ? words.evolution.solved(figure(now))
      : words.evolution.says(figure(now), figure(shown.best), figure(this.goal), figure(this.goal - shown.best))
        + (last ? ` ${words.evolution.limit(figure(this.limit))}` : "");
    this.says.dataset.generation = now;
    this.says.dataset.columns = shown.columns.join(",");
  }

  picture() {
    const name = `evolution-${this.settings.n}-seed-${this.settings.seed}`;
    return { name, drawings: [this.drawing, this.curves.drawing, ...(this.wheel.drawing.hasAttribute("hidden") ? [] : [this.wheel.drawing])], caption: this.says.textContent };
  }
}

/** The knobs, from the library's tables; what the address does not say is the library's to choose. */
function knobs(about, reopen) {
  const change = (name) => (value) => reopen({ [name]: value, generation: null });
  const list = (name, entries) => {
    const options = entries.map(({ name, about: title }) => [name, words.evolution.names[name] ?? name, title]);
    return field(words.evolution[name], choice(name, options, read(name, entries[0].name), change(name)));
  };
  const encoding = read("encoding", about.encodings[0].name);
  const fitting = about.crossovers.filter(({ name }) => (name === "order") === (encoding === "permutation"));
  const usual = encoding === "permutation" ? { population: 16, crossover_rate: 0.05 } : { population: 64, crossover_rate: 0.6 };
  const rate = (name, label, value) => field(label, number(name, Number(read(name, value)), { min: 0, max: 1, step: 0.05 }, change(name)));
  const whole = (name, value, bounds) => field(words.evolution[name], number(name, readNumber(name, value), bounds, change(name)));
  const selection = read("selection", about.selections[0].name);
  const another = () => change("seed")(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);
  return [
    whole("n", 8, { min: 4, max: about.queens }),
    whole("seed", 1848, { min: 0, max: 4_294_967_295 }),
    h("button", { "data-act": "new-seed", onclick: another }, words.evolution.newSeed),
    field(words.evolution.encoding, choice("encoding", about.encodings.map(({ name, about: title }) => [name, words.evolution.names[name] ?? name, title]), encoding,
      (value) => reopen({ encoding: value, crossover: null, population: null, crossover_rate: null, generation: null }))),
    whole("population", usual.population, { min: 2, max: about.population }),
    list("selection", about.selections),
    selection === "roulette" ? list("scaling", about.scalings) : null,
    selection === "tournament" ? whole("tournament", 3, { min: 1, max: 64 }) : null,
    list("crossover", fitting),
    rate("crossover_rate", words.evolution.crossoverRate, usual.crossover_rate),
    rate("mutation", words.evolution.mutation, 0.8),
    whole("elite", 1, { min: 0, max: 32 }),
  ];
}

const SETTINGS = ["encoding", "population", "selection", "scaling", "tournament", "crossover", "crossover_rate", "mutation", "elite"];

/** Opens the tab. */
export async function openEvolution(place, about, reopen) {
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, read(name)]));
  settings.n = readNumber("n", 8, 4, about.evolution.queens);
  settings.seed = readNumber("seed", 1848, 0, 4_294_967_295);
  place.append(h("div", { class: "knobs" }, knobs(about.evolution, reopen)));
  const evolution = new Evolution(place, settings, about.evolution.generations);
  place.querySelector(".knobs").append(exportMenu(() => evolution.picture()));
  keep({ n: settings.n, seed: settings.seed });
  await evolution.player.show(readNumber("generation", 0, 0, about.evolution.generations));
  return {
    keys: evolution.player.keys(),
    close: () => {
      evolution.closed = true;
      evolution.player.pause();
    },
  };
}
