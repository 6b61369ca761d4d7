// The given board: placed queens, blocked squares, joined edges.

import { h } from "/dom.js";
import { words } from "/words.js";
import { read } from "/address.js";

/** The marks of a board of side `n`: its text has a line for every row, `Q`, `#` and `.`, with slashes between them. */
export class Marks {
  constructor(n, text = null, torus = false) {
    const rows = (text ?? "").split(/[/\n]/).filter((row) => row !== "");
    const fits = rows.length === n && rows.every((row) => row.length === n && /^[.Q#]*$/.test(row));
    this.n = n;
    this.rows = fits ? rows : Array.from({ length: n }, () => ".".repeat(n));
    this.torus = torus;
  }

  /** Returns the marks in the address. */
  static read(n) {
    return new Marks(n, read("board"), read("torus") === "1");
  }

  at(row, column) {
    return this.rows[row][column];
  }

  /** Every marked square: `[row, column, mark]`. */
  get all() {
    const marked = (line, row) => [...line].map((mark, column) => [row, column, mark]);
    return this.rows.flatMap(marked).filter(([, , mark]) => mark !== ".");
  }

  /** The same board with one square marked, or free again if it had that mark. */
  toggled(row, column, mark) {
    const set = (line) =>
      line.slice(0, column) + (line[column] === mark ? "." : mark) + line.slice(column + 1);
    const rows = this.rows.map((line, at) => (at === row ? set(line) : line));
    return new Marks(this.n, rows.join("/"), this.torus);
  }

  /** What is asked, as the address and the server take it. */
  get question() {
    const marked = this.all.length > 0;
    return { board: marked ? this.rows.join("/") : null, torus: this.torus ? 1 : null };
  }
}

/** The selected tool is kept from board to board. */
let tool = null;

/** Lets the reader edit the board: `change(marks)` is called with the new one. */
export class Setup {
  board; marks; change;

  constructor(marks, board, change) {
    Object.assign(this, { marks, board, change });
    this.cursor = [0, 0];
    const button = (name, mark) =>
      h(
        "button",
        { "data-tool": name, "aria-pressed": tool === mark, onclick: () => this.choose(mark) },
        words.setup[name],
      );
    this.buttons = [
      ["Q", button("queen", "Q")],
      ["#", button("block", "#")],
    ];
    const torus = h("input", {
      type: "checkbox",
      name: "torus",
      checked: marks.torus,
      onchange: ({ target }) => change(new Marks(marks.n, marks.question.board, target.checked)),
    });
    const clear = h(
      "button",
      { "data-act": "clear", disabled: marks.all.length === 0, onclick: () => change(new Marks(marks.n)) },
      words.setup.clear,
    );
    this.refusal = h("p", { class: "refusal", role: "alert", hidden: true });
    this.inUse = tool !== null || marks.all.length > 0 || marks.torus;
    this.element = h(
      "details",
      { class: "setup", open: this.inUse },
      h("summary", {}, words.setup.title),
      this.buttons.map(([, button]) => button),
      h("label", { class: "check" }, torus, words.setup.torus),
      clear,
    );
    board.element.addEventListener("click", (event) => tool && this.mark(board.squareAt(event)));
    board.element.addEventListener("keydown", (event) => this.key(event));
    this.choose(tool, true);
  }

  choose(mark, again = false) {
    tool = tool === mark && !again ? null : mark;
    for (const [name, button] of this.buttons) button.setAttribute("aria-pressed", tool === name);
    const { element } = this.board;
    element.classList.toggle("editable", tool !== null);
    if (tool === null) element.removeAttribute("tabindex");
    else element.setAttribute("tabindex", 0);
    this.board.point(tool === null ? null : this.cursor);
  }

  key(event) {
    if (tool === null) return;
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = moves[event.key];
    if (!move && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (!move) {
      this.mark(this.cursor);
      return;
    }
    const inside = (place) => Math.min(this.marks.n - 1, Math.max(0, place));
    this.cursor = this.cursor.map((place, axis) => inside(place + move[axis]));
    this.board.point(this.cursor);
  }

  mark(square) {
    if (square) this.change(this.marks.toggled(...square, tool));
  }

  /** Says why a board cannot be. */
  refuse(sentence) {
    this.refusal.hidden = false;
    this.refusal.textContent = sentence;
  }
}
