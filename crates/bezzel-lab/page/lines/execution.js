// The lines that a listing executes between the events of a search.

import { ARRAYS } from "/lines/arrays.js";
import { PROMISING } from "/lines/programs.js";
import { Machine, linesFrom, positionAfter } from "/lines/machine.js";

/** Programs by method and name; a listing without one is shown event by event only. */
const PROGRAMS = { promising: PROMISING, arrays: ARRAYS };

/**
 * Returns the position of a search before the event that led to it. The event says what came before
 * it: children are visited in order.
 */
function positionBefore({ event, path, levels }, n) {
  const { kind, column } = event;
  const seen = (level) => (levels[level]?.visited ?? 0) > 0;
  const solutions = levels.reduce((sum, level) => sum + level.solutions, 0);
  const before = { enter: path.slice(0, -1), retreat: [...path, column] }[kind] ?? path;
  const child = before.length;
  let [place, last] = ["next", null];
  if (kind === "solution") place = "entered";
  else if (kind === "retreat" && event.left.solved) place = "stored";
  else if (kind === "retreat") last = n - 1;
  else if (column > 0) last = column - 1;
  else place = child > 0 ? "entered" : "begin";
  const cells = Array.from({ length: n }, (_, row) => {
    if (row < child) return before[row];
    if (row === child && last !== null) return last;
    // The event itself counts as a visit of its level.
    const visits = (levels[row + 1]?.visited ?? 0) - (row === child && (kind === "enter" || kind === "reject") ? 1 : 0);
    return (row === child ? visits > 0 : seen(row + 1)) ? n - 1 : null;
  });
  return { path: before, place, column: last, cells, found: solutions - (kind === "solution" ? 1 : 0) };
}

/** A listing's program; null if it is shown by events only: some boards and some listings have none. */
export class Execution {
  program; n;

  static of(method, name, marks) {
    const program = PROGRAMS[method]?.[name];
    return program && marks.all.length === 0 && !marks.torus ? new Execution(program, marks.n) : null;
  }

  constructor(program, n) {
    Object.assign(this, { program, n });
  }

  /** Returns the states that follow a step of the search, up to its next event; `isLast` if that is the last. */
  after(replay, isLast) {
    const key = `${replay.step} ${isLast}`;
    if (this.key !== key) {
      this.key = key;
      this.states = linesFrom(this.program, this.n, positionAfter(replay, this.n), isLast);
    }
    return this.states;
  }

  /** Returns the state at the event that led to a step. */
  at(replay) {
    if (!replay.event) {
      const machine = new Machine(this.n);
      this.program(machine).next();
      return { line: null, what: null, frames: [], memory: machine.memory().map((row) => ({ ...row })) };
    }
    const states = linesFrom(this.program, this.n, positionBefore(replay, this.n), false);
    return states[states.length - 1];
  }
}
