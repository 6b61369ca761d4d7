// Queens: board, tree and code side by side, in step.

import { h, choice, field } from "/dom.js";
import { words, why, language, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { recording, queens, ask, Refusal } from "/source.js";
import { Player } from "/player.js";
import { keepMenu, pictureItems } from "/export.js";
import { Replay, covers } from "/queens/replay.js";
import { Board } from "/queens/board.js";
import { Tree } from "/queens/tree.js";
import { Listing, Memory } from "/queens/listing.js";
import { Table } from "/queens/table.js";
import { Gallery } from "/queens/gallery.js";
import { Skyline } from "/queens/skyline.js";
import { Marks, Setup } from "/queens/marks.js";

const PAGES = 40; // Pages kept: some megabytes.

/** The search of one board by one method. */
class Queens {
  constructor(place, marks, method, overview, listings) {
    const { n } = marks;
    Object.assign(this, { place, n, marks, method, overview, listings });
    this.steps = overview.steps;
    // A tree of a hundred nodes is drawn whole.
    this.folds = Number(overview.tree.visited) > 100;
    this.complete = recording?.complete ?? true;
    this.pages = [];
    this.solutions = [];
    this.quiz = read("quiz") === "1";
    this.revealed = false;
    this.closed = false;
    const go = (step) => this.player.show(step);
    this.board = new Board(marks);
    this.tree = new Tree(n, !this.folds, go);
    this.table = new Table(n, overview);
    this.gallery = new Gallery(go);
    this.skyline = new Skyline(n, overview, go);
    this.memory = new Memory(method);
    this.player = new Player({
      go: (step) => this.show(step),
      length: this.steps,
      extras: [
        ["previousSolution", "◀★", () => this.jumpToSolution(-1)],
        ["nextSolution", "★▶", () => this.jumpToSolution(1)],
        ["nextRetreat", "↩▶", () => this.jumpToRetreat()],
      ],
    });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.reveal = h("button", { class: "reveal", onclick: () => this.tell() }, words.showReason);
    this.code = h("div", { class: "code" });
    this.chooseListing(read("code"));
  }

  chooseListing(name) {
    const chosen = this.listings.find((listing) => listing.name === name) ?? this.listings[0];
    this.listing = new Listing(chosen);
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
      this.memory.element,
    );
  }

  async start() {
    this.place.append(
      h(
        "div",
        { class: "stage" },
        h("h2", { class: "sr" }, words.board),
        this.board.element,
        this.setup?.element,
        this.says,
        this.reveal,
        this.table.tally,
      ),
      h("div", { class: "forest" }, h("h2", {}, words.tree), this.tree.box),
      this.code,
      h("div", { class: "transport" }, this.skyline.element, this.player.element),
      h("div", { class: "numbers" }, this.table.element),
      this.gallery.element,
    );
    await this.player.show(readNumber("step", 0, 0, this.steps));
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
    else this.replay = Replay.at(page, step, this.folds);
    this.revealed = false;
    this.draw();
    keep({ step }, this.place);
    const next = page.step + page.events.length;
    if (step + 64 > next && next < this.steps) this.prepare(next + 1);
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
    const hides = this.quiz && !this.revealed;
    this.board.show(replay, hides);
    this.tree.show(replay, hides);
    const isEnd = this.complete && replay.step === this.steps;
    this.listing.show(replay, isEnd);
    this.memory.show(replay);
    this.table.show(replay);
    this.skyline.show(replay.step);
    this.place.classList.toggle("hides", hides);
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
    const number = h("span", { class: "step" }, words.stepOf(figure(replay.step), figure(this.steps)));
    const cut = replay.step === this.steps && !this.complete ? ` ${words.cut}` : "";
    this.says.replaceChildren(number, " ", words.say(replay, this.marks, isEnd, hides) + cut);
    this.says.dataset.step = replay.step;
    this.reveal.hidden = !hides || !replay.event;
    this.drawGallery();
  }

  drawGallery() {
    const { solutions, overview, replay } = this;
    const found = replay.total.solutions;
    if (found <= solutions.length)
      this.gallery.show(solutions, found, Number(overview.tree.solutions), overview.groups);
  }

  /** Begins or ends the quiz. */
  ask(quiz) {
    this.quiz = quiz;
    this.revealed = false;
    keep({ quiz: quiz ? 1 : null }, this.place);
    this.draw();
  }

  /** Tells what the quiz asked for. */
  tell() {
    this.revealed = true;
    const focused = document.activeElement === this.reveal;
    this.draw();
    if (focused) this.listing.code.focus();
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
      ["r", words.showReason, () => this.tell()],
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
      drawings: [this.board.element, this.tree.drawing],
      caption: this.says.textContent,
    };
  }
}

/** The run as files that the server makes; the moving picture begins at the step shown. */
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
  const quiz = h("input", {
    type: "checkbox",
    name: "quiz",
    checked: search.quiz,
    onchange: ({ target }) => search.ask(target.checked),
  });
  const items = pictureItems(() => search.picture());
  const common = [h("label", { class: "check" }, quiz, words.quiz)];
  if (recording) return [h("strong", {}, words.queensCount(n)), ...common, keepMenu(items)];
  const sizes = Array.from({ length: about.limit }, (_, at) => [at + 1, words.queensCount(at + 1)]);
  const methods = about.methods.map(({ name }) => [name, words.methods[name] ?? name]);
  const resize = (n) => reopen({ n, board: null, step: null });
  const change = (method) => reopen({ method, code: null });
  return [
    field("n", choice("n", sizes, n, resize)),
    field(words.method, choice("method", methods, method, change)),
    ...common,
    keepMenu([...items, ...runItems(search)]),
  ];
}

/** Opens another board, if there can be such a one: who attacks whom is for the library to say. */
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
  const n = recording ? recording.n : readNumber("n", 4, 1, about.queens.limit);
  const marks = recording ? new Marks(n, recording.board, recording.torus) : Marks.read(n);
  const known = recording ? [recording.method] : about.queens.methods.map(({ name }) => name);
  const method = known.includes(read("method")) ? read("method") : known[0];
  const [overview, listings] = await Promise.all([queens.overview(marks), queens.listings(method)]);
  const search = new Queens(place, marks, method, overview, listings);
  if (!recording) search.setup = new Setup(marks, search.board, (asked) => setUp(search, asked, reopen));
  place.append(h("div", { class: "knobs" }, knobs(search, about?.queens, reopen)));
  keep({ n, method, ...marks.question }, place);
  await search.start();
  return { keys: search.keys(), close: () => search.close() };
}
