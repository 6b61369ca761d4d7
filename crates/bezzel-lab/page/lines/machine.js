// Runs a program line by line: a program is a generator that yields a state after every line.
//
// Nothing here depends on the page, so that tests run the programs without it.

/** The state after a line: which line, the open calls, the event of the search that the line causes. */
export class Machine {
  memory;

  /** A machine at a position of a search: `path` (columns from 0), `place`, `column`, `cells`, `solutions`. */
  constructor(n, position = { path: [], place: "begin" }) {
    this.n = n;
    this.frames = [];
    this.position = position;
    this.list = position.path.slice();
    // An array that is overwritten and never cleared.
    this.cells = position.cells?.slice() ?? Array.from({ length: n }, (_, row) => position.path[row] ?? null);
    this.output = position.output ?? [];
  }

  get top() {
    return this.frames[this.frames.length - 1];
  }

  /** Opens a call. */
  call(name, values) {
    this.frames.push({ name, values: { ...values }, line: null });
  }

  /** Sets variables of the newest call. */
  set(values) {
    Object.assign(this.top.values, values);
  }

  /** Says where the newest call waits, if the line itself is not shown. */
  wait(line) {
    this.top.line = line;
  }

  /** The state after a line. `what` describes it: `["calls", name]`, `["test", text, result]`, `["set", name, value]`. */
  line(line, what, event = null) {
    this.top.line = line;
    return this.state(line, what, event, null);
  }

  /** The state after the last line of the newest call, which is closed. */
  leave(line, value = null, event = null) {
    this.top.line = line;
    const { name } = this.top;
    const caller = this.frames[this.frames.length - 2] ?? null;
    const state = this.state(line, ["returns", name, value, caller?.line ?? null, caller?.name ?? null], event, { value });
    this.frames.pop();
    return state;
  }

  state(line, what, event, left) {
    /** @type {any[]} */
    const frames = this.frames.map(({ name, values, line }) => ({ name, values: { ...values }, line }));
    if (left) frames[frames.length - 1].returns = left.value ?? "";
    return { line, what, event, frames, memory: this.memory?.() ?? [], output: this.output.slice() };
  }

  /**
   * Where the call for a row continues: null for a call not begun yet, or the column at which its loop
   * continues, and how much of that iteration is done: `skip` is "call" or "entered".
   */
  resume(row) {
    const { path, place, column } = this.position;
    if (place === "begin") return null;
    if (row < path.length - 1 || (row === path.length - 1 && place !== "entered")) return { column: path[row], skip: "call" };
    if (row === path.length - 1) return { column: path[row], skip: "entered" };
    if (row === path.length && place === "next") return { column: column + 1 };
    if (row === path.length && place === "stored") return { stored: true };
    return null;
  }
}

/** The position of a search after an event of its trace. */
export function positionAfter({ event, path, here, levels }, n) {
  const cells = Array.from({ length: n }, (_, row) => {
    if (row < path.length) return path[row];
    // A loop that ended left its last column in the array.
    const last = row === path.length ? here.children[here.children.length - 1] : null;
    return last ? last.column : levels[row + 1]?.visited > 0 ? n - 1 : null;
  });
  const found = levels.reduce((sum, level) => sum + level.solutions, 0);
  const place = { enter: "entered", reject: "next", retreat: "next", solution: "stored" }[event?.kind] ?? "begin";
  return { path, place, column: event?.column, cells, found };
}

/** The lines that lead from a position to the next event; those of the last step go on to the end of the program. */
export function linesFrom(program, n, position, isLast) {
  const states = [];
  for (const state of program(new Machine(n, position))) {
    states.push(state);
    if (state.event && !isLast) break;
  }
  return states;
}
