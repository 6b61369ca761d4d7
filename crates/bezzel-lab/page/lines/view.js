// The code with its lit line, the call stack, and the cells of lists and arrays: the same for every tab.

import { h, write, Pane } from "/dom.js";
import { words } from "/words.js";

const KEYWORDS =
  /\b(?:def|for|in|if|elif|else|or|and|not|return|while|global|break|continue|import|True|False|None|int|void|char|bool|boolean|true|false|fn|let|mut|new|each)\b/;
const COMMENT = /\/\*.*?\*\/|\/\/.*|#.*|-- .*/;
const TOKENS = new RegExp(`(${COMMENT.source})|("[^"]*"|'[^']*')|(${KEYWORDS.source})`, "g");

/** A line with its keywords, texts and comments marked. */
function coloured(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    parts.push(text.slice(end, match.index));
    const [all, comment, literal] = match;
    parts.push(h("span", { class: comment ? "comment" : literal ? "literal" : "keyword" }, all));
    end = match.index + all.length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== "");
}

/** Code whose lines are lit. */
export class CodeView {
  /** Lines are `{ text, on }`; `on` names the events at which a line is lit. */
  constructor(lines) {
    this.lines = lines.map(({ text, on = [] }) => {
      const element = h("span", { class: "line" }, text ? coloured(text) : " ");
      // A long line is wrapped, with further indentation.
      element.style.setProperty("--indent", `${/^ */.exec(text)[0].length + 6}ch`);
      return { text, on, element, because: null };
    });
    this.code = h("pre", { tabindex: 0, "aria-label": words.code }, h("code", {}, this.lines.map(({ element }) => element)));
    this.pane = new Pane(this.code);
    // Where lines are is noted when they have moved: asking at every step would lay out everything.
    const resized = new ResizeObserver(() => {
      this.pane.note();
      // It scrolls by whole lines.
      this.pane.unit = parseFloat(getComputedStyle(this.code).lineHeight) || 0;
      this.tops = this.lines.map(({ element }) => [element.offsetTop, element.offsetTop + element.offsetHeight]);
      this.litBefore = "";
      this.keepInView();
    });
    // The code, and the box that it scrolls in: after either has changed, the lit lines are in view.
    resized.observe(this.code.firstChild);
    resized.observe(this.code);
    this.lit = [];
    this.tops = null;
    this.litBefore = "";
  }

  /** Lights the lines that are on at one of these events; a reason is shown below the line that gives it. */
  light(now, reason = null, waits = []) {
    const lit = this.lines.flatMap(({ on }, index) => (on.some((event) => now.has(event)) ? [index] : []));
    const compares = (index) => ["column", "diagonal", "rising", "falling"].some((line) => this.lines[index].on.includes(line));
    this.mark(lit, waits, reason, lit.find(compares) ?? lit[0]);
  }

  /** Lights one line by its number, and those at which callers wait. */
  at(number, waits = [], reason = null) {
    this.mark(number === null ? [] : [number - 1], waits, reason, number - 1);
  }

  mark(lit, waits, reason, giver) {
    this.lines.forEach((line, index) => {
      const isLit = lit.includes(index);
      const { element } = line;
      if (element.classList.contains("lit") !== isLit) {
        element.classList.toggle("lit", isLit);
        if (isLit) element.setAttribute("aria-current", "true");
        else element.removeAttribute("aria-current");
      }
      element.classList.toggle("waits", waits.includes(index + 1));
      const text = index === giver ? reason : null;
      if ((line.because?.textContent ?? null) === text) return;
      line.because?.remove();
      line.because = text ? h("span", { class: "because" }, text) : null;
      if (text) element.append(line.because);
    });
    this.lit = lit;
    this.keepInView();
  }

  /** Scrolls so that all lit lines can be seen or, if they are too far apart, the last: it says why. */
  keepInView() {
    const { pane, tops, lit } = this;
    if (lit.length === 0 || !tops || lit.join() === this.litBefore) return;
    this.litBefore = lit.join();
    if (pane.height === 0) pane.note();
    if (tops[tops.length - 1][1] <= pane.height) return;
    for (const y of [tops[lit[0]][0], tops[lit[lit.length - 1]][1]]) pane.bring({ x: pane.left, y, above: 40 });
  }
}

/** As many calls are shown, the newest; in a lesson, which has room, all of a small search. */
const shownCalls = () => (document.documentElement.classList.contains("guided") ? 6 : innerHeight > 1000 ? 5 : 3);

/** The open calls, the newest on top. */
export class CallStack {
  constructor() {
    this.list = h("ol", { class: "calls" });
    this.more = h("button", { class: "older", hidden: true, onclick: () => this.unfold() });
    this.element = h("div", { class: "stack" }, this.list, this.more);
    this.before = [];
    this.open = false;
    this.key = "";
  }

  unfold() {
    this.open = !this.open;
    this.key = "";
    this.show(this.frames);
  }

  /** Frames are `{ name, values, line, returns }`, the oldest first. */
  show(frames) {
    this.frames = frames;
    const key = JSON.stringify(frames);
    if (key === this.key) return;
    this.key = key;
    const { before } = this;
    this.before = frames;
    const all = frames.map((frame, index) => ({ frame, old: before[index]?.name === frame.name ? before[index].values : null, index }));
    // One more is shown rather than mentioned.
    const room = shownCalls();
    const most = frames.length === room + 1 ? room + 1 : room;
    const shown = this.open ? all : all.slice(-most);
    this.list.replaceChildren(...shown.reverse().map((one) => this.frame(one, frames)));
    const hidden = frames.length - most;
    this.more.hidden = hidden <= 0;
    if (hidden > 0) write(this.more, this.open ? words.fewerCalls : words.moreCalls(hidden));
  }

  frame({ frame, old, index }, frames) {
    const { name, values, line, returns } = frame;
    const left = returns !== undefined;
    const chips = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) =>
        h("code", { class: old && old[key] !== value ? "local changed" : "local" }, `${key} = ${value}`),
      );
    const caller = frames[index - 1];
    const where = left ? words.returning(returns, caller?.line ?? null) : line ? words.atLine(line) : "";
    const look = index === frames.length - 1 ? (left ? "top left" : "top") : "";
    return h("li", { class: look }, h("code", { class: "called" }, name), h("span", { class: "locals" }, chips), h("small", {}, where));
  }
}

/** Lists and arrays as rows of cells, each with its index. */
export class Cells {
  constructor(note = "") {
    this.rows = h("div", { class: "rows" });
    this.note = h("p", { class: "note" }, note);
    this.element = h("div", { class: "memory" }, this.rows, this.note);
    this.before = new Map();
    this.key = "";
  }

  /** Rows are `{ name, cells, size, first, used, bits, wraps }`; `gone` is the value that the last step took from a list. */
  show(rows, gone = null) {
    const key = JSON.stringify([rows, gone]);
    if (key === this.key) return;
    this.key = key;
    const { before } = this;
    this.before = new Map(rows.map(({ name, cells }) => [name, cells]));
    this.rows.replaceChildren(...rows.map((row) => this.row(row, before.get(row.name), gone)));
  }

  row({ name, cells, size = cells.length, first = 0, used, bits, wraps }, old, gone) {
    const count = Math.max(size, cells.length);
    const index = (at) => {
      // An index below zero counts from the end.
      const other = wraps ? h("i", {}, at >= cells.length / 2 ? `−${cells.length - at}` : "\u00a0") : null;
      return [String(at + first), other];
    };
    const cell = (at) => {
      const there = at < cells.length && cells[at] !== null;
      const stale = used !== undefined && at >= used;
      const removed = !there && gone !== null && at === cells.length;
      const changed = there && old && old[at] !== cells[at];
      const look = ["cell", there && !stale && !(bits && cells[at] === 0) && "set", stale && "stale", changed && "changed", removed && "gone"];
      const text = there ? String(cells[at]) : removed ? String(gone) : "";
      return h("span", { class: look.filter(Boolean).join(" ") }, h("small", { "aria-hidden": "true" }, index(at)), h("b", {}, text));
    };
    return h(
      "div",
      { class: "cells" },
      h("code", {}, name),
      h("span", { class: bits || count > 16 ? "values narrow" : "values" }, Array.from({ length: count }, (_, at) => cell(at))),
    );
  }
}
