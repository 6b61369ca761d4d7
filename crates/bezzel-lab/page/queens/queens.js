// Queens: board, tree and code side by side, in step.

import { h, choice, marked, put } from "/dom.js";
import { words, why, figure } from "/words.js";
import { base } from "/words/base.js";
import { read, readNumber, keep } from "/address.js";
import { recording, play, queens, Refusal } from "/source.js";
import { Player } from "/player.js";
import { Exercises } from "/exercise.js";
import { Replay, covers } from "/queens/replay.js";
import { Board } from "/queens/board.js";
import { Tree } from "/queens/tree.js";
import { Listing } from "/queens/listing.js";
import { CallStack, Cells } from "/lines/view.js";
import { sign } from "/icons.js";
import { Table } from "/queens/table.js";
import { Gallery } from "/queens/gallery.js";
import { Skyline } from "/queens/skyline.js";
import { Marks, Setup } from "/queens/marks.js";
import { hostOf } from "/queens/host.js";
import { NUMBERS, under } from "/queens/under.js";

const PAGES = 40; // Pages kept: some megabytes.
const AHEAD = 1_000; // As many steps before a page ends the next one is asked for: a second at full speed.
const PANES = ["tree", "code", "calls"];

/** The search of one board by one method. */
class Queens {
  n; place; marks; listings; method; reopen; setup; under; overview;

  constructor(place, marks, method, overview, listings, chosen, played, reopen) {
    const { n } = marks;
    Object.assign(this, { place, n, marks, method, overview, listings, reopen });
    this.steps = overview.steps;
    // A tree of a hundred nodes is drawn whole; one of a few hundred, if the reader asks for it.
    this.folds = Number(overview.tree.visited) > 100;
    this.keeps = this.steps <= 600;
    this.complete = played?.complete ?? true;
    this.pages = [];
    this.solutions = [];
    this.closed = false;
    this.turn = 0;
    // Lines executed since the last event of the search.
    this.lines = 0;
    const go = (step) => this.player.show(step);
    this.board = new Board(marks);
    this.board.compares = method === "promising" && n <= 6 && marks.all.length === 0;
    this.table = new Table(n, overview);
    this.gallery = new Gallery(go, read("all") === "1", (each) => keep({ all: each ? 1 : null }, place));
    this.skyline = new Skyline(n, overview, go);
    this.calls = new CallStack();
    this.cells = new Cells();
    this.player = new Player({
      go: (step) => this.show(step),
      fine: (by) => this.goLine(by),
      above: this.skyline.element,
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
    this.exercises = new Exercises(hostOf(this), place);
    this.kind = h("span", { class: "kind" });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.code = h("div", { class: "code" });
    this.numbers = NUMBERS.includes(read("numbers")) ? read("numbers") : "none";
    this.board.points = true;
    this.chooseListing(chosen);
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
      boards: true,
      go: (step) => this.player.show(step),
      label: (node) => String(node.column + base.first),
      title: words.nodeTitle,
      views: (view) => keep({ tree: view === "visited" ? null : view }, this.place),
    });
    this.tree.choose(read("tree", "visited"));
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
    if (["line", "calls", "returns", "list"].includes(kind)) this.choosePane("code");
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
    const stopped = this.listing?.stops;
    this.listing = new Listing(chosen, this.method, this.marks);
    // A program that stops at the first solution has a shorter search.
    if (stopped !== undefined && stopped !== this.listing.stops) {
      this.reopen({ code: name, step: null, line: null });
      return;
    }
    this.lines = 0;
    this.countFrom();
    const options = this.listings.map(({ name, language, post }) => [name, post ? `${language} (${post})` : language]);
    const change = (name) => {
      keep({ code: name, line: null }, this.place);
      this.chooseListing(name);
      this.draw();
    };
    const lines = this.player.units.querySelector("[data-unit=line]");
    lines.disabled = !this.listing.execution;
    lines.title = this.listing.execution ? "" : words.noLines;
    this.player.setUnit(read("unit") === "line" && this.listing.execution ? "line" : "queen");
    put(
      this.code,
      h("div", { class: "heading" }, h("h2", {}, words.code), choice("code", options, chosen.name, change)),
      h("div", { class: "listing" }, this.listing.view.code),
      h("div", { class: "inside", tabindex: 0, role: "region", "aria-label": words.memory }, this.cells.element),
      h("p", { class: "note" }, this.listing.source),
    );
    this.code.querySelector("select").setAttribute("aria-label", words.language);
  }

  /** Rows and columns are counted as the code counts them, unless the reader wants otherwise. */
  countFrom() {
    const asked = read("base");
    base.first = asked === "0" || asked === "1" ? Number(asked) : this.listing.first;
    this.board.count(base.first);
    if (this.tree) this.tree.laid = null;
  }

  async start() {
    const pane = PANES.includes(read("pane")) ? read("pane") : "tree";
    const segments = h(
      "div",
      { class: "segmented panes", role: "group", "aria-label": words.labs },
      PANES.map((name) => h("button", { "data-pane": name, "aria-pressed": String(name === pane), onclick: () => this.choosePane(name) }, words.panes[name])),
    );
    this.segments = segments;
    this.place.dataset.pane = pane;
    this.place.append(
      h(
        "div",
        { class: "stage" },
        h("h2", { class: "sr" }, words.board),
        h("div", { class: "saying" }, this.kind, this.says),
        this.exercises.element,
        this.setup?.refusal,
        h("div", { class: "boardbox" }, this.board.element),
        // While a board is set up, its tools are beside it.
        this.setup?.inUse ? this.setup.element : null,
        h("div", { class: "under" }, this.under),
      ),
      segments,
      h("div", { class: "forest" }, h("div", { class: "heading" }, h("h2", {}, words.tree), this.tree.tools), this.tree.box, this.table.tally),
      h("div", { class: "callbox" }, h("div", { class: "heading" }, h("h2", {}, words.calls)), this.calls.element),
      this.code,
      h("div", { class: "transport" }, this.player.element),
      h("div", { class: "numbers" }, this.table.element),
      this.gallery.element,
    );
    this.swipe();
    this.lines = readNumber("line", 0, 0, 10_000);
    await this.player.jump(readNumber("step", 0, 0, this.steps));
    await this.exercises.open();
    this.loadSolutions().catch((error) => this.refuse(error));
  }

  /** On screens that have no room for all: which part is shown. */
  choosePane(name) {
    this.place.dataset.pane = name;
    for (const button of this.segments.children) button.setAttribute("aria-pressed", button.dataset.pane === name);
    keep({ pane: name === "tree" ? null : name }, this.place);
    this.draw();
  }

  /** A finger that moves along the board goes a step on or back. */
  swipe() {
    let from = null;
    const box = this.place.querySelector(".stage");
    box.addEventListener("touchstart", ({ touches }) => (from = touches.length === 1 ? [touches[0].clientX, touches[0].clientY] : null), { passive: true });
    box.addEventListener("touchend", ({ changedTouches: [end] }) => {
      if (!from) return;
      const [dx, dy] = [end.clientX - from[0], end.clientY - from[1]];
      from = null;
      if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy) && !this.exercises.question) this.player.by(dx < 0 ? 1 : -1);
    });
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

  /** Goes a line of code on or back; returns false at the end. */
  async goLine(by) {
    const { replay, listing } = this;
    if (!listing.execution) return false;
    // An open question is answered first, by lines as by steps.
    if (this.exercises.question) {
      this.exercises.nudge();
      return false;
    }
    const isLast = (step) => step === this.steps - 1;
    const lines = this.lines + by;
    if (lines < 0) {
      if (replay.step === 0) return false;
      const step = replay.step - 1;
      await this.player.move(step);
      this.lines = this.listing.execution.after(this.replay, isLast(step)).length - 1;
    } else {
      const states = replay.step === this.steps ? [] : listing.execution.after(replay, isLast(replay.step));
      const event = states.findIndex((state) => state.event);
      if (lines > event && event >= 0 && !isLast(replay.step)) {
        await this.player.move(replay.step + 1);
        this.lines = 0;
      } else if (lines <= states.length) {
        this.lines = lines;
      } else {
        return false;
      }
    }
    keep({ line: this.lines || null }, this.place);
    this.draw();
    return true;
  }

  async show(step) {
    this.lines = step === this.replay?.step || !this.replay ? this.lines : 0;
    const wanted = (this.wanted = step);
    const page = await this.page(step).catch((error) => this.refuse(error));
    if (!page || this.closed || this.wanted !== wanted) return;
    const { replay } = this;
    const onward = replay?.page === page && replay.step <= step;
    if (onward) while (replay.step < step) replay.forward();
    else this.replay = Replay.at(page, step, !this.keeps);
    this.draw();
    keep({ step, line: this.lines || null }, this.place);
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
      () => this.drawBoard(replay),
      () => this.tree.show(replay),
      () => this.drawCode(replay, isEnd, flies),
      () => this.table.show(replay),
      () => this.tell(replay),
    ];
    if (!flies) {
      panels.forEach((show) => show());
      this.drawGallery();
      return;
    }
    // While steps pass quickly each frame draws one of the panels, since all of them would take
    // longer than a frame. Lists, which are unreadable at that speed, are drawn about once a
    // second.
    this.turn = (this.turn + 1) % 65;
    if (this.turn === 0) this.drawGallery();
    else panels[this.turn % panels.length]();
  }

  /** The line being shown, if lines are shown since the last event. */
  lineState() {
    const { replay, lines } = this;
    if (lines === 0 || !this.listing.execution || replay.step >= this.steps) return null;
    return this.listing.execution.after(replay, replay.step === this.steps - 1)[lines - 1] ?? null;
  }

  /** Shows the board; between two events, the square that the code looks at. */
  drawBoard(replay) {
    const line = this.lineState();
    if (!line) {
      this.board.show(replay);
      return;
    }
    this.board.show({ ...replay, event: null, trail: replay.trail, path: replay.path });
    const name = this.listing.numbers.column[0];
    const frame = line.frames.findLast(({ values }) => values[name] !== undefined && values[name] !== "");
    const column = frame ? Number(frame.values[name]) - this.listing.first : -1;
    this.board.tryOut(column >= 0 && column < this.n && replay.path.length < this.n ? [replay.path.length, column] : null);
  }

  /** Shows the code, the calls and the lists. */
  drawCode(replay, isEnd, flies) {
    const line = this.lineState();
    const state = line ? this.listing.showLine(line) : this.listing.showEvent(replay, isEnd && !this.listing.stops, flies);
    if (!state) return;
    this.calls.show(state.frames);
    this.cells.show(state.memory, state.what?.[0] === "pop" ? state.what[2] : null);
  }

  /** Announces the position of the search. */
  tell(replay) {
    const { isEnd } = this;
    const line = this.lineState();
    this.skyline.show(replay.step);
    this.player.sign();
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
    const kind = line ? "line" : (replay.event?.kind ?? "start");
    sign(this.kind, kind, words.kinds[kind]);
    const number = h("span", { class: "step" }, words.stepOf(figure(replay.step), figure(this.steps)));
    const cut = replay.step === this.steps && !this.complete ? ` ${words.cut}` : "";
    const stopped = this.listing.stops && replay.total.solutions > 0 && !line ? ` ${words.stopped}` : "";
    const text = line ? words.lineSays(line.what, line.line, line.frames) : words.say(replay, this.marks, isEnd && !this.listing.stops) + cut + stopped;
    this.says.replaceChildren(number, " ", ...marked(text));
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
export async function openQueens(place, about, reopen, visit) {
  const played = recording && play(readNumber("n", recording.n), read("method"), read("board"));
  const n = played ? played.n : readNumber("n", 4, 1, about.queens.limit);
  const marks = played ? new Marks(n, played.board, played.torus) : Marks.read(n);
  const known = played ? [played.method] : about.queens.methods.map(({ name }) => name);
  const method = known.includes(read("method")) ? read("method") : known[0];
  const [whole, listings] = await Promise.all([queens.overview(marks), queens.listings(method)]);
  const chosen = listings.find(({ name }) => name === read("code")) ?? listings[0];
  // Stop at the first solution, as post 001 does.
  const stops = read("first") === "1" || chosen.stops;
  const [found] = stops && !played ? (await queens.solutions(marks, 0)).solutions : [];
  const overview = found ? { ...whole, steps: found.step } : whole;
  const search = new Queens(place, marks, method, overview, listings, chosen.name, played, reopen);
  if (!recording) search.setup = new Setup(marks, search.board, (asked) => setUp(search, asked, reopen));
  keep({ n, method, ...marks.question }, place);
  await search.makeTree();
  search.under = under(search, about?.queens, reopen, visit);
  await search.start();
  return { keys: search.keys(), close: () => search.close() };
}
