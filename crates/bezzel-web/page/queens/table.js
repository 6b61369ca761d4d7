// The post's table, growing: nodes in all, visited, promising, and level by level.

import { h } from "/dom.js";
import { words, figure } from "/words.js";

const COLUMNS = ["visited", "promising", "pruned", "solutions"];

export class Table {
  constructor(n, overview) {
    this.n = n;
    this.whole = overview.tree;
    this.counters = Object.fromEntries(
      [...COLUMNS, "depth"].map((name) => [name, h("output", { "data-counter": name })]),
    );
    const counter = (name) =>
      h("div", { class: `counter ${name}` }, h("span", {}, words[name]), this.counters[name]);
    this.tally = h("div", { class: "counters" }, [...COLUMNS, "depth"].map(counter));
    this.body = h("tbody");
    this.foot = h("tfoot");
    const head = (text) => h("th", { scope: "col" }, text);
    this.element = h(
      "div",
      { class: "levels" },
      h(
        "table",
        {},
        h("caption", {}, words.tableTitle(n)),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head(words.level),
            COLUMNS.map((name) => head(words[name])),
          ),
        ),
        this.body,
        this.foot,
      ),
      h("p", { class: "note" }, words.allNodes(this.whole.all_nodes, this.whole.upper_bound)),
    );
  }

  show(replay) {
    const pruned = (level) => ({ ...level, pruned: level.visited - level.promising });
    const total = pruned(replay.total);
    for (const name of COLUMNS) this.counters[name].textContent = figure(total[name]);
    this.counters.depth.textContent = figure(replay.trail.length - 1);
    const cells = (counts) => COLUMNS.map((name) => h("td", {}, figure(counts[name])));
    const row = (level, depth) =>
      h(
        "tr",
        { class: depth === replay.trail.length - 1 ? "lit" : "" },
        h("th", { scope: "row" }, depth),
        cells(pruned(level)),
      );
    this.body.replaceChildren(...replay.levels.map(row));
    const whole = {
      visited: BigInt(this.whole.visited),
      promising: BigInt(this.whole.promising),
      solutions: BigInt(this.whole.solutions),
    };
    this.foot.replaceChildren(
      h("tr", {}, h("th", { scope: "row" }, words.soFar), cells(total)),
      h(
        "tr",
        {},
        h("th", { scope: "row" }, words.wholeSearch),
        cells({ ...whole, pruned: whole.visited - whole.promising }),
      ),
    );
  }
}
