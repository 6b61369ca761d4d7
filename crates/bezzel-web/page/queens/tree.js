// The state-space tree as it grows: whole for a few queens, otherwise open along the path to the node at hand.

import { s } from "/dom.js";
import { words, figure } from "/words.js";

const TOP = 26;
const LEFT = 56;

/** Every node has its place: leaves side by side, parents in the middle above their children. */
function layWhole(root, n) {
  const slot = n < 4 ? 40 : n === 4 ? 21 : 19;
  const level = 58;
  let next = 0;
  const place = (node) => {
    node.y = TOP + node.level * level;
    if (node.children.length === 0) {
      node.x = LEFT + (next + 0.5) * slot;
      next += 1;
      return;
    }
    node.children.forEach(place);
    node.x = (node.children[0].x + node.children[node.children.length - 1].x) / 2;
  };
  place(root);
  return { width: LEFT + Math.max(next, n * 3) * slot, level, radius: 8 };
}

/** A row for every node on the path: its children stand side by side, those not tried yet as dots. */
function layOpen(trail, n, room) {
  const slot = Math.max(30, Math.min(72, Math.floor((room - LEFT - 4) / n)));
  const level = 66;
  const width = n * slot;
  trail[0].x = LEFT + width / 2;
  trail[0].y = TOP;
  for (const node of trail) {
    for (const child of node.children) {
      child.x = LEFT + (child.column + 0.5) * slot;
      child.y = TOP + child.level * level;
    }
  }
  return { width: LEFT + width, level, radius: 10, slot };
}

export class Tree {
  /** `go(step)` leads to the step at which a node was met. */
  constructor(n, whole, go) {
    this.n = n;
    this.whole = whole;
    this.go = go;
    this.drawing = s("svg", { class: "tree", role: "img" });
    this.width = 0;
  }

  show(replay, hides) {
    this.hides = hides;
    const { root, trail, here, event } = replay;
    const room = this.drawing.parentElement?.clientWidth || 600;
    const { width, level, radius, slot } = this.whole ? layWhole(root, this.n) : layOpen(trail, this.n, room);
    const onPath = new Set(trail);
    const edges = [];
    const nodes = [];
    const visit = (node, parent) => {
      if (parent) {
        const lit = onPath.has(node) ? "lit" : "";
        edges.push(
          s("path", { class: `edge ${lit} ${node.fate}`, d: `M${parent.x} ${parent.y}L${node.x} ${node.y}` }),
        );
      }
      const fresh = event && node.step === replay.step && event.kind !== "retreat";
      nodes.push(this.node(node, radius, onPath.has(node), node === here, fresh));
      node.children.forEach((child) => visit(child, node));
    };
    visit(root, null);
    const rest = this.whole ? [] : this.untried(trail, slot, level);
    // A whole tree grows, but never shrinks back: the picture would jump.
    this.width = this.whole ? Math.max(this.width, width) : width;
    this.drawing.setAttribute("viewBox", `0 0 ${this.width} ${TOP + this.n * level + 42}`);
    this.drawing.setAttribute("width", this.width);
    this.drawing.replaceChildren(s("g", {}, this.rows(level), edges, rest), s("g", {}, nodes));
    this.drawing.setAttribute("aria-label", words.treeLabel(replay.total, trail.length - 1));
    this.keepInView(here);
  }

  rows(level) {
    return Array.from({ length: this.n }, (_, row) =>
      s("text", { class: "level", x: 4, y: TOP + (row + 1) * level + 4 }, words.row(row + 1)),
    );
  }

  /** The children of open nodes that the search has not looked at. */
  untried(trail, slot, level) {
    const dots = [];
    for (const node of trail.filter((node) => node.level < this.n)) {
      for (let column = node.children.length; column < this.n; column += 1) {
        dots.push(
          s("circle", {
            class: "untried",
            cx: LEFT + (column + 0.5) * slot,
            cy: TOP + (node.level + 1) * level,
            r: 2.5,
          }),
        );
      }
    }
    return dots;
  }

  node(node, radius, onPath, here, fresh) {
    const { fate, counts, column, level, x, y } = node;
    const classes = ["node", fate, onPath ? "lit" : "", here ? "here" : "", fresh ? "fresh" : ""];
    const reach = here || fresh ? radius + 2 : radius;
    const parts = [s("circle", { r: reach })];
    if (fate === "pruned") {
      const arm = radius * 0.62;
      parts.push(
        s("path", { class: "cross", d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` }),
      );
    } else {
      parts.push(s("text", { y: 4 }, level === 0 ? "" : String(column + 1)));
    }
    if (fate === "folded" && node.children.length === 0 && counts.visited > 1) {
      parts.push(s("path", { class: "fold", d: `M0 ${radius + 1}l6 9h-12z` }));
      parts.push(s("text", { class: "count", y: radius + 22 }, figure(counts.visited)));
      if (counts.solutions > 0)
        parts.push(s("text", { class: "found", y: radius + 34 }, `★${figure(counts.solutions)}`));
    }
    const title = s("title", {}, words.nodeTitle(node, this.hides));
    const group = s(
      "g",
      { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})`, "data-step": node.step },
      title,
      parts,
    );
    group.addEventListener("click", () => this.go(node.step));
    return group;
  }

  /** Scrolls so that the node at hand can be seen. */
  keepInView(here) {
    const box = this.drawing.parentElement;
    if (!box) return;
    const scale = this.drawing.clientWidth / this.width || 1;
    const [x, y] = [here.x * scale, here.y * scale];
    const [marginX, marginY] = [Math.min(90, box.clientWidth / 4), 70];
    if (x < box.scrollLeft + marginX || x > box.scrollLeft + box.clientWidth - marginX)
      box.scrollLeft = x - box.clientWidth / 2;
    if (y < box.scrollTop + marginY || y > box.scrollTop + box.clientHeight - marginY)
      box.scrollTop = y - box.clientHeight / 2;
  }
}
