// The code, with the lines at work lit and their numbers beside them; the calls under way; what the method remembers.

import { h, write, Pane } from "/dom.js";
import { words } from "/words.js";

/**
 * Returns the listing's events for an event of the search; lines that declare one of them are
 * highlighted.
 */
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
    const line = event.objection?.line;
    if (line) lit.add(line);
    if (line === "rising" || line === "falling") lit.add("diagonal");
  }
  return lit;
}

/** Lines of code, those at work lit. The same for every listing of the page. */
export class Lines {
  constructor(lines) {
    this.lines = lines.map(({ text, on }) => {
      const element = h("span", { class: "line" }, text || " ");
      // A long line is wrapped, with further indentation.
      element.style.setProperty("--indent", `${/^ */.exec(text)[0].length + 4}ch`);
      return { on, element, because: null };
    });
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
    // Where lines are is noted when they have moved: asking at every step would lay out everything.
    const resized = new ResizeObserver(() => {
      this.pane.note();
      this.tops = this.lines.map(({ element }) => [element.offsetTop, element.offsetTop + element.offsetHeight]);
      this.litBefore = "";
      this.keepInView(this.lit);
    });
    // The code, and the box that it scrolls in: after either has changed, the lit lines are in view.
    resized.observe(this.code.firstChild);
    resized.observe(this.code);
    this.lit = [];
    this.tops = null;
    this.litBefore = "";
  }

  /** Lights the lines that are on at one of these moments, and puts a reason beside the one that gives it. */
  light(now, reason = null) {
    const lit = this.lines.filter(({ on }) => on.some((moment) => now.has(moment)));
    for (const { element, on } of this.lines) {
      const isLit = on.some((moment) => now.has(moment));
      if (element.classList.contains("lit") === isLit) continue;
      element.classList.toggle("lit", isLit);
      if (isLit) element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
    }
    const tells = ({ on }) => ["column", "diagonal", "rising", "falling"].some((line) => on.includes(line));
    const giver = reason ? (lit.find(tells) ?? lit[0]) : null;
    for (const line of this.lines) {
      const text = line === giver ? reason : null;
      if (line.because?.textContent === (text ?? undefined)) continue;
      line.because?.remove();
      line.because = text ? h("span", { class: "because" }, text) : null;
      if (text) line.element.append(line.because);
    }
    this.lit = this.lines.flatMap((line, index) => (lit.includes(line) ? [index] : []));
    this.keepInView(this.lit);
  }

  /** Scrolls so that all lit lines can be seen or, if they are too far apart, the last: it says why. */
  keepInView(lit) {
    const { pane, tops } = this;
    if (lit.length === 0 || !tops || lit.join() === this.litBefore) return;
    this.litBefore = lit.join();
    if (pane.height === 0) pane.note();
    if (tops[tops.length - 1][1] <= pane.height) return;
    for (const y of [tops[lit[0]][0], tops[lit[lit.length - 1]][1]]) pane.bring({ x: pane.left, y });
  }
}

export class Listing {
  constructor({ lines, post, stops, numbers }, method) {
    Object.assign(this, { stops, numbers, method });
    this.text = new Lines(lines);
    this.code = this.text.code;
    this.note = h("p", { class: "note" });
    this.source = h("p", { class: "note" }, post ? words.mirrors(post) : words.ours);
    this.calls = h("ol", { class: "calls" });
    this.stack = h(
      "div",
      { class: "stack" },
      h("h3", {}, numbers.call ? words.calls : words.stack),
      this.calls,
      h("p", { class: "note" }, numbers.call ? words.callsNote : words.stackNote),
    );
    this.element = h("div", { class: "listing" }, this.code, this.note, this.source);
  }

  /** Highlights the current lines, without reasons while steps pass quickly. */
  show(replay, isEnd, flies = false) {
    this.text.light(moments(replay, isEnd), flies ? null : this.reason(replay));
    const passed = this.stops && replay.total.solutions > 0;
    write(this.note, passed ? words.stopped : "");
  }

  /** The numbers of the line at work, counted as the listing does. */
  reason({ event }) {
    if (!event) return null;
    const [[row], [name, first]] = [this.numbers.row, this.numbers.column];
    const column = (number) => number + first;
    if (event.kind === "enter") return `${name} = ${column(event.column)}`;
    if (event.kind !== "reject" || !event.objection?.queen) return null;
    const { queen, target, line } = event.objection;
    // Rows and columns are counted from the same number everywhere.
    const rows = [queen, target].map((square) => square.row + first);
    const [one, other] = [column(queen.column), column(target.column)];
    if (this.method === "arrays") {
      if (line === "column") return `columns[${other}]: ${words.taken}`;
      if (line === "rising") return `${target.row} + ${target.column} = ${target.row + target.column}: ${words.taken}`;
      if (line === "falling") return `${target.row} − ${target.column} = ${minus(target.row - target.column)}: ${words.taken}`;
    }
    if (line === "column") return `${one} = ${other}: ${words.same.column}`;
    if (line !== "rising" && line !== "falling") return null;
    const apart = Math.abs(one - other);
    if (apart !== Math.abs(rows[1] - rows[0])) return null; // Around the edge of a torus.
    const rowText = row === "level" || row === "row" ? row : words.rowWord;
    return `|${one} − ${other}| = ${apart} = ${rowText} ${rows[1]} − ${rowText} ${rows[0]}: ${words.same.diagonal}`;
  }

  /** Shows the call stack, the current call on top; or the explicit stack that replaces it. */
  showCalls({ trail, event, path }) {
    const { call, row, column } = this.numbers;
    const at = (level) => {
      if (level < path.length) return path[level] + column[1];
      return event?.kind === "reject" ? event.column + column[1] : null;
    };
    const frames = trail.map((_, level) => {
      const number = level + row[1];
      const title = number < 0 ? "main" : call ? `${call}(${row[0]} = ${number})` : null;
      const value = at(level);
      const local = value === null ? "" : `${column[0]} = ${value}`;
      return call ? [title, local] : [level === trail.length - 1 ? "" : `${words.rowWord} ${level + 1}`, local];
    });
    if (!call) frames.pop();
    const key = frames.flat().join("|");
    if (key === this.shownCalls) return;
    this.shownCalls = key;
    const frame = ([title, local], index) =>
      h("li", { class: index === frames.length - 1 ? "top" : "" }, h("code", {}, title), h("code", { class: "local" }, local));
    const items = frames.map(frame).reverse();
    this.calls.replaceChildren(...(items.length ? items : [h("li", {}, h("code", {}, "[ ]"))]));
  }
}

const minus = (number) => (number < 0 ? `−${-number}` : String(number));

/** What the method remembers, as rows of cells. */
export class Memory {
  constructor(method, n) {
    Object.assign(this, { method, n });
    this.note = h("p", { class: "note" }, words.memoryNotes[method] ?? "");
    this.element = h("div", { class: "memory" });
  }

  /** Returns the index of the first cell of a row. */
  first(name) {
    return name === "falling" ? -this.n : 0;
  }

  show({ memory, page }) {
    if (memory === this.shown) return;
    this.shown = memory;
    // A single row lists queens; in several rows 0 means a free line.
    const list = memory.length === 1;
    const row = (name, cells) => {
      const shown = cells.map((cell, index) =>
        h(
          "span",
          { class: cell || list ? "cell set" : "cell" },
          h("small", { "aria-hidden": "true" }, minus(index + this.first(name))),
          h("b", {}, String(cell)),
        ),
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
