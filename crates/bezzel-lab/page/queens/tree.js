// The growing state-space tree: whole for a few queens, with every node as a small board; otherwise
// open along the path to the current node.
//
// Every node has its place from the start, so that nothing moves during the search. The reader may
// zoom and pan; until then the whole tree is in view.

import { h, s, Layer } from "/dom.js";
import { words, figure, roughly } from "/words.js";
import { icon } from "/icons.js";
import { Camera } from "/queens/camera.js";
import { cross, crossed, fold, miniature, pill } from "/queens/nodes.js";

const TOP = 22;
const LEFT = 46;

/** Leaves side by side, parents in the middle above their children: the place of every node, by the step it is met. */
function layWhole(root, depth, { width, height }, widest) {
  const leaves = (node) => (node.children.length ? node.children.reduce((sum, one) => sum + leaves(one), 0) : 1);
  const all = leaves(root);
  const slot = Math.max(6.6, Math.min(widest, (width - LEFT - 8) / all));
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

/**
 * Every promising node as a small board, parents in the middle above their children. Below a board are
 * the squares of its next row: rejected children stay with their parent.
 */
function layBoards(root, depth, wide, { width, height }) {
  const inner = (node) => node.children.filter(({ fate }) => fate !== "rejected");
  const leaves = (node) => inner(node).reduce((sum, child) => sum + leaves(child), 0) || 1;
  const all = leaves(root);
  const unit = Math.max(46, Math.min(170, (width - LEFT - 32) / all));
  const room = (height - TOP) / (depth + 1);
  // A square of the next row is a part of the board's side.
  const side = Math.max(26, Math.min(unit * 0.84, (room - 14) / (1 + 1 / wide), 140));
  const cell = side / wide;
  const level = side + cell + Math.max(12, Math.min(54, room - side - cell));
  const places = new Map();
  let next = 0;
  const place = (node) => {
    const top = TOP - 8 + node.level * level;
    const children = inner(node);
    children.forEach(place);
    const xs = children.map(({ step }) => places.get(step).x);
    const x = xs.length ? (xs[0] + xs[xs.length - 1]) / 2 : LEFT + 20 + (next++ + 0.5) * unit;
    places.set(node.step, { x, y: top + side / 2, top });
    for (const child of node.children)
      if (child.fate === "rejected") places.set(child.step, { x: x - side / 2 + (child.slot + 0.5) * cell, y: top + side + 3 + cell / 2, cell });
  };
  place(root);
  return { boards: true, places, level, side, cell, slot: unit, radius: side / 2, width: LEFT + 20 + all * unit + 12, bottom: TOP + depth * level + side + cell };
}

/** Lays out a row for every node on the path: its children side by side, untried ones as dots. */
function layOpen(trail, wide, depth, { width, height }) {
  const slot = Math.max(33, Math.min(72, (width - LEFT - 4) / wide));
  const level = Math.max(40, Math.min(72, (height - TOP - 34) / Math.max(1, depth)));
  const places = new Map([[trail[0].step, { x: LEFT + (wide * slot) / 2, y: TOP }]]);
  for (const node of trail) {
    node.children.forEach((child, index) => {
      places.set(child.step, { x: LEFT + ((child.slot ?? index) + 0.5) * slot, y: TOP + child.level * level });
    });
  }
  return { places, level, slot, radius: Math.min(13, slot * 0.42, (level - 24) / 2), width: LEFT + wide * slot };
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
  escape; ghosts; edges; dots; nodes; backs; rows; whole; folds; boards; wide; go; depth; pills; rowName; label; title;

  /**
   * Creates a tree of `depth` levels with at most `wide` children per node.
   * - `whole` is the finished search, if all of it is known;
   * - `folds` is true if that is too large to be drawn unless the reader requests it;
   * - `go(step)` goes to the step at which a node was visited;
   * - `title(node)` and `label(node)` return texts for a node, `place(node)` for the current one;
   * - `boards` is true if nodes are boards of queens;
   * - `pills` is true if nodes are as wide as their texts;
   * - `views` is true if the reader may show pruned nodes, and nodes that no search visits.
   */
  constructor({ wide, depth, whole = null, folds = false, boards = false, pills = false, go, label, title, rowName = words.row, views = null }) {
    Object.assign(this, { wide, depth, whole, folds, boards, pills, go, label, title, rowName });
    [this.ghosts, this.edges, this.dots, this.nodes, this.backs, this.rows] = Array.from({ length: 6 }, () => new Layer());
    const moved = [this.ghosts, this.edges, this.dots, this.nodes, this.backs].map(({ element }) => element);
    this.world = s("g", {}, moved);
    this.margin = s("g", {}, s("rect", { class: "margin", x: -4, y: 0, width: LEFT - 6, height: 4000 }), this.rows.element);
    this.drawing = s("svg", { class: "tree", role: "group" }, this.world, this.margin);
    this.box = h("div", { class: "treebox" }, this.drawing);
    this.camera = new Camera(this.box, () => this.aim(), () => this.replay && this.show(this.replay));
    const button = (name, act) =>
      h("button", { class: "icon", "data-act": name, title: words[name], "aria-label": words[name], onclick: act }, icon(name));
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
      button("zoomIn", () => this.camera.zoom(1.4)),
      button("zoomOut", () => this.camera.zoom(1 / 1.4)),
      button("fit", () => this.camera.fit()),
      button("whole", () => this.enlarge()),
    );
    this.drawing.addEventListener("click", ({ target }) => this.open(target));
    this.drawing.addEventListener("keydown", (event) => this.key(event));
    // The mouse leads to a step; the focus stays where the keys are for it.
    this.drawing.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Gives the tree the whole stage, or takes it back. */
  enlarge() {
    const panel = this.box.closest(".panel");
    const on = panel.classList.toggle("enlarged");
    this.escape ??= ({ key }) => key === "Escape" && panel.classList.contains("enlarged") && this.enlarge();
    // A panel that was closed meanwhile takes its listener with it.
    if (on) panel.addEventListener("keydown", this.escape);
    else panel.removeEventListener("keydown", this.escape);
    if (on) this.box.closest(".forest").querySelector("[data-act=whole]").focus();
  }

  /** Whether every node is drawn, or those along the path alone. */
  get flat() {
    return this.asBoards || (this.whole !== null && (!this.folds || this.view === "whole"));
  }

  /** Whether nodes are drawn as boards: a small tree, as far as it was visited. */
  get asBoards() {
    return this.boards && this.whole !== null && this.wide <= 5 && this.view === "visited";
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

  /** @returns {any} the places of nodes, and sizes */
  lay(trail) {
    const room = this.camera.room();
    if (!this.flat) return layOpen(trail, this.wide, this.depth, room);
    const key = `${room.width} ${room.height} ${this.view}`;
    if (this.laid !== key) {
      this.laid = key;
      if (this.asBoards) this.kept = layBoards(this.whole, this.depth, this.wide, room);
      else this.kept = this.view === "whole" ? this.layAll(room) : layWhole(this.whole, this.depth, room, this.pills ? 150 : 70);
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
    const { level, slot, places, width } = layout;
    // Nodes close to each other leave no room for long numbers below them.
    this.tell = slot < 72 ? roughly : figure;
    const onPath = new Set(trail);
    const [edges, dots, nodes] = [[], [], []];
    this.drawn = new Map();
    const visit = (node, parent, path) => {
      const place = places.get(node.step);
      if (!place) return;
      this.drawn.set(node.step, { node, parent });
      const lit = onPath.has(node);
      const fresh = event && node.step === replay.step && event.kind !== "retreat";
      const left = event?.kind === "retreat" && parent === here && node === here.children[here.children.length - 1];
      nodes.push(this.node(node, place, { lit, here: node === here, fresh, left, path }));
      if (layout.boards && node.fate !== "rejected") dots.push(...this.slots(node, place, onPath, replay));
      if (node.children.length) edges.push(...this.edgesOf(node, place, places, onPath, layout));
      node.children.forEach((child) => visit(child, node, layout.boards ? [...path, child.column] : path));
    };
    visit(root, null, []);
    const { ghosts } = layout;
    this.ghosts.show(
      ghosts
        ? [
            [`edges ${slot}`, () => s("path", { class: "ghost", d: ghosts.edges })],
            [`dots ${slot}`, () => s("path", { class: "ghost dot", d: ghosts.dots })],
          ]
        : [],
    );
    // The row that the board frames, too: the one whose squares are tried.
    this.rows.show(this.labels(layout, trail.length));
    this.edges.show(edges);
    this.dots.show(this.flat ? dots : this.untried(trail, slot, level));
    this.nodes.show(nodes);
    this.backs.show(this.wayBack(event, here, layout));
    this.order(here);
    this.drawing.setAttribute("aria-label", words.treeLabel(replay.total, trail.length - 1));
    this.camera.world = { width, height: layout.bottom ?? TOP + this.depth * level + 34 };
    // Letters stay readable; a tree too large for that is followed.
    this.camera.floor = layout.boards ? 0.8 : this.flat ? 0 : 1;
    this.camera.focus = places.get(here.step) ?? null;
    // A page of a lesson does not move on: it shows closely what there is.
    const near = layout.boards && document.documentElement.classList.contains("guided");
    this.camera.frame = near ? this.around(places) : null;
    this.camera.settle();
    if (this.camera.focus) this.camera.follow(this.camera.focus);
  }

  /** The box around everything drawn. */
  around(places) {
    const { side, cell } = this.layout;
    const all = [...this.drawn.keys()].map((step) => places.get(step));
    const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
    const half = side / 2 + 26;
    return { left: Math.min(...xs) - half, right: Math.max(...xs) + half, top: 0, bottom: Math.max(...ys) + half + cell };
  }

  /** The squares of a board's next row: rejected ones are nodes, all others are drawn here. */
  slots(node, { x, top }, onPath, { here, event }) {
    if (node.level >= this.depth || node.fate === "solution") return [];
    const { side, cell } = this.layout;
    const tried = node.children.length;
    return Array.from({ length: this.wide }, (_, index) => {
      const child = node.children.find(({ slot }) => slot === index);
      if (child?.fate === "rejected") return null;
      const isNext = node === here && index === tried && (event?.kind !== "solution");
      const look = !child ? (isNext ? "next" : "open") : onPath.has(child) ? "lit" : child.fate === "solution" || child.counts.solutions ? "solved" : "done";
      const place = { x: x - side / 2 + index * cell + 1, y: top + side + 4, width: cell - 2, height: cell - 2, rx: 2 };
      return [`${place.x} ${place.y} ${look}`, () => s("rect", { class: `slot ${look}`, ...place })];
    }).filter(Boolean);
  }

  /** An arrow from the node that was left to its parent. */
  wayBack(event, here, { boards, places, side }) {
    if (!boards || event?.kind !== "retreat") return [];
    const left = here.children[here.children.length - 1];
    const [from, to] = [places.get(left?.step), places.get(here.step)];
    if (!from || !to) return [];
    // Around the outer side, so that it crosses no other board.
    const out = from.x > to.x ? 1 : -1;
    const [x, y, tx, ty] = [from.x + (out * side) / 2, from.y, to.x + out * (side / 2 + 3), to.y + side / 4];
    const far = (out > 0 ? Math.max(x, tx) : Math.min(x, tx)) + out * 22;
    const d = `M${x} ${y}C${far} ${y} ${far} ${ty} ${tx} ${ty}`;
    return [[d, () => s("g", { class: "wayback" }, s("path", { d }), s("path", { d: `M${tx + out * 7} ${ty - 5}L${tx} ${ty}L${tx + out * 7} ${ty + 5}` }))]];
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
  edgesOf(node, place, places, onPath, { level, radius, boards, side, cell }) {
    const children = node.children.map((child) => [child, places.get(child.step)]).filter(([, at]) => at);
    const line = (lit, d) => [`${lit} ${d}`, () => s("path", { class: lit ? "edge lit" : "edge", d })];
    if (boards) {
      return children
        .filter(([child]) => child.fate !== "rejected")
        .map(([child, at]) => {
          const [x, y] = [place.x - side / 2 + (child.slot + 0.5) * cell, place.top + side + cell + 2];
          const middle = (y + at.top) / 2;
          return line(onPath.has(child), `M${x} ${y}C${x} ${middle} ${at.x} ${middle} ${at.x} ${at.top}`);
        });
    }
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

  labels({ level, boards, side }, depth) {
    // On high trees every second row has its name.
    const every = level < 26 ? 2 : 1;
    return Array.from({ length: this.depth }, (_, row) => {
      if (row % every) return null;
      const y = TOP + (row + 1) * level + (boards ? side / 2 - 4 : 4);
      const text = this.rowName(row + 1);
      const look = row + 1 === depth ? "level lit" : "level";
      return [`${y} ${text} ${look}`, () => s("text", { class: look, "data-y": y, transform: `translate(4 ${y})` }, text)];
    }).filter(Boolean);
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
  node(node, place, { lit, here, fresh, left, path }) {
    const { fate, counts } = node;
    const { boards, radius, slot, side } = this.layout;
    const folded = !this.flat && fate === "folded" && counts.visited > 1;
    const classes = ["node", fate, lit && "lit", here && "here", fresh && "fresh", left && "left"].filter(Boolean).join(" ");
    const saved = this.view !== "visited" && fate === "rejected" ? nodesBelow(this.wide, this.depth - node.level) : 0;
    const shown = this.pills ? this.label(node) : folded || here ? `${counts.visited} ${counts.solutions}` : "";
    const { x, y } = place;
    const make = () => {
      let parts;
      if (boards && fate !== "rejected") parts = miniature(path, this.wide, side, fate === "solution");
      else if (boards) parts = crossed(place.cell / 2 - 1);
      else if (this.pills) parts = pill(this.label(node));
      else if (fate === "rejected" && !this.flat) parts = crossed(radius * 0.82);
      else parts = [s("circle", { r: here || fresh ? radius + 2 : radius }), this.mark(node, radius)];
      if (folded) parts.push(fold(counts, radius, this.tell, slot));
      if (saved) {
        // Where nodes are close together, their numbers are vertical.
        const at = slot < 24 ? { transform: `translate(-3 ${radius + 3}) rotate(90)`, class: "saved upright" } : { y: radius + 11, class: "saved" };
        parts.push(s("text", at, `−${roughly(saved)}`));
      }
      return s(
        "g",
        { class: classes, transform: `translate(${x} ${y})`, "data-step": node.step, role: "button", tabindex: -1 },
        s("title", {}, this.title(node, saved)),
        parts,
      );
    };
    return [`${x} ${y} ${node.step} ${classes} ${shown} ${saved} ${boards ?? ""} ${radius} ${this.tell.name}`, make];
  }

  /** Draws the inside of a node: a cross, or the choice. Beside small nodes the text is outside. */
  mark(node, radius) {
    if (node.fate === "rejected") return cross(radius * 0.62);
    const text = node.level === 0 ? "" : this.label(node);
    if (radius < 7) return s("text", { class: "beside", x: radius + 2, y: -radius - 1 }, text);
    return s("text", { y: 4.5 }, text);
  }
}
