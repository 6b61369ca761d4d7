// A listing of the search: its lit lines, the numbers beside them, its calls and its lists.

import { words } from "/words.js";
import { CodeView } from "/lines/view.js";
import { Execution } from "/lines/execution.js";

/** Returns the listing's events for an event of the search; lines that declare one of them are highlighted. */
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

const minus = (number) => (number < 0 ? `−${-number}` : String(number));

export class Listing {
  numbers; method; stops;

  constructor(listing, method, marks) {
    const { name, lines, post, stops, numbers } = listing;
    Object.assign(this, { name, stops, numbers, method });
    this.execution = Execution.of(method, name, marks);
    this.view = new CodeView(lines);
    this.source = post && post !== "001-stack" ? words.mirrors(post) : words.ours;
  }

  /** The number of the first row and column in this language. */
  get first() {
    return this.numbers.column[1];
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

  /** Shows the lines of an event, without reasons while steps pass quickly. */
  showEvent(replay, isEnd, flies) {
    const state = flies ? null : this.state(replay);
    const waits = (state?.frames ?? []).slice(0, -1).map(({ line }) => line);
    this.view.light(moments(replay, isEnd), flies ? null : this.reason(replay), waits);
    return state;
  }

  /** Shows one executed line. */
  showLine(state) {
    const waits = state.frames.slice(0, -1).map(({ line }) => line);
    this.view.at(state.line, waits, words.lineNote(state.what));
    return state;
  }

  /** The calls and lists after a step. */
  state(replay) {
    return this.execution?.at(replay) ?? { frames: this.frames(replay), memory: this.memory(replay), what: null };
  }

  /** The calls of a search whose lines are not known: one for every row. */
  frames({ trail, event, path }) {
    const { call, row, column } = this.numbers;
    if (!call) return [];
    return trail.map((_, level) => {
      const tried = event?.kind === "reject" && level === path.length ? event.column : path[level];
      const values = { [row[0]]: level + row[1] };
      if (tried !== undefined) values[column[0]] = tried + column[1];
      return { name: call, values, line: null };
    });
  }

  memory({ memory, page }) {
    return memory.map((cells, index) => ({ name: page.memory.names[index], cells: [...cells], size: cells.length }));
  }
}
