// Mazes: draw one, watch three searches race through it, and see how many ways out there are.

import { h, choice, field, number } from "/dom.js";
import { words, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get, tell, Refusal } from "/source.js";
import { Player } from "/player.js";
import { download } from "/export.js";
import { Grid } from "/maze/grid.js";
import { Editor } from "/maze/editor.js";
import { Race } from "/maze/race.js";

const PAUSE = 250;
const ORDERS = ["NSWE", "NESW", "ESWN", "SENW", "WNES"];

class Mazes {
  constructor(place, about, grid) {
    this.place = place;
    this.limit = about.maze.cells;
    this.order = ORDERS.includes(read("order")) ? read("order") : ORDERS[0];
    this.editor = new Editor(grid, () => this.change());
    this.race = new Race();
    this.player = new Player({ go: (step) => this.show(step), speed: 16 });
    this.says = h("p", { class: "note", role: "status", "aria-live": "polite" });
    this.total = h("p", { class: "total", role: "status", "data-routes": "" });
    this.position = h("p", { class: "note", role: "status" });
    this.refusal = h("p", { class: "refusal", role: "alert", hidden: true });
    this.at = null;
    this.step = readNumber("step", 0);
  }

  get grid() {
    return this.editor.grid;
  }

  async open() {
    const act = (name, action) => h("button", { "data-act": name, onclick: action }, words.maze[name]);
    this.place.append(
      this.editor.element,
      h(
        "section",
        { class: "routes card" },
        h("h2", {}, words.maze.routes),
        this.total,
        h("div", { class: "tools-row" },
          act("previous", () => this.route({ by: -1n })), act("next", () => this.route({ by: 1n })),
          act("random", () => this.route({ seed: crypto.getRandomValues(new Uint32Array(1))[0] })), act("hide", () => this.hide())),
        this.position,
      ),
      h("section", { class: "race card" }, this.refusal, this.race.element, this.player.element, this.says),
    );
    await this.solve();
  }

  /** The maze was changed: the race and the number of routes are others. */
  change() {
    this.step = 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.solve(), PAUSE);
  }

  use(grid) {
    this.editor.show(grid);
    this.step = 0;
    return this.solve();
  }

  async solve() {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    const question = { maze: this.grid.text, order: this.order };
    keep({ maze: this.grid.packed, order: this.order, route: null });
    this.at = null;
    this.total.textContent = words.maze.counting;
    this.position.textContent = "";
    try {
      const counted = this.count(question, asked.signal);
      const runs = await (await tell("maze/race", question, asked.signal)).json();
      this.player.pause();
      this.player.setLength(this.race.load(new Grid(this.grid.width, this.grid.height, [...this.grid.cells]), runs));
      this.refusal.hidden = true;
      await this.player.move(this.step);
      await counted;
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Refusal)) throw error;
      this.refusal.textContent = words.refused(error.message);
      this.refusal.hidden = false;
    }
  }

  async count(question, signal) {
    try {
      const { count } = await (await tell("maze/routes", question, signal)).json();
      this.routes = BigInt(count);
      const digits = count.length > 24 ? words.maze.digits(count.length) : "";
      this.total.textContent = words.maze.count(count === "0" || count === "1" ? count : figure(count)) + digits;
      this.total.dataset.routes = count;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.routes = null;
      this.total.textContent = error.message;
      this.total.dataset.routes = "";
    }
  }

  /** Shows another route: the next, the one before, or one by chance. */
  async route({ by, seed }) {
    if (!this.routes) return;
    const question = { maze: this.grid.text, order: this.order };
    if (seed === undefined) {
      const next = this.at === null ? (by > 0n ? 1n : this.routes) : ((this.at - 1n + by + this.routes) % this.routes) + 1n;
      question.position = String(next);
    } else {
      question.seed = seed;
    }
    const { position, route } = await (await tell("maze/routes", question)).json();
    if (!route) return;
    this.at = BigInt(position);
    this.editor.showRoute(route);
    this.position.textContent = words.maze.showing(figure(position), figure(route.length - 1));
  }

  hide() {
    this.at = null;
    this.editor.showRoute(null);
    this.position.textContent = "";
  }

  show(step) {
    this.step = step;
    this.race.show(step);
    keep({ step });
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
    this.says.textContent = `${words.maze.step(figure(step), figure(this.player.length))} ${this.race.sentence}`;
  }

  async load(file) {
    try {
      const { maze } = await (await tell("maze/read", file)).json();
      await this.use(Grid.parse(maze));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal.textContent = words.refused(error.message);
      this.refusal.hidden = false;
    }
  }

  keys() {
    return [
      ...this.player.keys(),
      ["n", words.maze.next, () => this.route({ by: 1n })],
      ["p", words.maze.previous, () => this.route({ by: -1n })],
      ["x", words.maze.random, () => this.route({ seed: crypto.getRandomValues(new Uint32Array(1))[0] })],
      ["d", words.maze.draw, () => this.editor.canvas.focus()],
    ];
  }
}

const fresh = async (values) => Grid.parse((await get("maze/generate", values)).maze);

/** Opens the tab. */
export async function openMaze(place, about) {
  const values = { width: 12, height: 8, loops: 0.15, seed: 1848, algorithm: about.maze.algorithms[0].name };
  const grid = Grid.unpack(read("maze"), about.maze.cells) ?? (await fresh(values));
  const mazes = new Mazes(place, about, grid);
  const set = (name) => (value) => { values[name] = value; };
  const picker = h("input", { type: "file", class: "sr", name: "file", accept: ".txt,.png,.dat,text/plain,image/png", "aria-label": words.maze.loadFile,
    onchange: (event) => event.target.files[0] && mazes.load(event.target.files[0]) });
  const room = () => Grid.room(2 * values.width + 1, 2 * values.height + 1);
  const seed = number("seed", values.seed, { min: 0, max: 999_999_999 }, set("seed"));
  const another = async () => {
    await mazes.use(await fresh(values));
    values.seed += 1;
    seed.value = values.seed;
  };
  place.append(
    h(
      "div",
      { class: "knobs" },
      field(words.maze.width, number("width", values.width, { min: 1, max: 49 }, set("width"))),
      field(words.maze.height, number("height", values.height, { min: 1, max: 49 }, set("height"))),
      field(words.maze.algorithm, choice("algorithm", about.maze.algorithms.map(({ name, about: title }) => [name, name, title]), values.algorithm, set("algorithm"))),
      field(words.maze.loops, number("loops", values.loops, { min: 0, max: 1, step: 0.05 }, set("loops"))),
      field(words.maze.seed, seed),
      h("button", { class: "main", "data-act": "generate", onclick: another }, words.maze.generate),
      h("button", { "data-act": "clear", onclick: () => mazes.use(room()) }, words.maze.clear),
      h("button", { "data-act": "load", onclick: () => picker.click() }, words.maze.loadFile), picker,
      h("button", { "data-act": "save", onclick: () => download("maze.txt", new Blob([mazes.grid.text], { type: "text/plain" })) }, words.maze.save),
      field(words.maze.order, choice("order", ORDERS.map((order) => [order, order]), mazes.order, (order) => { mazes.order = order; mazes.step = 0; mazes.solve(); })),
      exports(mazes),
    ),
  );
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) mazes.load(event.dataTransfer.files[0]);
  });
  await mazes.open();
  return { keys: mazes.keys(), close: () => mazes.player.pause() };
}

/** Pictures of the marking search, drawn by the library. */
function exports(mazes) {
  const menu = h("details", { class: "menu" }, h("summary", {}, words.export));
  const item = (format) =>
    h("button", {
      "data-export": format,
      onclick: async () => {
        const question = { maze: mazes.grid.text, order: mazes.order, format, runner: "marking" };
        download(`maze.${format}`, await (await tell("maze/picture", question)).blob());
        menu.open = false;
      },
    }, words.exports[format]);
  menu.append(h("div", { class: "items" }, ["svg", "png", "gif"].map(item)));
  return menu;
}
