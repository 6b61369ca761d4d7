// The code, with the lines at work lit, and what the method remembers.

import { h } from "/dom.js";
import { words } from "/words.js";

/** The moments an event stands for; a line that is on at one of them is lit. */
function moments({ event, path, step }, steps) {
  const lit = new Set();
  if (step === 0) lit.add("start");
  if (step === steps) lit.add("end");
  if (!event) return lit;
  lit.add(event.kind);
  if (event.kind === "enter") lit.add(path.length === 1 ? "first" : "below");
  if (event.kind === "retreat") lit.add(path.length === 0 ? "again-first" : "again-below");
  if (event.kind === "reject") {
    lit.add(event.attack.line);
    if (event.attack.line !== "column") lit.add("diagonal");
  }
  return lit;
}

export class Listing {
  constructor({ lines, post, stops }) {
    this.lines = lines.map(({ text, on }) => ({ on, element: h("span", { class: "line" }, text || " ") }));
    this.code = h("pre", { tabindex: 0, "aria-label": words.code }, h("code", {}, this.lines.map(({ element }) => element)));
    this.stops = stops;
    this.note = h("p", { class: "note" });
    this.source = h("p", { class: "note" }, post ? words.mirrors(post) : words.ours);
    this.element = h("div", { class: "listing" }, this.code, this.note, this.source);
  }

  show(replay, steps) {
    const now = moments(replay, steps);
    let first = null;
    for (const { on, element } of this.lines) {
      const lit = on.some((moment) => now.has(moment));
      element.classList.toggle("lit", lit);
      element.toggleAttribute("aria-current", lit);
      if (lit) first ??= element;
    }
    if (first) {
      const [top, bottom] = [first.offsetTop - 24, first.offsetTop + 60];
      if (top < this.code.scrollTop || bottom > this.code.scrollTop + this.code.clientHeight) this.code.scrollTop = top - 40;
    }
    const passed = this.stops && replay.total.solutions > 0;
    this.note.textContent = passed ? words.stopped : "";
  }
}

/** What the method remembers, as rows of cells. */
export class Memory {
  constructor() {
    this.element = h("div", { class: "memory" });
  }

  show({ memory, page }) {
    // One row alone lists queens; where there are several, 0 stands for a line that is free.
    const list = memory.length === 1;
    const row = (name, cells) => {
      const shown = cells.map((cell) => h("span", { class: cell || list ? "cell set" : "cell" }, String(cell)));
      return h("div", { class: "cells" }, h("code", {}, name), h("span", { class: "values" }, shown.length ? shown : "[ ]"));
    };
    this.element.replaceChildren(h("h3", {}, words.memory), ...memory.map((cells, index) => row(page.memory.names[index], cells)));
  }
}
