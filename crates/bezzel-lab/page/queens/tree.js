// The growing state-space tree: whole for a few queens, otherwise open along the path to the
// current node.
//
// Every node has its place from the start, so that nothing moves during the search. The reader may
// zoom and pan; until then the whole tree is in view.

import { h, s, Layer } from "/dom.js";
import { words, figure, roughly } from "/words.js";
import { icon } from "/icons.js";
import { Camera } from "/queens/camera.js";

const TOP = 22;
const LEFT = 46;

/** Leaves side by side, parents in the middle above their children: the place of every node, by the step it is met. */
function layWhole(root, depth, { width, height }) {
  const leaves = (node) => (node.children.length ? node.children.reduce((sum, one) => sum + leaves(one), 0) : 1);
  const all = leaves(root);
  const slot = Math.max(6.6, Math.min(70, (width - LEFT - 8) / all));
  const level = Math.max(34, Math.min(86, (height - TOP - 30) / Math.max(1, depth)));
  const places = new Map();
  let next = 0;
  const place = (node) => {
    const y = TOP + node.level * level;
    if (node.children.length === 0) {
      places.set(node.step, { x: LEFT + (next + 0.5) * slot, y });
      next += 1;
    } else {
      node.children.forEach(place);
      const [first, last] = [node.children[0], node.children[node.children.length - 1]];
      places.set(node.step, { x: (places.get(first.step).x + places.get(last.step).x) / 2, y });
    }
  };
  place(root);
  return { places, level, slot, radius: Math.max(3, Math.min(11, slot * 0.42)), width: LEFT + all * slot + 8 };
}

/** Lays out a row for every node on the path: its children side by side, untried ones as dots. */
function layOpen(trail, wide, depth, { width, height }) {
  const slot = Math.max(26, Math.min(72, (width - LEFT - 4) / wide));
  const level = Math.max(38, Math.min(66, (height - TOP - 30) / Math.max(1, depth)));
  const places = new Map([[trail[0].step, { x: LEFT + (wide * slot) / 2, y: TOP }]]);
  for (const node of trail) {
    node.children.forEach((child, index) => {
      places.set(child.step, { x: LEFT + ((child.slot ?? index) + 0.5) * slot, y: TOP + child.level * level });
    });
  }
  return { places, level, slot, radius: level < 46 ? 7 : 8.5, width: LEFT + wide * slot };
}

/**
 * Returns the number of nodes below a node, if every node above the last level has `children`
 * children.
 */
export function nodesBelow(children, levels) {
  let [sum, row] = [0, 1];
  for (let level = 0; level < levels; level += 1) {
    row *= children;
    sum += row;
  }
  return sum;
}

export class Tree {
  /**
   * Creates a tree of `depth` levels with at most `wide` children per node.
   * - `whole` is the finished search, if all of it is known;
   * - `folds` is true if that is too large to be drawn unless the reader requests it;
   * - `go(step)` goes to the step at which a node was visited;
   * - `title(node)` and `label(node)` return texts for a node, `place(node)` for the current one;
   * - `views` is true if the reader may show pruned nodes, and nodes that no search visits.
   */
  constructor({ wide, depth, whole = null, folds = false, go, label, title, place = null, rowName = words.row, views = null }) {
    Object.assign(this, { wide, depth, whole, folds, go, label, title, place, rowName });
    [this.ghosts, this.edges, this.dots, this.nodes, this.rows] = Array.from({ length: 5 }, () => new Layer());
    const moved = [this.ghosts, this.edges, this.dots, this.nodes].map(({ element }) => element);
    this.world = s("g", {}, moved);
    this.margin = s("g", {}, s("rect", { class: "margin", x: -4, y: 0, width: LEFT - 6, height: 4000 }), this.rows.element);
    this.drawing = s("svg", { class: "tree", role: "group" }, this.world, this.margin);
    this.box = h("div", { class: "treebox" }, this.drawing);
    this.camera = new Camera(this.box, () => this.aim(), () => this.replay && this.show(this.replay));
    const button = (name, act) =>
      h("button", { class: "icon", title: words[name], "aria-label": words[name], onclick: act }, icon(name));
    this.view = "visited";
    const choose = ({ target }) => {
      this.view = target.value;
      views(target.value);
      this.camera.fit();
      this.show(this.replay);
    };
    const offered = views ? ["visited", "saved", ...(whole && wide <= 5 ? ["whole"] : [])] : [];
    this.views = h(
      "select",
      { name: "tree", "aria-label": words.treeView, hidden: !views, onchange: choose },
      offered.map((name) => h("option", { value: name }, words.treeViews[name])),
    );
    this.tools = h(
      "div",
      { class: "treetools" },
      this.views,
      button("zoomIn", () => this.camera.zoom(1.4)),
      button("zoomOut", () => this.camera.zoom(1 / 1.4)),
      button("fit", () => this.camera.fit()),
    );
    this.drawing.addEventListener("click", ({ target }) => this.open(target));
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    // The mouse leads to a step; the focus stays where the keys are for it.
    this.drawing.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Whether every node is drawn, or those along the path alone. */
  get flat() {
    return this.whole !== null && (!this.folds || this.view === "whole");
  }

  choose(view) {
    if (![...this.views.options].some(({ value }) => value === view)) return;
    this.view = view;
    this.views.value = view;
  }

  open(target) {
    const node = target.closest?.(".node");
    if (node && !this.camera.dragged) this.go(Number(node.dataset.step));
  }

  /** Arrows go from node to node, where one has the focus; Enter leads to the step at which it was met. */
  key(event) {
    const node = event.target.closest?.(".node");
    if (!node || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter") {
      this.go(Number(node.dataset.step)).then?.(() => this.focus(Number(node.dataset.step)));
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const here = this.drawn.get(Number(node.dataset.step));
    const siblings = here?.parent?.children ?? [];
    const at = siblings.indexOf(here?.node);
    const next = {
      ArrowUp: here?.parent,
      ArrowDown: here?.node.children[0],
      ArrowLeft: siblings[at - 1],
      ArrowRight: siblings[at + 1],
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    event.stopPropagation();
    if (next[event.key]) this.focus(next[event.key].step);
  }

  focus(step) {
    const node = this.drawing.querySelector(`.node[data-step="${step}"]`);
    if (!node) return;
    for (const other of this.drawing.querySelectorAll(".node[tabindex='0']")) other.setAttribute("tabindex", -1);
    node.setAttribute("tabindex", 0);
    node.focus();
    const place = this.layout.places.get(step);
    if (place) this.camera.bring(place);
  }

  /** Puts the camera's view into effect. Labels of rows move up and down only. */
  aim() {
    const { x, y, scale } = this.camera;
    this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    this.margin.setAttribute("transform", `translate(0 ${y}) scale(1 ${scale})`);
    for (const text of this.rows.element.children) text.setAttribute("transform", `translate(4 ${text.dataset.y}) scale(1 ${1 / scale})`);
  }

  /** Returns the whole tree as a drawing, independent of the zoom. */
  picture() {
    const { width, height } = this.camera.world;
    const copy = (group) => {
      const one = group.cloneNode(true);
      one.removeAttribute("transform");
      return one;
    };
    return s("svg", { class: "tree", viewBox: `0 0 ${width} ${height}` }, copy(this.world), copy(this.rows.element));
  }

  lay(trail) {
    const room = this.camera.room();
    if (!this.flat) return layOpen(trail, this.wide, this.depth, room);
    const key = `${room.width} ${room.height} ${this.view}`;
    if (this.laid !== key) {
      this.laid = key;
      this.kept = this.view === "whole" ? this.layAll(room) : layWhole(this.whole, this.depth, room);
    }
    return this.kept;
  }

  /** Places for every node that could be, visited or not: each has all children. */
  layAll(room) {
    const { wide, depth } = this;
    const leaves = wide ** depth;
    const slot = (room.width - LEFT - 8) / leaves;
    const level = Math.max(34, Math.min(86, (room.height - TOP - 30) / depth));
    const places = new Map();
    const ghosts = { edges: "", dots: "" };
    const x = (first, count) => LEFT + (first + count / 2) * slot;
    const place = (node, lev, first, count) => {
      const here = { x: x(first, count), y: TOP + lev * level };
      if (node) places.set(node.step, here);
      ghosts.dots += `M${here.x.toFixed(2)} ${here.y.toFixed(1)}h0`;
      for (let child = 0; lev < depth && child < wide; child += 1) {
        const part = count / wide;
        const there = node?.children.find(({ slot }) => slot === child);
        ghosts.edges += `M${here.x.toFixed(2)} ${here.y.toFixed(1)}L${x(first + child * part, part).toFixed(2)} ${(TOP + (lev + 1) * level).toFixed(1)}`;
        place(there, lev + 1, first + child * part, part);
      }
    };
    place(this.whole, 0, 0, leaves);
    return { places, ghosts, level, slot, radius: 3.2, width: LEFT + leaves * slot + 8 };
  }

  show(replay) {
    this.replay = replay;
    const { root, trail, here, event } = replay;
    const layout = (this.layout = this.lay(trail));
    const { level, radius, slot, places, width } = layout;
    // Nodes close to each other leave no room for long numbers below them.
    this.tell = slot < 72 ? roughly : figure;
    const onPath = new Set(trail);
    const edges = [];
    const nodes = [];
    this.drawn = new Map();
    const visit = (node, parent) => {
      const place = places.get(node.step);
      if (!place) return;
      this.drawn.set(node.step, { node, parent });
      const lit = onPath.has(node);
      const fresh = event && node.step === replay.step && event.kind !== "retreat";
      nodes.push(this.node(node, place, radius, { lit, here: node === here, fresh }));
      if (node.children.length) edges.push(...this.edgesOf(node, place, places, onPath, { level, radius }));
      node.children.forEach((child) => visit(child, node));
    };
    visit(root, null);
    const { ghosts } = layout;
    this.ghosts.show(
      ghosts
        ? [
            [`edges ${slot}`, () => s("path", { class: "ghost", d: ghosts.edges })],
            [`dots ${slot}`, () => s("path", { class: "ghost dot", d: ghosts.dots })],
          ]
        : [],
    );
    this.rows.show(this.labels(level));
    this.edges.show(edges);
    this.dots.show(this.flat ? [] : this.untried(trail, slot, level));
    this.nodes.show(nodes);
    this.order(here);
    this.drawing.setAttribute("aria-label", words.treeLabel(replay.total, trail.length - 1));
    this.camera.world = { width, height: TOP + this.depth * level + 28 };
    this.camera.settle();
    const place = places.get(here.step);
    if (place) this.camera.follow(place);
  }

  /** The current node receives the keyboard focus. */
  order(here) {
    const before = this.drawing.querySelector(".node[tabindex='0']");
    const now = this.drawing.querySelector(`.node[data-step="${here.step}"]`);
    if (before === now) return;
    before?.setAttribute("tabindex", -1);
    now?.setAttribute("tabindex", 0);
  }

  /** Straight lines in a whole tree. Along a path: down to a bar above the children, so that no line crosses what is
   * written below a node. */
  edgesOf(node, place, places, onPath, { level, radius }) {
    const children = node.children.map((child) => [child, places.get(child.step)]).filter(([, at]) => at);
    const line = (lit, d) => [`${lit} ${d}`, () => s("path", { class: lit ? "edge lit" : "edge", d })];
    if (this.flat) return children.map(([child, at]) => line(onPath.has(child), `M${place.x} ${place.y}L${at.x} ${at.y}`));
    const bar = place.y + level - radius - 5;
    const xs = children.map(([, { x }]) => x);
    const [from, to] = [Math.min(place.x, ...xs), Math.max(place.x, ...xs)];
    const drops = xs.map((x) => `M${x} ${bar}V${place.y + level}`).join("");
    const lines = [line(false, `M${place.x} ${place.y}V${bar}M${from} ${bar}H${to}${drops}`)];
    const next = children.find(([child]) => onPath.has(child));
    if (next) lines.push(line(true, `M${place.x} ${place.y}V${bar}H${next[1].x}V${next[1].y}`));
    return lines;
  }

  labels(level) {
    return Array.from({ length: this.depth }, (_, row) => {
      const y = TOP + (row + 1) * level + 4;
      const text = this.rowName(row + 1);
      return [`${y} ${text}`, () => s("text", { class: "level", "data-y": y, transform: `translate(4 ${y})` }, text)];
    });
  }

  /** The children of open nodes that the search has not looked at. */
  untried(trail, slot, level) {
    const dots = [];
    for (const node of trail.filter((node) => node.level < this.depth && node.fate !== "solution")) {
      for (let index = node.children.length; index < this.wide; index += 1) {
        const place = { cx: LEFT + (index + 0.5) * slot, cy: TOP + (node.level + 1) * level };
        dots.push([`${place.cx} ${place.cy}`, () => s("circle", { class: "untried", ...place, r: 2.2 })]);
      }
    }
    return dots;
  }

  /** A node as a thing of a layer. */
  node(node, { x, y }, radius, { lit, here, fresh }) {
    const { fate, counts } = node;
    const folded = !this.flat && fate === "folded" && counts.visited > 1;
    const classes = ["node", fate, lit && "lit", here && "here", fresh && "fresh"].filter(Boolean).join(" ");
    const saved = this.view !== "visited" && fate === "rejected" ? nodesBelow(this.wide, this.depth - node.level) : 0;
    const told = folded || here ? `${counts.visited} ${counts.solutions}` : "";
    const make = () => {
      const parts = [s("circle", { r: here || fresh ? radius + 2 : radius }), this.mark(node, radius, here || fresh || (lit && this.flat))];
      if (folded) parts.push(fold(counts, radius, this.tell, this.layout.slot > 58));
      if (saved) {
        // Where nodes are close together, their numbers are vertical.
        const place = this.layout.slot < 24 ? { transform: `translate(-3 ${radius + 3}) rotate(90)`, class: "saved upright" } : { y: radius + 11, class: "saved" };
        parts.push(s("text", place, `−${roughly(saved)}`));
      }
      const title = this.title(node, saved);
      return s(
        "g",
        { class: classes, transform: `translate(${x} ${y})`, "data-step": node.step, role: "button", tabindex: -1 },
        s("title", {}, title),
        parts,
      );
    };
    return [`${x} ${y} ${node.step} ${classes} ${told} ${saved} ${radius} ${this.tell.name}`, make];
  }

  /** Draws the inside of a node: a cross, or the choice. Beside small nodes the text is outside. */
  mark(node, radius, lit) {
    if (node.fate === "rejected") {
      const arm = radius * 0.62;
      return s("path", { class: "cross", d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}` });
    }
    const text = node.level === 0 ? "" : this.label(node);
    const place = lit && node.level > 0 ? (this.place?.(node) ?? null) : null;
    if (radius < 7) return s("text", { class: "beside", x: radius + 2, y: -radius - 1 }, place ?? text);
    return [s("text", { y: 4 }, text), place ? s("text", { class: "beside", x: radius + 4, y: 4 }, place) : null];
  }
}

/**
 * Draws a folded subtree: its numbers of visited nodes and of solutions; if there is no space,
 * whether there are solutions.
 */
function fold({ visited, solutions }, radius, tell, hasRoom) {
  const found = solutions > 0 && hasRoom ? ` ★${tell(solutions)}` : "";
  return [
    s("path", { class: "fold", d: `M0 ${radius - 1}l4 5h-8z` }),
    s(
      "text",
      { class: solutions > 0 ? "count solved" : "count", y: radius + 13, "data-visited": visited },
      tell(visited),
      found ? s("tspan", { class: "found" }, found) : null,
    ),
  ];
}
