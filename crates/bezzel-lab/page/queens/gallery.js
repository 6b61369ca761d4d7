// The solutions found so far, those that are images of each other together.

import { h } from "/dom.js";
import { words, figure } from "/words.js";
import { base } from "/words/base.js";
import { smallBoard } from "/queens/board.js";

const PORTION = 48;

export class Gallery {
  /**
   * `each` is true if every solution has its own card; `changed(each)` is called when the reader
   * changes that.
   */
  constructor(go, each, changed) {
    this.go = go;
    this.each = each;
    this.title = h("h3");
    const choose = ({ target }) => {
      this.each = target.checked;
      this.room = PORTION;
      this.found = -1;
      changed(this.each);
      if (this.told) this.show(...this.told);
    };
    this.choice = h(
      "label",
      { class: "check" },
      h("input", { type: "checkbox", name: "all", checked: each, onchange: choose }),
      words.eachSolution,
    );
    this.groups = h("ol", { class: "gallery" });
    this.room = PORTION;
    this.more = h("button", { hidden: true, onclick: () => this.showMore() });
    this.element = h("section", {}, h("div", { class: "heading" }, this.title, this.choice), this.groups, this.more);
    this.cards = new Map();
    this.found = -1;
  }

  /** Shows the first `found` of the solutions. */
  show(solutions, found, all, groups) {
    if (found === this.found) return;
    this.found = found;
    this.told = [solutions, found, all, groups];
    const sizes = new Map();
    for (const { group } of solutions.slice(0, found)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    this.title.textContent = words.galleryTitle(...[found, all, sizes.size, groups].map(figure));
    if (this.each) {
      this.showEach(solutions.slice(0, found));
      return;
    }
    const last = solutions[found - 1]?.group;
    const shown = [...sizes].slice(0, this.room).map(([group, size]) => {
      const card = this.card(group, solutions);
      card.classList.toggle("fresh", group === last);
      card.querySelector(".size").textContent = `× ${size}`;
      return card;
    });
    this.groups.replaceChildren(...shown);
    this.more.hidden = sizes.size <= this.room;
    this.more.textContent = words.moreGroups(figure(sizes.size - this.room));
  }

  /** Every solution in the order it is found, with the list that programs store. */
  showEach(solutions) {
    const card = ({ step, columns }, index) => {
      const label = words.solutionLabel(columns.map((column) => column + 1));
      return h(
        "li",
        { class: index === solutions.length - 1 ? "fresh" : "" },
        h("button", { title: label, "aria-label": label, onclick: () => this.go(step) }, smallBoard(columns)),
        h("span", { class: "size" }, `#${index + 1}`),
        h("code", { class: "list" }, `[${columns.map((column) => column + base.first).join(", ")}]`),
      );
    };
    this.groups.replaceChildren(...solutions.slice(0, this.room).map(card));
    this.more.hidden = solutions.length <= this.room;
    this.more.textContent = words.moreGroups(figure(solutions.length - this.room));
  }

  showMore() {
    this.room += PORTION;
    this.found = -1;
    this.show(...this.told);
  }

  /** Goes to a solution of the group; at the next click to the next of those found. */
  visit(group, solutions) {
    const found = solutions.slice(0, this.found).filter((solution) => solution.group === group);
    const next = found.findIndex(({ step }) => step === this.visited) + 1;
    this.visited = found[next % found.length].step;
    this.go(this.visited);
  }

  card(group, solutions) {
    if (!this.cards.has(group)) {
      const first = solutions.find((solution) => solution.group === group);
      const label = words.solutionLabel(first.columns.map((column) => column + 1));
      const button = h(
        "button",
        { title: label, "aria-label": label, onclick: () => this.visit(group, solutions) },
        smallBoard(first.columns),
      );
      this.cards.set(group, h("li", {}, button, h("span", { class: "size" })));
    }
    return this.cards.get(group);
  }
}
