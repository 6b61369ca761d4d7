// Queens: board, tree and code side by side, in step.

import { h, choice, field } from "/dom.js";
import { words, why, language, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { recording, play, queens, ask, Refusal } from "/source.js";
import { Player } from "/player.js";
import { keepMenu, pictureItems } from "/export.js";
import { Exercises } from "/exercise.js";
import { Replay, covers } from "/queens/replay.js";
import { Board } from "/queens/board.js";
import { Tree } from "/queens/tree.js";
import { Listing, Memory } from "/queens/listing.js";
import { Table } from "/queens/table.js";
import { Gallery } from "/queens/gallery.js";
import { Skyline } from "/queens/skyline.js";
import { Marks, Setup } from "/queens/marks.js";

const PAGES = 40; // Pages kept: some megabytes.
const AHEAD = 1_000; // As many steps before a page ends the next one is asked for: a second at full speed.
const NUMBERS = ["none", "sum", "difference"];

/** The search of one board by one method. */
class Queens {
  constructor(place, marks, method, overview, listings, played) {
    const { n } = marks;
    Object.assign(this, { place, n, marks, method, overview, listings });
    this.steps = overview.steps;
    // A tree of a hundred nodes is drawn whole; one of a few hundred, if the reader asks for it.
    this.folds = Number(overview.tree.visited) > 100;
    this.keeps = this.steps <= 600;
    this.complete = played?.complete ?? true;
    this.pages = [];
    this.solutions = [];
    this.closed = false;
    this.turn = 0;
    const go = (step) => this.player.show(step);
    this.board = new Board(marks);
    this.board.compares = method === "promising" && n <= 6 && marks.all.length === 0;
    this.table = new Table(n, overview);
    this.gallery = new Gallery(go, read("all") === "1", (each) => keep({ all: each ? 1 : null }, place));
    this.skyline = new Skyline(n, overview, go);
    this.memory = new Memory(method, n);
    this.player = new Player({
      go: (step) => this.show(step),
      gate: (step) => this.exercises.gate(step),
      rest: () => this.draw(),
      paced: true,
      length: this.steps,
      extras: [
        ["previousSolution", () => this.jumpToSolution(-1)],
        ["nextSolution", () => this.jumpToSolution(1)],
        ["nextRetreat", () => this.jumpToRetreat()],
      ],
    });
    this.exercises = new Exercises(this.host(), place);
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.code = h("div", { class: "code" });
    this.chooseListing(read("code"));
    this.numbers = NUMBERS.includes(read("numbers")) ? read("numbers") : "none";
    this.board.number(this.numbers);
  }

  /** The tree; where all of it is known it has its final shape from the start. */
  async makeTree() {
    const { n } = this;
    const first = this.keeps ? await this.page(0) : null;
    const complete = first && first.events.length >= this.steps;
    this.tree = new Tree({
      wide: n,
      depth: n,
      whole: complete ? Replay.at(first, this.steps, false).root : null,
      folds: this.folds || !complete,
      go: (step) => this.player.show(step),
      label: (node) => String(node.column + 1),
      title: words.nodeTitle,
      place: ({ level, column }) => `(${level}, ${column + 1})`,
      views: (view) => keep({ tree: view === "visited" ? null : view }, this.place),
    });
    this.tree.choose(read("tree", "visited"));
  }

  /** What exercises need to know of this search. */
  host() {
    const search = this;
    const square = (row, column) => `(${row + 1}, ${column + 1})`;
    const key = (row, column) => `${row}.${column}`;
    return {
      get replay() {
        return search.replay;
      },
      get step() {
        return search.player.step;
      },
      steps: this.steps,
      async event(step) {
        const page = await search.page(step + 1);
        return page.events[step - page.step];
      },
      async attackers(step) {
        const page = await search.page(step + 1);
        const rejected = page.events.slice(0, step - page.step).filter((event) => event.reject).length;
        return page.attackers[rejected].map(({ row, column }) => ({ key: key(row, column) }));
      },
      choices: () => (search.replay.path.length < search.n ? Array.from({ length: search.n }, (_, at) => at) : []),
      key: (column) => key(search.replay.path.length, column),
      name: (column) => square(search.replay.path.length, column),
      place: () => words.row(search.replay.path.length + 1),
      asks: words.exercise,
      position: () => search.replay.path.map((column, row) => square(row, column)).join(" ") || words.exercise.empty,
      objectors: (says) => [
        ...search.queens().map(([row, column]) => [key(row, column), says(square(row, column))]),
        ...(search.marks.all.some(([, , mark]) => mark === "#") ? [["no", words.exercise.blocked]] : []),
      ],
      point: (columns, look, pick, kind) => search.point(columns, look, pick, kind),
      go: (step) => search.player.jump(step),
      forward: () => search.player.show(search.player.step + 1),
      sentence: () => words.say(search.replay, search.marks, search.isEnd),
    };
  }

  /** Returns the queens on the board: those of the search, and the given ones. */
  queens() {
    const placed = this.replay.path.map((column, row) => [row, column]);
    const standing = this.marks.all.filter(([row, , mark]) => mark === "Q" && row >= placed.length);
    return [...placed, ...standing];
  }

  /**
   * Marks squares of the current row. For the question which queen attacks, marks the queens
   * instead.
   */
  point(columns, look, pick, kind) {
    const row = this.replay.path.length;
    const isQueen = ([row, column]) => this.queens().some(([one, other]) => one === row && other === column);
    const click = (at) => {
      if (kind === "may" ? isQueen(at) : at[0] === row) pick(at.join("."));
    };
    this.board.ask(
      columns.map((column) => [row, column, look]),
      pick && click,
    );
  }

  get isEnd() {
    return this.complete && this.replay.step === this.steps;
  }

  chooseListing(name) {
    const chosen = this.listings.find((listing) => listing.name === name) ?? this.listings[0];
    this.listing = new Listing(chosen, this.method);
    const options = this.listings.map(({ name, language, post }) => [
      name,
      post ? `${language} (${post})` : language,
    ]);
    const change = (name) => {
      keep({ code: name }, this.place);
      this.chooseListing(name);
      this.draw();
    };
    this.code.replaceChildren(
      h(
        "div",
        { class: "heading" },
        h("h2", {}, words.code),
        field(words.language, choice("code", options, chosen.name, change)),
      ),
      this.listing.element,
      h(
        "div",
        { class: "inside", tabindex: 0, role: "region", "aria-label": words.memory },
        this.memory.element,
        this.listing.stack,
      ),
    );
  }

  async start() {
    this.place.append(
      h(
        "div",
        { class: "stage" },
        h("h2", { class: "sr" }, words.board),
        this.board.element,
        this.table.tally,
        this.setup?.element,
      ),
      h("div", { class: "forest" }, h("div", { class: "heading" }, h("h2", {}, words.tree), this.tree.tools), this.tree.box),
      this.code,
      h("div", { class: "transport" }, this.exercises.element, this.says, this.skyline.element, this.player.element),
      h("div", { class: "numbers" }, this.table.element),
      this.gallery.element,
    );
    await this.player.jump(readNumber("step", 0, 0, this.steps));
    await this.exercises.open();
    this.loadSolutions().catch((error) => this.refuse(error));
  }

  /** Solutions come in portions; the skyline marks them as they are known. */
  async loadSolutions() {
    const all = Number(this.overview.tree.solutions);
    while (!this.closed && this.solutions.length < all) {
      const { solutions } = await queens.solutions(this.marks, this.solutions.length);
      if (solutions.length === 0) break;
      this.solutions.push(...solutions);
      this.skyline.mark(this.solutions);
    }
    this.allKnown = true;
    if (this.replay && !this.closed) this.drawGallery();
  }

  /** The page that leads to a step. */
  async page(step) {
    const known = this.pages.find((page) => covers(page, step));
    if (known) return known;
    const page = await queens.page(this.marks, this.method, Math.max(0, step - 1));
    if (!this.pages.some(({ step }) => step === page.step)) {
      this.pages.push(page);
      if (this.pages.length > PAGES) this.pages.shift();
    }
    return page;
  }

  /** Asks for a page before it is needed; once, however often it is asked for. */
  async prepare(step) {
    if (this.prepared === step) return;
    this.prepared = step;
    await this.page(step).catch(() => {
      this.prepared = null;
    });
  }

  async show(step) {
    const wanted = (this.wanted = step);
    const page = await this.page(step).catch((error) => this.refuse(error));
    if (!page || this.closed || this.wanted !== wanted) return;
    const { replay } = this;
    const onward = replay?.page === page && replay.step <= step;
    if (onward) while (replay.step < step) replay.forward();
    else this.replay = Replay.at(page, step, !this.keeps);
    this.draw();
    keep({ step }, this.place);
    const next = page.step + page.events.length;
    if (step + AHEAD > next && next < this.steps) this.prepare(next + 1);
  }

  /** Says why there is nothing to show. */
  refuse(error) {
    if (!(error instanceof Refusal)) throw error;
    this.player.pause();
    this.says.textContent = why(error);
  }

  draw() {
    const { replay } = this;
    if (!replay) return;
    const { isEnd } = this;
    const { flies } = this.player;
    const panels = [
      () => this.board.show(replay),
      () => this.tree.show(replay),
      () => this.listing.show(replay, isEnd, flies),
      () => this.table.show(replay),
      () => this.tell(replay),
    ];
    const seldom = [
      () => this.listing.showCalls(replay),
      () => this.memory.show(replay),
      () => this.drawGallery(),
    ];
    if (!flies) {
      [...panels, ...seldom].forEach((show) => show());
      return;
    }
    // While steps pass quickly each frame draws one of the panels, since all of them would take
    // longer than a frame. Lists, which are unreadable at that speed, are drawn about once a
    // second.
    this.turn = (this.turn + 1) % 65;
    (seldom[this.turn] ?? panels[this.turn % panels.length])();
  }

  /** Announces the position of the search. */
  tell(replay) {
    const { isEnd } = this;
    this.skyline.show(replay.step);
    this.player.slider.value = replay.step;
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
    const number = h("span", { class: "step" }, words.stepOf(figure(replay.step), figure(this.steps)));
    const cut = replay.step === this.steps && !this.complete ? ` ${words.cut}` : "";
    this.says.replaceChildren(number, " ", words.say(replay, this.marks, isEnd) + cut);
    this.says.dataset.step = replay.step;
  }

  drawGallery() {
    const { solutions, overview, replay } = this;
    const found = replay.total.solutions;
    if (found <= solutions.length)
      this.gallery.show(solutions, found, Number(overview.tree.solutions), overview.groups);
  }

  /** Writes numbers on the diagonals. */
  setNumbers(numbers) {
    this.numbers = numbers;
    this.board.number(numbers);
    keep({ numbers: numbers === "none" ? null : numbers }, this.place);
  }

  jumpToSolution(by) {
    const { step } = this.player;
    const next =
      by > 0
        ? this.solutions.find((solution) => solution.step > step)
        : this.solutions.findLast((solution) => solution.step < step);
    return this.player.show(next?.step ?? (by > 0 && this.allKnown ? this.steps : step));
  }

  async jumpToRetreat() {
    let { step } = this.player;
    while (step < this.steps) {
      const page = await this.page(step + 1).catch((error) => this.refuse(error));
      if (!page) return undefined;
      const at = page.events.findIndex(
        (event, index) => page.step + index + 1 > step && event.retreat !== undefined,
      );
      if (at >= 0) return this.player.show(page.step + at + 1);
      step = page.step + page.events.length;
    }
    return this.player.show(this.steps);
  }

  keys() {
    return [
      ...this.player.keys(),
      ["s", words.nextSolution, () => this.jumpToSolution(1)],
      ["S", words.previousSolution, () => this.jumpToSolution(-1)],
      ["b", words.nextRetreat, () => this.jumpToRetreat()],
      [
        "ArrowUp",
        words.toParent,
        () => this.player.show(this.replay.trail[Math.max(0, this.replay.trail.length - 2)].step),
      ],
      ["e", words.exercise.begin(10), () => this.place.querySelector("[data-act=exercises]").click()],
    ];
  }

  close() {
    this.closed = true;
    this.player.pause();
  }

  /** What an exported picture shows. */
  picture() {
    return {
      name: `queens-${this.n}-step-${this.replay.step}`,
      drawings: [this.board.element, this.tree.picture()],
      caption: this.says.textContent,
    };
  }
}

/** Exports of the run by the server; the animation starts at the current step. */
function runItems(search) {
  const { n, marks, method, steps, player } = search;
  const file = async (name, parameters) => {
    const response = await ask(`queens/${n}/${name}`, { ...marks.question, method, ...parameters });
    return [`queens-${n}-${method}.${name}`, await response.blob()];
  };
  return [
    ["gif", () => file("gif", { from: player.step < steps ? player.step : 0 })],
    ["html", () => file("html", { lang: language })],
  ];
}

/** What is searched and how, and what to do with it. */
function knobs(search, about, reopen) {
  const { n, method } = search;
  const items = pictureItems(() => search.picture());
  const numbered = NUMBERS.map((name) => [name, words.numbers[name]]);
  const common = [
    field(words.numbersOn, choice("numbers", numbered, search.numbers, (name) => search.setNumbers(name))),
    search.exercises.knobs(),
  ];
  if (recording) return [h("strong", {}, words.queensCount(n)), ...common, keepMenu(items)];
  const sizes = Array.from({ length: about.limit }, (_, at) => [at + 1, words.queensCount(at + 1)]);
  const methods = about.methods.map(({ name }) => [name, words.methods[name] ?? name]);
  const resize = (n) => reopen({ n, board: null, step: null });
  const change = (method) => reopen({ method, code: null });
  return [
    field("n", choice("n", sizes, n, resize)),
    field(words.method, choice("method", methods, method, change)),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        name: "first",
        checked: read("first") === "1",
        onchange: ({ target }) => reopen({ first: target.checked ? 1 : null }),
      }),
      words.stopAtFirst,
    ),
    ...common,
    keepMenu([...items, ...runItems(search)]),
  ];
}

/** Opens another board, if the library accepts it. */
async function setUp(search, marks, reopen) {
  try {
    await queens.overview(marks);
    reopen({ ...marks.question, step: null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    search.setup.refuse(why(error));
  }
}

/** Opens the tab. */
export async function openQueens(place, about, reopen) {
  const played = recording && play(readNumber("n", recording.n), read("method"), read("board"));
  const n = played ? played.n : readNumber("n", 4, 1, about.queens.limit);
  const marks = played ? new Marks(n, played.board, played.torus) : Marks.read(n);
  const known = played ? [played.method] : about.queens.methods.map(({ name }) => name);
  const method = known.includes(read("method")) ? read("method") : known[0];
  const [whole, listings] = await Promise.all([queens.overview(marks), queens.listings(method)]);
  // Stop at the first solution, as post 001 does.
  const [found] = read("first") === "1" ? (await queens.solutions(marks, 0)).solutions : [];
  const overview = found ? { ...whole, steps: found.step } : whole;
  const search = new Queens(place, marks, method, overview, listings, played);
  if (!recording) search.setup = new Setup(marks, search.board, (asked) => setUp(search, asked, reopen));
  place.append(h("div", { class: "knobs" }, knobs(search, about?.queens, reopen)));
  keep({ n, method, ...marks.question }, place);
  await search.makeTree();
  await search.start();
  return { keys: search.keys(), close: () => search.close() };
}
