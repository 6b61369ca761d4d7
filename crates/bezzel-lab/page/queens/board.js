// The board: queens, rejected squares, and the queens that attack them.

import { s, Layer } from "/dom.js";
import { words } from "/words.js";
import { base } from "/words/base.js";

export const SIDE = 45;

/** The queen of the drawn boards: a crown, its pearls, a base. */
export const CROWN = "M11 31 7.5 15.5 15 25 16.5 11 22.5 23.5 28.5 11 30 25 37.5 15.5 34 31z M11 32.5h23l1.5 6h-26z";
const PEARLS = [
  [7, 13],
  [16, 8.5],
  [29, 8.5],
  [38, 13],
];

export function queen(row, column, attributes = {}) {
  return s(
    "g",
    {
      ...attributes,
      class: `queen ${attributes.class ?? ""}`,
      transform: `translate(${column * SIDE} ${row * SIDE})`,
    },
    s("path", { d: CROWN }),
    PEARLS.map(([cx, cy]) => s("circle", { cx, cy, r: 2.6 })),
  );
}

function cross(row, column, fresh) {
  const [x, y] = [column * SIDE + SIDE / 2, row * SIDE + SIDE / 2];
  const arm = fresh ? 8.5 : 6;
  return s(
    "g",
    { class: fresh ? "cross fresh" : "cross" },
    s("circle", { cx: x, cy: y, r: fresh ? 14.5 : 11 }),
    s("path", { d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}M${x - arm} ${y + arm}l${2 * arm} ${-2 * arm}` }),
  );
}

const middle = (place) => place * SIDE + SIDE / 2;

/** A square that is looked at. */
function frame(row, column) {
  return s("g", { class: "next" }, s("rect", { x: column * SIDE + 5, y: row * SIDE + 5, width: SIDE - 10, height: SIDE - 10, rx: 5 }));
}

/** The square at which a row goes on. */
function arrow(row, column) {
  const [x, y] = [column * SIDE, row * SIDE];
  return s(
    "g",
    { class: "next" },
    s("rect", { x: x + 5, y: y + 5, width: SIDE - 10, height: SIDE - 10, rx: 5 }),
    s("path", { d: `M${x + 14} ${y + 22.5}h17m-7 -6.5l7 6.5l-7 6.5` }),
  );
}

/**
 * Returns the line from a queen to the square it attacks. On a torus of side `n` it may wrap around
 * the board.
 */
export function attackLine({ queen: from, target: to, line }, n, both = false) {
  const [down, right] = [to.row - from.row, to.column - from.column];
  const straight = down === 0 || right === 0 || Math.abs(down) === Math.abs(right);
  const parts = straight ? [[from, to]] : around(from, to, line === "rising" ? -1 : 1, n);
  return s(
    "g",
    { class: "attack" },
    parts.map(([one, other]) =>
      s("line", {
        x1: middle(one.column),
        y1: middle(one.row),
        x2: middle(other.column),
        y2: middle(other.row),
      }),
    ),
    (both ? [from, to] : [from]).map(({ row, column }) => s("circle", { cx: middle(column), cy: middle(row), r: 20 })),
  );
}

/** The parts of a diagonal that goes around the edges: down from a square, `aside` columns a row, to another. */
function around(from, to, aside, n) {
  const inside = (place) => (place + n) % n;
  const parts = [];
  let [start, here] = [from, from];
  while (here.row !== to.row || here.column !== to.column) {
    const next = { row: here.row + 1, column: here.column + aside };
    const there = { row: inside(next.row), column: inside(next.column) };
    if (there.row !== next.row || there.column !== next.column) {
      // Half a square over the edge, and in again on the other side.
      const half = (one, other) => (one + other) / 2;
      parts.push([start, { row: half(here.row, next.row), column: half(here.column, next.column) }]);
      start = { row: there.row - 0.5, column: there.column - aside / 2 };
    }
    here = there;
  }
  parts.push([start, to]);
  return parts;
}

/** Returns the bars of a blocked square. */
function bars(row, column) {
  const [x, y] = [column * SIDE, row * SIDE];
  const bar = (at) => {
    const [over, under] = [Math.max(0, at - SIDE), Math.min(SIDE, at)];
    return `M${x + under} ${y + over}L${x + over} ${y + under}`;
  };
  return s(
    "g",
    { class: "blocked", "data-row": row, "data-column": column },
    s("rect", { x, y, width: SIDE, height: SIDE }),
    s("path", { d: [15, 30, 45, 60, 75].map(bar).join("") }),
  );
}

/** A stroke across a square, along its diagonal. */
function diagonal(row, column, what) {
  const [x, y] = [column * SIDE, row * SIDE];
  return what === "sum" ? `M${x + SIDE} ${y}l${-SIDE} ${SIDE}` : `M${x} ${y}l${SIDE} ${SIDE}`;
}

/** An empty board of `n` rows. */
export function emptyBoard(n, attributes = {}) {
  const squares = [];
  for (let row = 0; row < n; row += 1) {
    for (let column = 0; column < n; column += 1) {
      const shade = (row + column) % 2 ? "dark" : "bright";
      squares.push(
        s("rect", { class: `square ${shade}`, x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE }),
      );
    }
  }
  return s(
    "svg",
    {
      viewBox: `0 0 ${n * SIDE} ${n * SIDE}`,
      role: "img",
      ...attributes,
      class: `board ${attributes.class ?? ""}`,
    },
    squares,
  );
}

/** A board with queens and nothing else. There may be many of them on a page: each has as few parts as can be. */
export function smallBoard(columns) {
  const n = columns.length;
  let dark = "";
  for (let square = 0; square < n * n; square += 1) {
    const [row, column] = [Math.floor(square / n), square % n];
    if ((row + column) % 2) dark += `M${column * SIDE} ${row * SIDE}h${SIDE}v${SIDE}h${-SIDE}z`;
  }
  const pearls = PEARLS.map(([x, y]) => `M${x - 2.6} ${y}a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0z`).join("");
  return s(
    "svg",
    { class: "board", viewBox: `0 0 ${n * SIDE} ${n * SIDE}`, "aria-hidden": "true" },
    s("rect", { class: "bright", width: n * SIDE, height: n * SIDE }),
    s("path", { class: "dark", d: dark }),
    s(
      "g",
      { class: "queen" },
      columns.map((column, row) => s("path", { transform: `translate(${column * SIDE} ${row * SIDE})`, d: CROWN + pearls })),
    ),
  );
}

/** The board beside the tree. */
export class Board {
  points; attacks; queens; ground; blocked; numbers; pairs; faded; crosses; nexts; marked; cursor; compares;

  constructor(marks) {
    const { n } = marks;
    this.n = n;
    this.marks = marks;
    const layers = Array.from({ length: 11 }, () => new Layer());
    [this.ground, this.blocked, this.numbers, this.pairs, this.faded, this.crosses, this.attacks, this.queens, this.nexts, this.marked, this.cursor] = layers;
    // Letters are as large on every board.
    this.edge = Math.max(6, 1.9 * n);
    const label = (look, x, y) => s("text", { class: "edge", "data-of": look, x, y, "font-size": this.edge });
    this.edges = Array.from({ length: n }, (_, index) => [
      label("column", index * SIDE + SIDE / 2, -this.edge * 0.5),
      label("row", -this.edge * 0.85, index * SIDE + SIDE / 2 + this.edge * 0.35),
    ]);
    const margin = this.edge * 1.65;
    this.element = emptyBoard(n, { viewBox: `${-margin} ${-margin} ${n * SIDE + margin + 2} ${n * SIDE + margin + 2}`, preserveAspectRatio: "xMidYMin" });
    this.element.append(...this.edges.flat(), ...layers.map(({ element }) => element));
    this.count(base.first);
    const blocked = marks.all.filter(([, , mark]) => mark === "#");
    this.blocked.show(blocked.map(([row, column]) => [`${row} ${column}`, () => bars(row, column)]));
    this.standing = marks.all.filter(([, , mark]) => mark === "Q");
    this.pick = null;
    this.element.addEventListener("click", (event) => {
      const square = this.pick && this.squareAt(event);
      if (square) this.pick(square);
    });
  }

  /** Names rows and columns, counted from a number. */
  count(first) {
    this.edges.forEach((pair, index) => pair.forEach((text) => (text.textContent = index + first)));
  }

  /** The square that an event of the mouse is about. */
  squareAt({ clientX, clientY }) {
    const place = new DOMPoint(clientX, clientY).matrixTransform(this.element.getScreenCTM().inverse());
    const square = [place.y, place.x].map((at) => Math.floor(at / SIDE));
    return square.every((at) => at >= 0 && at < this.n) ? square : null;
  }

  /** The queens that a rejected square was compared with: those above, up to one that attacks. */
  compared(event, path) {
    if (event?.kind !== "reject") return [];
    const tried = path.length;
    const last = event.objection?.queen ? event.objection.queen.row + 1 : tried;
    return path.slice(0, Math.min(tried, last)).map((column, row) => [
      `${row} ${column} ${tried} ${event.column}`,
      () =>
        s("line", { class: "compared", x1: middle(column), y1: middle(row), x2: middle(event.column), y2: middle(tried) }),
    ]);
  }

  /** Writes into every square what all squares of a diagonal have in common: `row + column` or `row - column`. */
  number(what) {
    const value = { sum: (row, column) => row + column, difference: (row, column) => row - column }[what];
    const texts = [];
    for (let square = 0; value && square < this.n * this.n; square += 1) {
      const [row, column] = [Math.floor(square / this.n), square % this.n];
      const number = value(row, column);
      const text = number < 0 ? `−${-number}` : String(number);
      const place = { x: column * SIDE + 4, y: row * SIDE + 13 };
      const shade = { class: "diagonal", d: diagonal(row, column, what) };
      texts.push([
        `${what} ${square}`,
        () => s("g", { class: number % 2 ? "number odd" : "number" }, s("path", shade), s("text", place, text)),
      ]);
    }
    this.numbers.show(texts);
  }

  /** Marks the squares of a question; `pick` is called with the clicked one. */
  ask(squares, pick = null) {
    this.marked.show(
      squares.map(([row, column, look]) => [
        `${row} ${column} ${look}`,
        () =>
          s(
            "g",
            { class: `asked ${look}`, "data-row": row, "data-column": column },
            s("rect", { x: column * SIDE + 6, y: row * SIDE + 6, width: SIDE - 12, height: SIDE - 12, rx: 5 }),
            look === "question" ? s("text", { x: middle(column), y: middle(row) + 10 }, "?") : null,
          ),
      ]),
    );
    if (squares.length) this.pairs.show([]);
    this.pick = pick;
    this.element.classList.toggle("asking", pick !== null);
  }

  /** Shows where the keyboard points to; `null` for nowhere. */
  point(square) {
    const frame = ([row, column]) =>
      s("rect", { class: "cursor", x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE });
    this.cursor.show(square ? [[square.join(" "), () => frame(square)]] : []);
  }

  /** Shows the square that the code is looking at; `null` for none. */
  tryOut(square) {
    this.nexts.show(square ? [[`try ${square.join(" ")}`, () => frame(...square)]] : []);
  }

  /** Shows attacks between queens on the board. */
  attack(pairs) {
    if (pairs.length) this.attacks.show(pairs.map((pair) => [JSON.stringify(pair), () => attackLine(pair, this.n, true)]));
  }

  /** Shows the position of a replay. */
  show(replay) {
    const { event, trail, path } = replay;
    const solved = event?.kind === "solution";
    const row = path.length;
    const tint = { class: "row", x: 1, y: row * SIDE + 1, width: this.n * SIDE - 2, height: SIDE - 2, rx: 3 };
    this.edges.forEach(([, name], index) => name.classList.toggle("on", index === row && !solved));
    // After a step back the row goes on with the next square.
    const next = event?.kind === "retreat" && event.column + 1 < this.n && this.points ? [row, event.column + 1] : null;
    this.nexts.show(next ? [[next.join(" "), () => arrow(...next)]] : []);
    this.ground.show(row < this.n && !solved ? [[String(row), () => s("rect", tint)]] : []);
    // What is left was left because every square of the next row is rejected.
    const dead = event?.kind === "retreat" && event.left?.dead && row + 1 < this.n && this.points;
    this.faded.show(dead ? [[`${row + 1}`, () => s("g", { class: "faded" }, Array.from({ length: this.n }, (_, column) => cross(row + 1, column, false)))]] : []);
    const rejected = trail.flatMap(({ children }) => children.filter(({ fate }) => fate === "rejected"));
    this.crosses.show(
      rejected.map(({ level, column, step }) => {
        const fresh = event?.kind === "reject" && step === replay.step;
        return [`${level} ${column} ${fresh}`, () => cross(level - 1, column, fresh)];
      }),
    );
    this.pairs.show(this.compares ? this.compared(event, path) : []);
    const attack = event?.objection?.queen ? event.objection : null;
    this.attacks.show(attack ? [[String(replay.step), () => attackLine(attack, this.n)]] : []);
    const queens = path.map((column, at) => {
      const fresh = event?.kind === "enter" && at === row - 1;
      return [at, column, solved ? "solved" : fresh ? "fresh" : ""];
    });
    if (event?.kind === "retreat") queens.push([row, event.column, "gone"]);
    // Given queens are on the board before the search reaches them, and stay when it leaves.
    const stood = new Set(this.standing.map(([row, column]) => `${row} ${column}`));
    const placed = queens.filter(([row, column]) => !stood.has(`${row} ${column}`));
    const standing = this.standing.map(([row, column]) => [row, column, solved ? "solved" : "standing"]);
    queens.splice(0, queens.length, ...placed, ...standing);
    this.queens.show(
      queens.map(([row, column, look]) => [
        `${row} ${column} ${look}`,
        () => queen(row, column, { class: look, "data-row": row, "data-column": column }),
      ]),
    );
    this.element.setAttribute(
      "aria-label",
      words.boardLabel(
        this.n,
        path.map((column, at) => [at + 1, column + 1]),
      ),
    );
  }
}
