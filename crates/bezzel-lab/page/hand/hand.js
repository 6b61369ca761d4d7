// By hand: place queens on a board, see which attack each other, and compare with the search.

import { h, s, choice, field } from "/dom.js";
import { words, why, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get, Refusal } from "/source.js";
import { Marks } from "/queens/marks.js";
import { Board, attackLine, queen, SIDE } from "/queens/board.js";

const DIRECTIONS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right])).filter(([a, b]) => a || b);

class Hand {
  visit; n; place; size;

  constructor(place, n, queens, visit) {
    Object.assign(this, { place, n, queens, visit });
    this.board = new Board(new Marks(n));
    this.cursor = [0, 0];
    this.shown = null;
    const { element } = this.board;
    element.setAttribute("tabindex", 0);
    element.classList.add("editable");
    element.addEventListener("click", (event) => this.toggle(this.board.squareAt(event)));
    element.addEventListener("pointermove", (event) => this.hover(this.board.squareAt(event)));
    element.addEventListener("pointerleave", () => this.hover(null));
    element.addEventListener("focus", () => this.board.point(this.cursor));
    element.addEventListener("keydown", (event) => this.key(event));
    this.rays = s("g", { class: "rays" });
    this.shades = s("g", { class: "shades" });
    element.querySelector(".square:last-of-type").after(this.shades, this.rays);
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.forced = h("p", { class: "note", role: "status" });
    const act = (name, action) => h("button", { "data-act": name, onclick: action }, words.hand[name]);
    this.hint = act("forced", () => this.showForced());
    this.compare = act("compare", () => this.visit({ lab: "queens", n: this.n, method: null, step: this.known.step }));
    this.buttons = [this.hint, this.compare, act("undo", () => this.undo()), act("clear", () => this.set([]))];
  }

  open() {
    this.place.append(
      h("section", { class: "stage" }, h("h2", { class: "sr" }, words.hand.title(this.n)), h("div", { class: "boardbox" }, this.board.element)),
      h(
        "section",
        { class: "facts" },
        this.says,
        this.size,
        h("p", {}, words.hand.task(this.n)),
        h("div", { class: "tools-row" }, this.buttons),
        this.forced,
        h("p", { class: "note" }, words.hand.help),
        h("p", { class: "note" }, words.hand.history),
      ),
    );
    return this.look();
  }

  toggle(square) {
    if (!square) return;
    this.cursor = square;
    const [row, column] = square;
    const there = this.queens.some(([one, other]) => one === row && other === column);
    const others = this.queens.filter(([one, other]) => one !== row || other !== column);
    this.set(there ? others : [...others, square]);
  }

  undo() {
    this.set(this.queens.slice(0, -1));
  }

  set(queens) {
    this.queens = queens;
    this.forced.textContent = "";
    this.shown = null;
    this.look();
  }

  key(event) {
    const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const move = moves[event.key];
    if (!move && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (move) {
      const inside = (at) => Math.min(this.n - 1, Math.max(0, at));
      this.cursor = this.cursor.map((at, axis) => inside(at + move[axis]));
      this.hover(this.cursor);
    } else {
      this.toggle(this.cursor);
    }
    this.board.point(this.cursor);
  }

  /** Where a queen on this square could move: in eight directions, as far as the board goes. */
  hover(square) {
    const middle = (at) => at * SIDE + SIDE / 2;
    const rays = (square ? DIRECTIONS : []).map(([down, right]) => {
      let [row, column] = square;
      while (row + down >= 0 && row + down < this.n && column + right >= 0 && column + right < this.n)
        [row, column] = [row + down, column + right];
      return s("line", { x1: middle(square[1]), y1: middle(square[0]), x2: middle(column), y2: middle(row) });
    });
    this.rays.replaceChildren(...rays);
  }

  /** Asks the library what there is to say. */
  async look() {
    const asked = (this.asked = {});
    keep({ n: this.n, queens: this.queens.map((square) => square.join(".")).join(",") || null }, this.place);
    try {
      const known = await get(`queens/${this.n}/hand`, { queens: this.queens.map((at) => at.join(".")).join(",") });
      if (this.asked === asked) this.draw(known);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.says.textContent = why(error);
    }
  }

  draw(known) {
    this.known = known;
    const { attacks, attacked, solutions, dead, step } = known;
    const bad = new Set(attacks.flatMap(({ queen, target }) => [queen, target].map(({ row, column }) => `${row}.${column}`)));
    const done = this.queens.length === this.n && attacks.length === 0;
    this.shades.replaceChildren(
      ...attacked.flatMap((count, at) =>
        count === 0
          ? []
          : [s("circle", { class: "attacked", cx: ((at % this.n) + 0.5) * SIDE, cy: (Math.floor(at / this.n) + 0.5) * SIDE, r: 5 })],
      ),
    );
    this.board.attacks.show(attacks.map((attack, index) => [`${index} ${JSON.stringify(attack)}`, () => attackLine(attack, this.n, true)]));
    this.board.queens.show(
      this.queens.map(([row, column]) => {
        const look = done ? "solved" : bad.has(`${row}.${column}`) ? "bad" : "";
        return [`${row} ${column} ${look}`, () => queen(row, column, { class: look, "data-row": row, "data-column": column })];
      }),
    );
    const label = words.boardLabel(this.n, this.queens.map(([row, column]) => [row + 1, column + 1]));
    this.board.element.setAttribute("aria-label", label);
    this.says.textContent = words.hand.says({
      queens: this.queens.length,
      n: this.n,
      attacks,
      solutions: figure(solutions),
      dead,
      done,
    });
    this.says.dataset.queens = this.queens.length;
    this.says.dataset.solutions = solutions;
    this.hint.disabled = attacks.length > 0 || done;
    this.compare.disabled = step === null;
    this.compare.title = step === null ? words.hand.unmet : words.hand.met(figure(step));
    this.board.ask([]);
  }

  showForced() {
    const { forced, dead } = this.known;
    if (forced) {
      const { square, line } = forced;
      this.board.ask([[square.row, square.column, "question"]]);
      this.forced.textContent = words.hand.mustBe(square.row + 1, square.column + 1, line);
      this.cursor = [square.row, square.column];
    } else {
      this.forced.textContent = dead ? words.hand.isDead(dead.line, dead.index + 1) : words.hand.free;
    }
  }
}

/** Opens the tab. */
export async function openHand(place, about, reopen, visit) {
  const n = readNumber("n", 8, 1, about.hand.limit);
  const inside = (at) => at.length === 2 && at.every((one) => Number.isInteger(one) && one >= 0 && one < n);
  const told = (read("queens") ?? "").split(",").filter(Boolean).map((text) => text.split(".").map(Number));
  const queens = told.filter(inside).filter((at, index, all) => all.findIndex((one) => one.join() === at.join()) === index);
  const hand = new Hand(place, n, queens, visit);
  const sizes = Array.from({ length: about.hand.limit }, (_, at) => [at + 1, words.queensCount(at + 1)]);
  hand.size = field(words.queensTitle, choice("n", sizes, n, (n) => reopen({ n, queens: null })));
  await hand.open();
  return {
    keys: [
      ["f", words.hand.forced, () => hand.hint.disabled || hand.showForced()],
      ["z", words.hand.undo, () => hand.undo()],
      ["x", words.hand.clear, () => hand.set([])],
    ],
  };
}
