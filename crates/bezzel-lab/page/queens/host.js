// What exercises need to know of a search of queens.

import { words } from "/words.js";
import { base } from "/words/base.js";

/** The host of the exercises about a search: see `exercise.js`. */
export function hostOf(search) {
  const square = (row, column) => `(${row + base.first}, ${column + base.first})`;
  const key = (row, column) => `${row}.${column}`;
  return {
    get replay() {
      return search.replay;
    },
    get step() {
      return search.player.step;
    },
    steps: search.steps,
    async event(step) {
      const page = await search.page(step + 1);
      return page.events[step - page.step];
    },
    async attackers(step) {
      const page = await search.page(step + 1);
      const rejected = page.events.slice(0, step - page.step).filter((event) => event.reject).length;
      return page.attackers[rejected].map(({ row, column }) => ({ key: key(row, column) }));
    },
    choices: () => (search.replay.path.length < search.n ? Array.from({ length: search.n }, (_, at) => at) : []),
    key: (column) => key(search.replay.path.length, column),
    name: (column) => square(search.replay.path.length, column),
    place: () => words.row(search.replay.path.length + 1),
    asks: words.exercise,
    position: () => search.replay.path.map((column, row) => square(row, column)).join(" ") || words.exercise.empty,
    objectors: (says) => [
      ...search.queens().map(([row, column]) => [key(row, column), says(square(row, column))]),
      ...(search.marks.all.some(([, , mark]) => mark === "#") ? [["no", words.exercise.blocked]] : []),
    ],
    point: (columns, look, pick, kind) => search.point(columns, look, pick, kind),
    // Questions about code need a listing whose lines are known; at the end nothing follows.
    code: () => {
      const { replay, listing } = search;
      if (!listing.execution) return null;
      return replay.step < search.steps ? listing.execution.after(replay, replay.step === search.steps - 1) : [];
    },
    showLine: (lines) => {
      search.lines = lines;
      search.draw();
    },
    lineText: (line) => search.listing.view.lines[line - 1]?.text.trim() ?? "",
    go: (step) => {
      search.lines = 0;
      return search.player.jump(step);
    },
    forward: () => search.player.show(search.player.step + 1),
    sentence: () => words.say(search.replay, search.marks, search.isEnd).replaceAll("**", ""),
  };
}
