// Mazes: draw one, watch three searches race through it, and see how many ways out there are.

import { h, choice, field, number, menu, marked } from "/dom.js";
import { sign } from "/icons.js";
import { words, why, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get, tell, Refusal } from "/source.js";
import { Player } from "/player.js";
import { download, keepMenu } from "/export.js";
import { Grid } from "/maze/grid.js";
import { Editor } from "/maze/editor.js";
import { Race } from "/maze/race.js";
import { Choices } from "/maze/choices.js";
import { CallStack, CodeView } from "/lines/view.js";

const PAUSE = 250;

/** All orders of the four directions, those of the post first. */
function orders() {
  const all = (letters) =>
    letters.length < 2 ? [letters] : [...letters].flatMap((one) => all(letters.replace(one, "")).map((rest) => one + rest));
  const others = all("NSWE").filter((order) => !["NSWE", "NSEW"].includes(order));
  return ["NSWE", "NSEW", "left", ...others.sort()];
}
const ORDERS = orders();

class Mazes {
  under; drawing;

  constructor(place, about, grid) {
    this.place = place;
    this.limit = about.maze.cells;
    this.order = ORDERS.includes(read("order")) ? read("order") : ORDERS[0];
    this.editor = new Editor(grid, () => this.change());
    this.race = new Race(about.maze.runners, (name) => this.follow(name));
    this.race.choose(read("runner"));
    this.choices = new Choices((step) => this.player.show(step));
    this.listing = new CodeView(about.maze.listing);
    this.player = new Player({ go: (step) => this.show(step), speed: 16 });
    this.calls = new CallStack();
    this.kind = h("span", { class: "kind" });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
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
    this.steps = [
      act("previous", () => this.route({ by: -1n })),
      act("next", () => this.route({ by: 1n })),
      act("random", () => this.chance()),
      act("hide", () => this.hide()),
    ];
    this.place.append(
      h(
        "div",
        { class: "stage" },
        h("h2", { class: "sr" }, words.tabs.maze),
        h("div", { class: "saying" }, this.kind, this.says),
        this.refusal,
        h("div", { class: "boardbox" }, this.editor.element),
        legend(),
        h("div", { class: "under wraps" }, this.under),
      ),
      h("div", { class: "forest" }, h("div", { class: "heading" }, h("h2", {}, words.maze.tree)), this.choices.box),
      h("div", { class: "callbox" }, h("div", { class: "heading" }, h("h2", {}, words.calls), h("span", { class: "note" }, words.maze.callsNote)), this.calls.element),
      h("div", { class: "code" }, h("div", { class: "heading" }, h("h2", {}, words.maze.listing)), h("div", { class: "listing" }, this.listing.code)),
      h(
        "section",
        { class: "routes card" },
        h("h2", {}, words.maze.routes),
        this.total,
        h("div", { class: "tools-row" }, this.steps),
        this.position,
      ),
      h("section", { class: "race card" }, h("h2", {}, words.maze.others), this.race.element, h("ol", { class: "rules" }, words.maze.rules.map((rule) => h("li", {}, rule)))),
      h("div", { class: "transport" }, this.player.element),
    );
    const position = read("route");
    await this.solve();
    if (/^\d+$/.test(position ?? "")) await this.route({ position });
  }

  /** The maze was changed: the race and the number of routes are others. */
  change() {
    this.player.pause();
    this.step = 0;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.solve(), PAUSE);
  }

  use(grid) {
    this.editor.use(grid);
    this.step = 0;
    return this.solve();
  }

  async solve() {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    const question = { maze: this.grid.text, order: this.order };
    keep({ maze: this.grid.packed, order: this.order }, this.place);
    this.hide();
    this.know(null, words.maze.counting);
    this.editor.element.ariaBusy = "true";
    try {
      await Promise.all([this.run(question, asked.signal), this.count(question, asked.signal)]);
      this.refuse(null);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.refuse(error);
    }
  }

  async run(question, signal) {
    const runs = await (await tell("maze/race", question, signal)).json();
    if (signal.aborted) return;
    this.player.pause();
    this.editor.element.ariaBusy = "false";
    this.player.setLength(this.race.load(Grid.parse(question.maze), runs));
    this.choices.load(this.race.lead.walk);
    await this.player.move(this.step);
  }

  async count(question, signal) {
    try {
      const { count } = await (await tell("maze/routes", question, signal)).json();
      if (signal.aborted) return;
      const digits = count.length > 24 ? words.maze.digits(count.length) : "";
      this.know(
        BigInt(count),
        words.maze.count(count === "0" || count === "1" ? count : figure(count)) + digits,
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.know(null, words.maze.uncounted);
      this.total.title = why(error);
    }
  }

  /** Takes note of how many routes there are. */
  know(routes, text) {
    this.routes = routes;
    this.total.textContent = text;
    this.total.title = "";
    this.total.dataset.routes = routes ?? "";
    this.total.classList.toggle("note", routes === null);
    this.steps.forEach((button) => {
      button.disabled = !routes;
    });
  }

  /** Says what was refused; `null` if nothing was. */
  refuse(error) {
    if (error && !(error instanceof Refusal)) throw error;
    this.refusal.hidden = !error;
    this.refusal.textContent = error ? why(error) : "";
  }

  chance() {
    return this.route({ seed: crypto.getRandomValues(new Uint32Array(1))[0] });
  }

  /** Shows another route: the next, the one before, the one at a position, or one by chance. */
  async route(/** @type {any} */ { by, seed, position }) {
    const { routes, asked } = this;
    if (!routes) return;
    const question = { maze: this.grid.text, order: this.order, seed, position };
    if (by !== undefined) {
      const next = this.at === null ? (by > 0n ? 1n : routes) : BigInt((this.at - 1n + by + routes) % routes) + 1n;
      this.at = next;
      question.position = String(next);
    }
    // Of many that are asked for at once the last is shown; one is looked for at a time.
    this.wanted = question;
    if (this.looking) return;
    this.looking = true;
    try {
      while (this.wanted && this.asked === asked) {
        const wanted = this.wanted;
        this.wanted = null;
        await this.lookFor(wanted, asked.signal);
      }
    } finally {
      this.looking = false;
    }
  }

  async lookFor(question, signal) {
    try {
      const answer = await (await tell("maze/routes", question, signal)).json();
      // Someone may have asked for another by now.
      if (!answer.route || this.wanted) return;
      this.at = BigInt(answer.position);
      this.editor.showRoute(answer.route);
      this.position.textContent = words.maze.showing(
        figure(answer.position),
        figure(answer.route.length - 1),
      );
      keep({ route: answer.position }, this.place);
    } catch (error) {
      if (error.name !== "AbortError") this.refuse(error);
    }
  }

  hide() {
    keep({ route: null }, this.place);
    this.at = null;
    this.editor.showRoute(null);
    this.position.textContent = "";
  }

  /** Shows another of the searches in full size. */
  follow(name) {
    this.race.choose(name);
    keep({ runner: name === "retreat" ? null : name }, this.place);
    this.choices.load(this.race.lead.walk);
    this.show(this.step);
  }

  show(step) {
    this.step = step;
    const { race } = this;
    this.editor.show(race.show(step));
    keep({ step }, this.place);
    const { walk, run } = race.lead;
    this.choices.show(walk);
    const event = walk?.event;
    const over = step >= run.steps.length;
    const goal = over && run.route;
    const moments = step === 0 ? ["start"] : goal ? ["goal"] : [event?.kind ?? "enter", over && "end"];
    const frames = this.frames(walk, over);
    this.listing.light(new Set(moments.filter(Boolean)), null, frames.slice(0, -1).map(({ line }) => line));
    this.calls.show(frames);
    const kind = step === 0 ? "start" : goal ? "solution" : event?.kind === "leave" ? "retreat" : "enter";
    sign(this.kind, kind, words.maze.kinds[kind]);
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
    this.says.replaceChildren(
      h("span", { class: "step" }, words.maze.step(figure(step), figure(this.player.length))),
      " ",
      ...marked(race.lead.sentence(step)),
    );
    this.says.dataset.step = step;
  }

  /** The calls of the listing: one for every cell of the path. */
  frames(walk, over) {
    if (!walk || over) return [];
    const { width } = this.grid;
    const place = (cell) => `(${Math.floor(cell / width) + 1}, ${(cell % width) + 1})`;
    const line = (text) => this.listing.lines.findIndex(({ element }) => element.textContent.includes(text)) + 1;
    const [first, next] = [line("int found = walk"), line("if (walk(")];
    const calls = walk.path.map(({ cell }) => ({ name: "walk", values: { here: place(cell) }, line: next }));
    const frames = [{ name: "search", values: {}, line: first }, ...calls];
    if (walk.event?.kind === "leave") frames.push({ name: "walk", values: { here: place(walk.event.cell) }, line: line("return 0;"), returns: 0 });
    else frames[frames.length - 1].line = line("put(maze, here, '+')");
    return frames;
  }

  async load(file) {
    try {
      const { maze } = await (await tell("maze/read", file)).json();
      await this.use(Grid.parse(maze));
    } catch (error) {
      this.refuse(error);
    }
  }

  close() {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.player.pause();
  }

  keys() {
    return [
      ...this.player.keys(),
      ["n", words.maze.next, () => this.route({ by: 1n })],
      ["p", words.maze.previous, () => this.route({ by: -1n })],
      ["x", words.maze.random, () => this.chance()],
      ["d", words.maze.draw, () => (this.editor.drawing ? this.editor.canvas.focus() : this.drawing.click())],
      ["u", words.maze.undo, () => this.editor.undo()],
    ];
  }
}

/** What the colours mean. */
function legend() {
  const names = ["walked", "left", "head", "route"];
  const sign = (name) => h("span", { class: `swatch ${name}`, "aria-hidden": "true" });
  return h("p", { class: "legend" }, names.map((name) => h("span", {}, sign(name), words.maze.legend[name])));
}

const fresh = async (values) => Grid.parse((await get("maze/generate", values)).maze);

/** The knobs for new mazes, kept in the address. */
function generator(about, mazes, values) {
  const set = (name) => (value) => {
    values[name] = value;
    keep({ [name]: value }, mazes.place);
  };
  const seed = number("seed", values.seed, { min: 0, max: MOST_SEEDS }, set("seed"));
  // The seed as it is typed; asked again with nothing changed, the next one.
  let used = JSON.stringify(values);
  const another = async () => {
    if (JSON.stringify(values) === used) values.seed = (values.seed + 1) % MOST_SEEDS;
    used = JSON.stringify(values);
    seed.value = values.seed;
    keep({ seed: values.seed }, mazes.place);
    try {
      await mazes.use(await fresh(values));
    } catch (error) {
      mazes.refuse(error);
    }
  };
  const algorithms = about.algorithms.map(({ name, about: title }) => [
    name,
    words.maze.algorithms[name] ?? name,
    words.maze.algorithmTitles[name] ?? title,
  ]);
  return [
    field(words.maze.width, number("width", values.width, { min: 1, max: 49 }, set("width"))),
    field(words.maze.height, number("height", values.height, { min: 1, max: 49 }, set("height"))),
    field(words.maze.algorithm, choice("algorithm", algorithms, values.algorithm, set("algorithm"))),
    field(words.maze.loops, number("loops", values.loops, { min: 0, max: 1, step: 0.05 }, set("loops"))),
    field(words.maze.seed, seed),
    h("button", { class: "main", "data-act": "generate", onclick: another }, words.maze.generate),
  ];
}

const MOST_SEEDS = 1_000_000_000;

/** What the address says about new mazes. */
function wishes(about) {
  const names = about.algorithms.map(({ name }) => name);
  const loops = Number(read("loops", 0));
  const height = readNumber("height", 8, 1, 49);
  return {
    // One room alone would be start and exit at once.
    width: readNumber("width", 12, height === 1 ? 2 : 1, 49),
    height,
    loops: loops >= 0 && loops <= 1 ? loops : 0,
    seed: readNumber("seed", 1848, 0, MOST_SEEDS),
    algorithm: names.includes(read("algorithm")) ? read("algorithm") : names[0],
  };
}

/** Opens the tab. */
export async function openMaze(place, about) {
  const values = wishes(about.maze);
  const grid = Grid.unpack(read("maze"), about.maze.cells) ?? (await fresh(values));
  const mazes = new Mazes(place, about, grid);
  const picker = h("input", {
    type: "file",
    class: "sr",
    name: "file",
    tabindex: -1,
    accept: ".txt,.png,.dat,text/plain,image/png",
    "aria-label": words.maze.loadFile,
    onchange: ({ target }) => {
      if (target.files[0]) mazes.load(target.files[0]);
      target.value = ""; // The same file may be chosen again.
    },
  });
  const room = () => Grid.room(2 * values.width + 1, 2 * values.height + 1);
  const save = () => download("maze.txt", new Blob([mazes.grid.text], { type: "text/plain" }));
  const turnTo = (order) => {
    mazes.order = order;
    mazes.step = 0;
    mazes.solve();
  };
  const [generate, ...others] = generator(about.maze, mazes, values).reverse();
  mazes.drawing = h(
    "button",
    {
      "data-act": "draw",
      "aria-pressed": "false",
      onclick: () => {
        mazes.editor.draw(!mazes.editor.drawing);
        mazes.drawing.setAttribute("aria-pressed", String(mazes.editor.drawing));
        mazes.drawing.textContent = mazes.editor.drawing ? words.maze.drawn : words.maze.drawOwn;
      },
    },
    words.maze.drawOwn,
  );
  generate.classList.remove("main");
  mazes.under = [
    generate,
    mazes.drawing,
    mazes.race.switch,
    menu(
      words.settings,
      others.reverse(),
      h("button", { "data-act": "clear", onclick: () => mazes.use(room()) }, words.maze.clear),
      h("button", { "data-act": "load", onclick: () => picker.click() }, words.maze.loadFile),
      picker,
      h("button", { "data-act": "save", onclick: save }, words.maze.save),
      field(
        words.maze.order,
        choice(
          "order",
          ORDERS.map((order) => [order, words.maze.orders[order] ?? order]),
          mazes.order,
          turnTo,
        ),
      ),
      keepMenu(["svg", "png", "gif"].map((format) => [format, () => picture(mazes, format)])),
    ),
  ];
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files[0]) mazes.load(event.dataTransfer.files[0]);
  });
  // Undo and redo, as everywhere.
  const again = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) mazes.editor.redo();
    else mazes.editor.undo();
  };
  addEventListener("keydown", again);
  await mazes.open();
  return {
    keys: mazes.keys(),
    close: () => {
      removeEventListener("keydown", again);
      mazes.close();
    },
  };
}

/** The marking search, drawn by the library. */
async function picture({ grid, order }, format) {
  const response = await tell("maze/picture", { maze: grid.text, order, format, runner: "marking" });
  return [`maze.${format}`, await response.blob()];
}
