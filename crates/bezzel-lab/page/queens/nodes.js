// What a node of the tree looks like.

import { s } from "/dom.js";
import { CROWN, SIDE } from "/queens/board.js";

/** A node as wide as its text. */
export function pill(text) {
  const half = Math.max(16, 4.2 * text.length + 9);
  return [s("rect", { class: "pill", x: -half, y: -14, width: 2 * half, height: 28, rx: 14 }), s("text", { y: 4.5 }, text)];
}

/** A cross whose arms are this long. */
export function cross(arm) {
  return s("path", { class: "cross", d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` });
}

/** A rejected child: a small square with a cross. */
export function crossed(half) {
  return [s("rect", { class: "box", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 2.5 }), cross(half * 0.55)];
}

/** A small board with the queens of a node, its middle at the origin. */
export function miniature(path, n, side, solved) {
  const cell = side / n;
  let dark = "";
  for (let square = 0; square < n * n; square += 1) {
    const [row, column] = [Math.floor(square / n), square % n];
    if ((row + column) % 2) dark += `M${column * cell} ${row * cell}h${cell}v${cell}h${-cell}z`;
  }
  const crowns = path.map((column, row) =>
    s("path", { class: "crown", transform: `translate(${column * cell} ${row * cell}) scale(${cell / SIDE})`, d: CROWN }),
  );
  return [
    s(
      "g",
      { transform: `translate(${-side / 2} ${-side / 2})` },
      s("rect", { class: "ground", width: side, height: side }),
      s("path", { class: "squares", d: dark }),
      crowns,
      s("rect", { class: "frame", x: -1, y: -1, width: side + 2, height: side + 2, rx: 3 }),
    ),
    solved ? s("text", { class: "found", x: side / 2 + 1, y: -side / 2 + 5 }, "★") : null,
  ];
}

/** Draws a folded subtree: its numbers of visited nodes and of solutions, in a frame below the node. */
export function fold({ visited, solutions }, radius, tell, slot) {
  const text = tell(visited);
  const star = solutions > 0 && slot > 58 ? ` ★${tell(solutions)}` : "";
  const width = Math.min(slot - 2, 8 + 7 * (text.length + star.length));
  return s(
    "g",
    { class: solutions > 0 ? "fold solved" : "fold", transform: `translate(0 ${radius + 9})` },
    s("rect", { x: -width / 2, y: -7.5, width, height: 15, rx: 4 }),
    s("text", { class: "count", y: 4.2, "data-visited": visited }, text, star ? s("tspan", { class: "found" }, star) : null),
    solutions > 0 && !star ? s("text", { class: "found", x: radius - 1, y: -radius - 13 }, "★") : null,
  );
}
