// The state-space tree as it grows: whole for a few queens, otherwise open along the path to the node at hand.

import { h, s, Layer, Pane } from "/dom.js";
import { words, figure, roughly } from "/words.js";

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
    this.width = 0;
    [this.rows, this.edges, this.dots, this.nodes] = Array.from({ length: 4 }, () => new Layer());
    const layers = [this.rows, this.edges, this.dots, this.nodes].map(({ element }) => element);
    this.drawing = s("svg", { class: "tree", role: "img" }, layers);
    this.box = h(
      "div",
      { class: "treebox", tabindex: 0, role: "group", "aria-label": words.tree },
      this.drawing,
    );
    this.pane = new Pane(this.box, () => this.replay && this.show(this.replay, this.hides));
    this.box.addEventListener("click", ({ target }) => {
      const node = target.closest(".node");
      if (node) go(Number(node.dataset.step));
    });
  }

  show(replay, hides) {
    this.replay = replay;
    this.hides = hides;
    const { root, trail, here, event } = replay;
    if (this.pane.width === 0) this.pane.note();
    const room = this.pane.width || 600;
    const { width, level, radius, slot } = this.whole ? layWhole(root, this.n) : layOpen(trail, this.n, room);
    // Nodes close to each other leave no room for long numbers below them.
    this.tell = !this.whole && slot < 48 ? roughly : figure;
    const onPath = new Set(trail);
    const edges = [];
    const nodes = [];
    const visit = (node, parent) => {
      const lit = onPath.has(node);
      if (parent) {
        const line = `M${parent.x} ${parent.y}L${node.x} ${node.y}`;
        edges.push([`${lit} ${line}`, () => s("path", { class: lit ? "edge lit" : "edge", d: line })]);
      }
      const fresh = event && node.step === replay.step && event.kind !== "retreat";
      nodes.push(this.node(node, radius, { lit, here: node === here, fresh }));
      node.children.forEach((child) => visit(child, node));
    };
    visit(root, null);
    this.rows.show(this.labels(level));
    this.edges.show(edges);
    this.dots.show(this.whole ? [] : this.untried(trail, slot, level));
    this.nodes.show(nodes);
    this.size(width, TOP + this.n * level + 42);
    this.drawing.setAttribute("aria-label", words.treeLabel(replay.total, trail.length - 1));
    this.pane.bring({ ...here, aside: 90, above: 70 });
  }

  /** A whole tree grows, but never shrinks back: the picture would jump. */
  size(wide, height) {
    const width = this.whole ? Math.max(this.width, wide) : wide;
    if (width === this.width) return;
    this.width = width;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.drawing.setAttribute("width", width);
  }

  labels(level) {
    return Array.from({ length: this.n }, (_, row) => {
      const y = TOP + (row + 1) * level + 4;
      return [String(y), () => s("text", { class: "level", x: 4, y }, words.row(row + 1))];
    });
  }

  /** The children of open nodes that the search has not looked at. */
  untried(trail, slot, level) {
    const dots = [];
    for (const node of trail.filter((node) => node.level < this.n)) {
      for (let column = node.children.length; column < this.n; column += 1) {
        const place = { cx: LEFT + (column + 0.5) * slot, cy: TOP + (node.level + 1) * level };
        dots.push([`${place.cx} ${place.cy}`, () => s("circle", { class: "untried", ...place, r: 2.5 })]);
      }
    }
    return dots;
  }

  /** A node as a thing of a layer. */
  node(node, radius, { lit, here, fresh }) {
    const { fate, counts, x, y } = node;
    const folded = fate === "folded" && node.children.length === 0 && counts.visited > 1;
    const classes = ["node", fate, lit && "lit", here && "here", fresh && "fresh"].filter(Boolean).join(" ");
    const told = folded || here ? `${counts.visited} ${counts.solutions}` : "";
    const make = () => {
      const parts = [s("circle", { r: here || fresh ? radius + 2 : radius }), mark(node, radius)];
      if (folded) parts.push(fold(counts, radius, this.tell));
      const title = s("title", {}, words.nodeTitle(node, this.hides));
      return s(
        "g",
        { class: classes, transform: `translate(${x} ${y})`, "data-step": node.step },
        title,
        parts,
      );
    };
    return [`${x} ${y} ${node.step} ${classes} ${told} ${this.hides} ${this.tell.name}`, make];
  }
}

/** What a node shows inside: a cross, or the column of its queen. */
function mark({ fate, level, column }, radius) {
  if (fate !== "rejected") return s("text", { y: 4 }, level === 0 ? "" : String(column + 1));
  const arm = radius * 0.62;
  return s("path", { class: "cross", d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` });
}

/** What stands below a folded node: how many were visited there, and how many solutions there are. */
function fold({ visited, solutions }, radius, tell) {
  const parts = [
    s("path", { class: "fold", d: `M0 ${radius + 1}l6 9h-12z` }),
    s("text", { class: "count", y: radius + 22 }, tell(visited)),
  ];
  if (solutions > 0) parts.push(s("text", { class: "found", y: radius + 34 }, `★${tell(solutions)}`));
  return parts;
}
