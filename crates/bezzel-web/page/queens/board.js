// The board: queens, rejected squares, and who attacks them.

import { s, Layer } from "/dom.js";
import { words } from "/words.js";

const SIDE = 45;

/** The queen of the drawn boards: a crown, its pearls, a base. */
export function queen(row, column, attributes = {}) {
  return s(
    "g",
    {
      ...attributes,
      class: `queen ${attributes.class ?? ""}`,
      transform: `translate(${column * SIDE} ${row * SIDE})`,
    },
    s("path", {
      d: "M11 31 7.5 15.5 15 25 16.5 11 22.5 23.5 28.5 11 30 25 37.5 15.5 34 31z M11 32.5h23l1.5 6h-26z",
    }),
    [
      [7, 13],
      [16, 8.5],
      [29, 8.5],
      [38, 13],
    ].map(([cx, cy]) => s("circle", { cx, cy, r: 2.6 })),
  );
}

function cross(row, column, fresh) {
  const [x, y] = [column * SIDE + SIDE / 2, row * SIDE + SIDE / 2];
  const arm = fresh ? 11 : 7;
  return s("path", {
    class: `cross ${fresh ? "fresh" : ""}`,
    d: `M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}M${x - arm} ${y + arm}l${2 * arm} ${-2 * arm}`,
  });
}

/** The line from a queen to the square she attacks. */
export function attackLine({ queen: from, target: to }) {
  const middle = ({ row, column }) => [column * SIDE + SIDE / 2, row * SIDE + SIDE / 2];
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  return s("g", { class: "attack" }, s("line", { x1, y1, x2, y2 }), s("circle", { cx: x1, cy: y1, r: 20 }));
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

/** A board with queens and nothing else. */
export function smallBoard(columns) {
  const board = emptyBoard(columns.length, { "aria-hidden": "true" });
  board.append(...columns.map((column, row) => queen(row, column)));
  return board;
}

/** The board beside the tree. */
export class Board {
  constructor(n) {
    this.n = n;
    [this.ground, this.crosses, this.attacks, this.queens] = Array.from({ length: 4 }, () => new Layer());
    const label = (text, x, y) => s("text", { class: "edge", x, y }, text);
    const edges = Array.from({ length: n }, (_, index) => [
      label(index + 1, index * SIDE + SIDE / 2, -7),
      label(index + 1, -11, index * SIDE + SIDE / 2 + 5),
    ]);
    this.element = emptyBoard(n, { viewBox: `-22 -22 ${n * SIDE + 24} ${n * SIDE + 24}` });
    const layers = [this.ground, this.crosses, this.attacks, this.queens].map(({ element }) => element);
    this.element.append(...edges.flat(), ...layers);
  }

  /** Shows where a replay stands; `hides` keeps the reason back. */
  show(replay, hides) {
    const { event, trail, path } = replay;
    const solved = event?.kind === "solution";
    const row = path.length;
    const tint = { class: "row", x: 0, y: row * SIDE, width: this.n * SIDE, height: SIDE };
    this.ground.show(row < this.n && !solved ? [[String(row), () => s("rect", tint)]] : []);
    const rejected = trail.flatMap(({ children }) => children.filter(({ fate }) => fate === "rejected"));
    this.crosses.show(
      rejected.map(({ level, column, step }) => {
        const fresh = event?.kind === "reject" && step === replay.step;
        return [`${level} ${column} ${fresh}`, () => cross(level - 1, column, fresh)];
      }),
    );
    this.attacks.show(event?.attack && !hides ? [[String(replay.step), () => attackLine(event.attack)]] : []);
    const queens = path.map((column, at) => {
      const fresh = event?.kind === "enter" && at === row - 1;
      return [at, column, solved ? "solved" : fresh ? "fresh" : ""];
    });
    if (event?.kind === "retreat") queens.push([row, event.column, "gone"]);
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
