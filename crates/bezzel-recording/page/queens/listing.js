// The code, with the lines at work lit, and what the method remembers.

import { h, write, Pane } from "/dom.js";
import { words } from "/words.js";

/** The moments an event stands for; a line that is on at one of them is lit. */
function moments({ event, path, step }, isEnd) {
  const lit = new Set();
  if (step === 0) lit.add("start");
  if (isEnd) lit.add("end");
  if (!event) return lit;
  lit.add(event.kind);
  if (event.kind === "enter") lit.add(path.length === 1 ? "first" : "below");
  if (event.kind === "retreat") lit.add(path.length === 0 ? "again-first" : "again-below");
  if (event.kind === "reject") {
    // Of blocked squares and of rows that have their queen the listings know nothing but that they are rejected.
    const { line } = event.objection;
    if (line) lit.add(line);
    if (line === "rising" || line === "falling") lit.add("diagonal");
  }
  return lit;
}

export class Listing {
  constructor({ lines, post, stops }) {
    this.lines = lines.map(({ text, on }) => ({ on, element: h("span", { class: "line" }, text || " ") }));
    this.code = h(
      "pre",
      { tabindex: 0, "aria-label": words.code },
      h(
        "code",
        {},
        this.lines.map(({ element }) => element),
      ),
    );
    this.pane = new Pane(this.code);
    this.stops = stops;
    this.note = h("p", { class: "note" });
    this.source = h("p", { class: "note" }, post ? words.mirrors(post) : words.ours);
    this.element = h("div", { class: "listing" }, this.code, this.note, this.source);
  }

  show(replay, isEnd) {
    const now = moments(replay, isEnd);
    const lit = [];
    this.lines.forEach(({ on, element }, line) => {
      const isLit = on.some((moment) => now.has(moment));
      if (isLit) lit.push(line);
      if (element.classList.contains("lit") === isLit) return;
      element.classList.toggle("lit", isLit);
      if (isLit) element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
    });
    this.keepInView(lit);
    const passed = this.stops && replay.total.solutions > 0;
    write(this.note, passed ? words.stopped : "");
  }

  /** Scrolls so that all lit lines can be seen or, if they are too far apart, the last: it says why. */
  keepInView(lit) {
    if (lit.length === 0) return;
    const { pane } = this;
    if (pane.height === 0) pane.note();
    // Lines are as high as each other, and never change.
    this.lineHeight ??= this.lines[0].element.offsetHeight;
    const [first, last] = [lit[0], lit[lit.length - 1]].map((line) => line * this.lineHeight + 8);
    for (const y of [first, last + this.lineHeight]) pane.bring({ x: pane.left, y });
  }
}

/** What the method remembers, as rows of cells. */
export class Memory {
  constructor(method) {
    this.note = h("p", { class: "note" }, words.memoryNotes[method] ?? "");
    this.element = h("div", { class: "memory" });
  }

  show({ memory, page }) {
    if (memory === this.shown) return;
    this.shown = memory;
    // One row alone lists queens; where there are several, 0 stands for a line that is free.
    const list = memory.length === 1;
    const row = (name, cells) => {
      const shown = cells.map((cell) =>
        h("span", { class: cell || list ? "cell set" : "cell" }, String(cell)),
      );
      return h(
        "div",
        { class: "cells" },
        h("code", {}, name),
        h("span", { class: "values" }, shown.length ? shown : "[ ]"),
      );
    };
    this.element.replaceChildren(
      h("h3", {}, words.memory),
      ...memory.map((cells, index) => row(page.memory.names[index], cells)),
      this.note,
    );
  }
}
