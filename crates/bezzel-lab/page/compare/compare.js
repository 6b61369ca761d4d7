// Side by side: two ways to search the same board, with one clock.

import { h, choice, field, marked } from "/dom.js";
import { words, figure, language } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get } from "/source.js";
import { Player } from "/player.js";
import { Marks } from "/queens/marks.js";
import { Board } from "/queens/board.js";
import { Replay } from "/queens/replay.js";
import { Tree } from "/queens/tree.js";

const [REJECT, SOLUTION, BACK] = [100, 200, 201];
const COUNTERS = ["visited", "rejected", "tests", "solutions"];

/** The steps of a search as one page of a trace. */
function asPage({ steps }) {
  const path = [];
  const events = steps.map((step) => {
    if (step === SOLUTION) return "solution";
    if (step === BACK) return { retreat: path.pop() };
    if (step >= REJECT) return { reject: [step - REJECT, {}] };
    path.push(step);
    return { enter: step };
  });
  const root = { parent: null, level: 0, choice: null, fate: "open" };
  return { step: 0, levels: [{ visited: 1, promising: 1, solutions: 0 }], nodes: [root], events, memory: { names: [], cells: [] } };
}

/** The pairs of queens that attack each other, from above. */
function conflicts(path) {
  const pairs = [];
  path.forEach((column, row) => {
    for (let above = 0; above < row; above += 1) {
      const apart = column - path[above];
      const line = apart === 0 ? "column" : apart === row - above ? "falling" : apart === above - row ? "rising" : null;
      if (line) pairs.push({ queen: { row: above, column: path[above] }, target: { row, column }, line });
    }
  });
  return pairs;
}

/** One of the two: a board and a tree, and what the search has done so far. */
class Side {
  go; run;

  constructor(n, name, run) {
    Object.assign(this, { n, name, run });
    this.page = asPage(run);
    this.board = new Board(new Marks(n));
    this.board.points = true;
    this.tree = new Tree({
      wide: n,
      depth: n,
      go: (step) => this.go(step),
      label: ({ column }) => String(column + 1),
      title: ({ level, column }) => (level === 0 ? words.problems.root : `(${level}, ${column + 1})`),
      rowName: () => "",
    });
    this.counters = Object.fromEntries(COUNTERS.map((name) => [name, h("output", { "data-counter": name })]));
    this.says = h("p", { class: "says", role: "status" });
    const counter = (name) => h("div", { class: `counter ${name}` }, h("span", {}, words.compare[name] ?? words[name]), this.counters[name]);
    this.bar = h("progress", { max: 1, value: 0, "aria-label": words.compare.methods[name][0] });
    this.element = h(
      "section",
      { class: "card side", "data-side": name },
      h("h2", {}, words.compare.methods[name][0]),
      h("p", { class: "note" }, words.compare.methods[name][1]),
      this.says,
      h("div", { class: "counters" }, COUNTERS.map(counter)),
      this.board.element,
      this.tree.box,
      h("div", { class: "sofar" }, this.bar, (this.count = h("span", { class: "note" }))),
    );
    this.tests = 0;
    this.tested = 0;
  }

  show(step) {
    const wanted = Math.min(step, this.page.events.length);
    if (!this.replay || wanted < this.replay.step) {
      this.replay = new Replay(this.page, true);
      [this.tests, this.tested] = [0, 0];
    }
    while (this.replay.step < wanted) this.replay.forward();
    for (; this.tested < wanted; this.tested += 1) this.tests += this.run.tests[this.tested];
    const { event, path, total } = this.replay;
    this.board.show(this.replay);
    // Where nothing is pruned, queens may attack each other.
    this.board.attack(conflicts(path));
    this.tree.show(this.replay);
    const counts = { visited: total.visited, rejected: total.visited - total.promising, tests: this.tests, solutions: total.solutions };
    for (const name of COUNTERS) this.counters[name].textContent = figure(counts[name]);
    this.count.textContent = `${figure(wanted)} / ${figure(this.page.events.length)}`;
    this.bar.value = this.page.events.length ? wanted / this.page.events.length : 1;
    this.says.replaceChildren(...marked(words.compare.says(event, path, wanted === this.page.events.length, this.run.complete)));
  }
}

/** The posts' table, with where its numbers come from; each row leads to its tree. */
async function table(visit) {
  const sizes = [4, 8, 12];
  const known = await Promise.all(sizes.map((n) => get(`queens/${n}`)));
  const cell = (value) => h("td", {}, words.long(String(value)));
  const open = (n) => visit({ lab: "queens", n, step: null });
  const row = (n, { tree }) =>
    h(
      "tr",
      { class: "opens", onclick: () => open(n) },
      h(
        "th",
        { scope: "row" },
        h("button", { "data-open": n, title: words.compare.open(n), onclick: () => open(n) }, n),
      ),
      [tree.all_nodes, tree.upper_bound, tree.visited, tree.promising, tree.solutions].map(cell),
    );
  const levels = (n) => Array.from({ length: n + 1 }, (_, level) => h("td", {}, figure(n ** level)));
  const heads = ["n", ...words.compare.columns];
  return h(
    "section",
    { class: "card posttable" },
    h("h2", {}, words.compare.table),
    h(
      "div",
      { class: "scrolls" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", {}, sizes.map((n, at) => row(n, known[at]))),
        h(
          "tfoot",
          {},
          h("tr", {}, h("th", { scope: "row" }, words.compare.formula), words.compare.formulas.map((text) => h("td", {}, text))),
        ),
      ),
    ),
    h("p", { class: "note" }, words.compare.levels(4), " ", levels(4).map((td) => td.textContent).join(" + "), " = 341"),
    h("p", { class: "note" }, words.compare.choose64),
    h("p", { class: "note" }, words.compare.postsFigures),
  );
}

/** Opens the tab. */
export async function openCompare(place, about, reopen, visit) {
  const names = about.compare.methods.map(({ name }) => name);
  const n = readNumber("n", 4, 1, about.compare.limit);
  const one = names.includes(read("left")) ? read("left") : names[0];
  const other = names.includes(read("right")) ? read("right") : "promising";
  const runs = await Promise.all([one, other].map((method) => get(`compare/${n}`, { method })));
  const sides = [new Side(n, one, runs[0]), new Side(n, other, runs[1])];
  sides.forEach((side) => {
    side.go = (step) => player.show(step);
  });
  const player = new Player({
    go: (step) => {
      sides.forEach((side) => side.show(step));
      keep({ step }, place);
    },
    length: Math.max(...runs.map(({ steps }) => steps.length)),
    speed: 8,
  });
  const options = names.map((name) => [name, words.compare.methods[name][0]]);
  const sizes = Array.from({ length: about.compare.limit }, (_, at) => [at + 1, words.queensCount(at + 1)]);
  place.append(
    h(
      "div",
      { class: "knobs" },
      field(words.queensTitle, choice("n", sizes, n, (n) => reopen({ n, step: null }))),
      field(words.compare.left, choice("left", options, one, (left) => reopen({ left }))),
      field(words.compare.right, choice("right", options, other, (right) => reopen({ right }))),
    ),
    h("div", { class: "sides" }, sides.map(({ element }) => element)),
    h("div", { class: "transport" }, player.element),
    await table(visit),
  );
  keep({ n, left: one, right: other }, place);
  place.lang = language;
  await player.jump(readNumber("step", 0, 0, player.length));
  return { keys: player.keys(), close: () => player.pause() };
}
