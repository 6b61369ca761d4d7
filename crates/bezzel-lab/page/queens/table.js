// The post's table, growing: nodes in all, visited, promising, and level by level.

import { h, write } from "/dom.js";
import { words, figure } from "/words.js";

const COLUMNS = ["visited", "promising", "rejected", "solutions"];

export class Table {
  constructor(n, overview) {
    this.counters = Object.fromEntries(
      [...COLUMNS, "depth"].map((name) => [name, h("output", { "data-counter": name })]),
    );
    const counter = (name) =>
      h("div", { class: `counter ${name}` }, h("span", {}, words[name]), this.counters[name]);
    this.tally = h("div", { class: "counters" }, [...COLUMNS, "depth"].map(counter));
    const head = (text) => h("th", { scope: "col" }, text);
    const row = (name) => {
      const cells = COLUMNS.map(() => h("td"));
      return { cells, element: h("tr", {}, h("th", { scope: "row" }, name), cells) };
    };
    this.levels = Array.from({ length: n + 1 }, (_, level) => row(level));
    this.soFar = row(words.soFar);
    const whole = row(words.wholeSearch);
    const { visited, promising, solutions } = overview.tree;
    fill(whole, { visited: BigInt(visited), promising: BigInt(promising), solutions: BigInt(solutions) });
    const titles = h(
      "tr",
      {},
      head(words.level),
      COLUMNS.map((name) => head(words[name])),
    );
    this.element = h(
      "div",
      { class: "levels" },
      h(
        "table",
        {},
        h("caption", {}, words.tableTitle(n)),
        h("thead", {}, titles),
        h(
          "tbody",
          {},
          this.levels.map(({ element }) => element),
        ),
        h("tfoot", {}, this.soFar.element, whole.element),
      ),
      h("p", { class: "note" }, words.allNodes(overview.tree.all_nodes, overview.tree.upper_bound)),
    );
  }

  show({ levels, total, trail }) {
    const depth = trail.length - 1;
    for (const name of COLUMNS) write(this.counters[name], figure(rejected(total)[name]));
    write(this.counters.depth, figure(depth));
    this.levels.forEach((row, level) => {
      fill(row, levels[level] ?? NOTHING);
      row.element.classList.toggle("lit", level === depth);
    });
    fill(this.soFar, total);
  }
}

const NOTHING = { visited: 0, promising: 0, solutions: 0 };

/** Nodes looked at and turned down are not counted anywhere else. */
const rejected = (counts) => ({ ...counts, rejected: counts.visited - counts.promising });

function fill({ cells }, counts) {
  const told = rejected(counts);
  COLUMNS.forEach((name, column) => write(cells[column], figure(told[name])));
}
