// The solutions found so far, those that are images of each other together.

import { h } from "/dom.js";
import { words, figure } from "/words.js";
import { smallBoard } from "/queens/board.js";

const PORTION = 48;

export class Gallery {
  constructor(go) {
    this.go = go;
    this.title = h("h3");
    this.groups = h("ol", { class: "gallery" });
    this.room = PORTION;
    this.more = h("button", { hidden: true, onclick: () => this.showMore() });
    this.element = h("section", {}, this.title, this.groups, this.more);
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
    const last = solutions[found - 1]?.group;
    const shown = [...sizes].slice(0, this.room).map(([group, size]) => {
      const card = this.card(group, solutions);
      card.classList.toggle("fresh", group === last);
      card.querySelector(".size").textContent = `× ${size}`;
      return card;
    });
    this.groups.replaceChildren(...shown);
    this.title.textContent = words.galleryTitle(...[found, all, sizes.size, groups].map(figure));
    this.more.hidden = sizes.size <= this.room;
    this.more.textContent = words.moreGroups(figure(sizes.size - this.room));
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
