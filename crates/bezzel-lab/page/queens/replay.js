// Replays a page of a trace: the state of the search after each step.
//
// The events come from the library. Replaying them only adds nodes to a tree and counts them.

/** What an event is called, and what it is about: `["reject", [2, attack]]`. */
export function told(event) {
  return typeof event === "string" ? [event, null] : Object.entries(event)[0];
}

/** Which of its parent's children a node is, where choices are numbers from 0; elsewhere they come in their order. */
const slot = (choice) => (typeof choice === "number" ? choice : undefined);

const counted = (visited, promising, solutions) => ({ visited, promising, solutions });

function add(sum, more) {
  sum.visited += more.visited;
  sum.promising += more.promising;
  sum.solutions += more.solutions;
}

/** What a node without its children counts for. */
const COUNTS = { open: counted(1, 1, 0), rejected: counted(1, 0, 0), solution: counted(1, 1, 1) };

/** Returns the number of events in a folded subtree. */
const events = ({ visited, promising, solutions }) => visited + promising + solutions;

export class Replay {
  /** Starts where `page` starts. If `folds`, finished subtrees are kept as counts only. */
  constructor(page, folds) {
    this.page = page;
    this.folds = folds;
    this.step = page.step;
    this.levels = page.levels.map((level) => ({ ...level }));
    this.memory = page.memory.cells[0];
    this.event = null;
    this.grow(page.nodes);
  }

  /** Builds the tree with which the page starts. */
  grow(flat) {
    const nodes = [];
    let step = 0;
    for (const { parent, level, choice, fate } of flat) {
      const [kind, value] = told(fate);
      const node = {
        level,
        column: choice,
        slot: slot(choice),
        fate: kind,
        step,
        children: [],
        objection: kind === "rejected" ? value : null,
        counts: kind === "folded" ? value : { ...COUNTS[kind] },
      };
      if (parent !== null) {
        node.step = step + 1;
        step += kind === "open" || kind === "rejected" ? 1 : events(node.counts);
        nodes[parent].children.push(node);
      }
      nodes.push(node);
    }
    this.root = nodes[0];
    this.trail = nodes.filter((node) => node.fate === "open");
    // What finished below an open node is part of it.
    for (const node of [...this.trail].reverse()) {
      const done = node.children.filter((child) => child.fate !== "open");
      done.forEach((child) => add(node.counts, child.counts));
    }
  }

  /** The current node. */
  get here() {
    return this.trail[this.trail.length - 1];
  }

  /** The columns of the queens, row by row. */
  get path() {
    return this.trail.slice(1).map((node) => node.column);
  }

  /** Nodes so far, all levels together. */
  get total() {
    const sum = counted(0, 0, 0);
    this.levels.forEach((level) => add(sum, level));
    return sum;
  }

  level(depth) {
    while (this.levels.length <= depth) this.levels.push(counted(0, 0, 0));
    return this.levels[depth];
  }

  /** Takes one step. */
  forward() {
    const index = this.step - this.page.step;
    const [kind, value] = told(this.page.events[index]);
    this.step += 1;
    this.memory = this.page.memory.cells[index + 1] ?? this.memory;
    const depth = this.trail.length - 1;
    const child = (column, fate, counts, objection = null) => {
      const node = { level: depth + 1, column, slot: slot(column), fate, counts, objection, step: this.step, children: [] };
      this.here.children.push(node);
      add(this.level(depth + 1), counts);
      return node;
    };
    let left = null;
    if (kind === "enter") {
      this.trail.push(child(value, "open", counted(1, 1, 0)));
    } else if (kind === "reject") {
      const [column, objection] = value;
      child(column, "rejected", counted(1, 0, 0), objection);
      this.here.counts.visited += 1;
    } else if (kind === "solution") {
      this.here.fate = "solution";
      this.here.counts.solutions += 1;
      this.level(depth).solutions += 1;
    } else {
      left = this.trail.pop();
      if (left.fate === "open") left.fate = "folded";
      if (this.folds) left.children = [];
      add(this.here.counts, left.counts);
    }
    this.event = {
      kind,
      column: kind === "reject" ? value[0] : value,
      objection: kind === "reject" ? value[1] : null,
      // Of a node that is left: whether it was a solution, and whether nothing below it was promising.
      left: left && { solved: left.fate === "solution", dead: left.counts.promising === 1 },
    };
  }

  /** The replay of a page up to a step. */
  static at(page, step, folds) {
    const replay = new Replay(page, folds);
    while (replay.step < step) replay.forward();
    return replay;
  }
}

/**
 * Returns true if a page contains the event that leads to a step. The event before its start is in
 * the page before.
 */
export function covers(page, step) {
  if (step === 0) return page.step === 0;
  return step > page.step && step <= page.step + page.events.length;
}
