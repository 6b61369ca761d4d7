// The choices of a walk as a tree: a branch for every way on from a junction, as post 002 draws it.

import { h, s } from "/dom.js";
import { words } from "/words.js";
import { Tree } from "/queens/tree.js";

const MOST = 140;
const DEEPEST = 16;

/** Follows a depth-first walk: its current cell and branch. */
export class Walk {
  constructor(grid, run) {
    this.grid = grid;
    this.run = run;
    this.rewind();
  }

  rewind() {
    const start = this.grid.cells.indexOf("S");
    this.root = node(0, 0, start, 0);
    this.at = 0;
    this.count = 0;
    /** The cells of the path, each with its branch. */
    this.path = [{ cell: start, branch: this.root }];
    this.event = null;
  }

  get here() {
    return this.path[this.path.length - 1];
  }

  /** Whether there is more than one way on from a cell. */
  isJunction(cell) {
    const ways = this.grid.open(cell).length;
    return this.grid.cells[cell] === "S" ? ways > 1 : ways > 2;
  }

  forward() {
    const step = this.run.steps[this.at];
    this.at += 1;
    if (step >= 0) {
      const from = this.here;
      let { branch } = from;
      const fresh = this.isJunction(from.cell) || from.branch === this.root;
      if (fresh) {
        this.count += 1;
        branch = node(branch.level + 1, this.count, step, this.at);
        from.branch.children.push(branch);
      }
      const goal = this.grid.cells[step] === "G";
      if (goal) branch.fate = "solution";
      this.path.push({ cell: step, branch });
      this.event = { kind: "enter", from: from.cell, cell: step, branch: fresh ? branch.column : null, goal };
    } else {
      const left = this.path.pop();
      if (this.here.branch !== left.branch) left.branch.fate = "dead";
      this.event = { kind: "leave", cell: left.cell, back: this.here.cell, branch: left.branch.column, ended: this.here.branch !== left.branch };
    }
  }

  /** Goes to a step, if need be from the start. */
  seek(step) {
    const wanted = Math.min(step, this.run.steps.length);
    if (wanted < this.at) this.rewind();
    while (this.at < wanted) this.forward();
  }

  /** The branches from the start to the current one. */
  get trail() {
    return [...new Set(this.path.map(({ branch }) => branch))];
  }

  /** The first cells of branches, for the numbers in the maze. */
  get labels() {
    const found = [];
    for (const branch of branches(this.root)) {
      if (branch.level > 0) found.push([branch.cell, String(branch.column)]);
    }
    return found;
  }
}

const node = (level, number, cell, step) => ({
  level,
  column: number,
  cell,
  step,
  fate: "open",
  children: [],
  counts: { visited: 1, promising: 1, solutions: 0 },
});

/** All branches from one on, parents first. A walk through an open room may be thousands deep. */
function* branches(root) {
  const left = [root];
  while (left.length > 0) {
    const branch = left.pop();
    yield branch;
    left.push(...[...branch.children].reverse());
  }
}

/** The tree beside the maze. */
export class Choices {
  constructor(go) {
    this.go = go;
    this.box = h("div", { class: "choices" });
    this.tree = null;
  }

  /** Another walk: its tree has its final shape from the start, if it is small enough to be looked at. */
  load(walk) {
    this.tree = null;
    if (!walk) {
      this.box.replaceChildren(h("p", { class: "note" }, words.maze.noTree));
      return;
    }
    const whole = new Walk(walk.grid, walk.run);
    whole.seek(walk.run.steps.length);
    let [count, depth, wide] = [0, 1, 1];
    for (const branch of branches(whole.root)) {
      count += 1;
      depth = Math.max(depth, branch.level);
      wide = Math.max(wide, branch.children.length);
    }
    if (count > MOST || depth > DEEPEST) {
      this.box.replaceChildren(h("p", { class: "note" }, words.maze.largeTree(count)));
      return;
    }
    this.tree = new Tree({
      wide,
      depth,
      whole: whole.root,
      go: this.go,
      label: ({ column, fate }) => (fate === "solution" ? `${column} G` : String(column)),
      title: ({ level, column, fate }) => words.maze.branch(level === 0 ? "S" : column, fate),
      rowName: () => "",
    });
    this.box.replaceChildren(this.tree.box);
  }

  show(walk) {
    if (!this.tree || !walk) return;
    const { root, trail, event, at } = walk;
    this.tree.show({
      root,
      trail,
      here: trail[trail.length - 1],
      event: event && { kind: event.kind === "enter" ? "enter" : "retreat" },
      step: at,
      total: { visited: walk.count + 1, promising: walk.count + 1, solutions: 0 },
    });
  }

  /** A picture of nothing, for pages that have no tree. */
  get drawing() {
    return this.tree?.picture() ?? s("svg", { viewBox: "0 0 1 1" });
  }
}
