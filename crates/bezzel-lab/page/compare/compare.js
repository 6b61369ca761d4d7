// Side by side: two ways to search the same board, with one clock.

import { h, choice, field } from "/dom.js";
import { words, figure, language } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get } from "/source.js";
import { Player } from "/player.js";
import { Marks } from "/queens/marks.js";
import { Board } from "/queens/board.js";

const [REJECT, SOLUTION, BACK] = [100, 200, 201];
const COUNTERS = ["visited", "rejected", "tests", "solutions"];

/** One of the two: a board, what it has done so far, and the last thing it did. */
class Side {
  constructor(n, name, { steps, tests, complete }) {
    Object.assign(this, { n, name, steps, tests, complete });
    this.board = new Board(new Marks(n));
    this.counters = Object.fromEntries(COUNTERS.map((name) => [name, h("output", { "data-counter": name })]));
    this.says = h("p", { class: "note", role: "status" });
    const counter = (name) => h("div", { class: `counter ${name}` }, h("span", {}, words.compare[name] ?? words[name]), this.counters[name]);
    this.bar = h("progress", { max: 1, value: 0, "aria-label": words.compare.methods[name][0] });
    this.element = h(
      "section",
      { class: "card side", "data-side": name },
      h("h2", {}, words.compare.methods[name][0]),
      h("p", { class: "note" }, words.compare.methods[name][1]),
      this.board.element,
      h("div", { class: "counters" }, COUNTERS.map(counter)),
      this.bar,
      this.says,
    );
    this.rewind();
  }

  rewind() {
    this.at = 0;
    this.path = [];
    this.counts = { visited: 1, rejected: 0, tests: 0, solutions: 0 };
    this.crosses = [[]];
    this.event = null;
  }

  forward() {
    const step = this.steps[this.at];
    this.counts.tests += this.tests[this.at];
    this.at += 1;
    if (step === SOLUTION) {
      this.counts.solutions += 1;
      this.event = { kind: "solution" };
    } else if (step === BACK) {
      this.event = { kind: "retreat", column: this.path.pop() };
      this.crosses.length = this.path.length + 1;
    } else if (step >= REJECT) {
      this.counts.visited += 1;
      this.counts.rejected += 1;
      this.crosses[this.path.length].push(step - REJECT);
      this.event = { kind: "reject", column: step - REJECT };
    } else {
      this.counts.visited += 1;
      this.path.push(step);
      this.crosses[this.path.length] = [];
      this.event = { kind: "enter", column: step };
    }
  }

  show(step) {
    const wanted = Math.min(step, this.steps.length);
    if (wanted < this.at) this.rewind();
    while (this.at < wanted) this.forward();
    const trail = this.crosses.map((columns, level) => ({
      children: columns.map((column) => ({
        fate: "rejected",
        level: level + 1,
        column,
        step: this.event?.kind === "reject" && level === this.path.length && column === this.event.column ? this.at : -1,
      })),
    }));
    this.board.show({ event: this.event, trail, path: this.path, step: this.at });
    for (const name of COUNTERS) this.counters[name].textContent = figure(this.counts[name]);
    this.bar.value = this.steps.length ? this.at / this.steps.length : 1;
    this.says.textContent = words.compare.says(this.event, this.path, this.at === this.steps.length, this.complete);
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
      field("n", choice("n", sizes, n, (n) => reopen({ n, step: null }))),
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
