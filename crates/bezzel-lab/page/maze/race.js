// Three searches of the same maze, step by step: one of them in the maze itself, all of them in numbers.

import { h } from "/dom.js";
import { words, figure } from "/words.js";
import { palette } from "/maze/grid.js";
import { Walk } from "/maze/choices.js";

const WALKED = 1;
const LEFT = 2;
const NAMES = [null, "walked", "left"];

/** One of the searches. */
class Runner {
  entered; retreats; path;

  constructor({ name, about }, lead) {
    this.name = name;
    const cell = (counter) => h("td", { "data-counter": counter });
    [this.entered, this.retreats, this.path] = ["entered", "retreats", "path"].map(cell);
    this.end = h("td", { class: "end" });
    const [title, note] = words.maze.runners[name] ?? [name, about];
    this.title = title;
    this.button = h("button", { "data-lead": name, title: note, onclick: () => lead(name) }, title);
    this.element = h(
      "tr",
      { class: "runner", "data-runner": name },
      h("th", { scope: "row" }, title, h("small", {}, note)),
      this.entered,
      this.retreats,
      this.path,
      this.end,
    );
  }

  load(grid, run) {
    this.grid = grid;
    this.run = run;
    // Breadth first is on many paths at once.
    this.walk = this.name === "shortest" ? null : new Walk(grid, run);
    this.rewind();
  }

  rewind() {
    this.at = 0;
    this.marks = new Uint8Array(this.grid.cells.length);
    this.counts = { entered: 1, retreats: 0 };
    this.last = null;
  }

  /** Goes to a step; the one that leads returns what the maze shows of it. */
  show(step, leads) {
    const { run } = this;
    const wanted = Math.min(step, run.steps.length);
    if (wanted < this.at) this.rewind();
    for (; this.at < wanted; this.at += 1) {
      const cell = run.steps[this.at];
      this.last = cell;
      if (cell >= 0) {
        this.marks[cell] = WALKED;
        this.counts.entered += 1;
      } else {
        this.marks[-1 - cell] = LEFT;
        this.counts.retreats += 1;
      }
    }
    if (leads) this.walk?.seek(wanted);
    const over = step >= run.steps.length;
    const { entered, retreats } = this.counts;
    this.entered.textContent = figure(entered);
    this.retreats.textContent = figure(retreats);
    this.path.textContent = this.walk ? figure(entered - retreats) : "–";
    this.end.textContent = this.says(over);
    if (!leads) return null;
    const head = this.walk ? this.walk.here.cell : this.last !== null && this.last >= 0 ? this.last : null;
    return {
      grid: this.grid.text,
      // The path is a line; breadth first has none, and its cells are coloured.
      marks: (cell) => (this.walk && this.marks[cell] === WALKED ? null : NAMES[this.marks[cell]]),
      path: this.walk ? this.walk.path.map(({ cell }) => cell) : null,
      route: over ? run.route : null,
      head: over && run.route ? null : head,
      labels: this.walk && this.walk.count <= 99 ? this.walk.labels : [],
      colors: palette(),
    };
  }

  says(over) {
    const { route, complete, steps } = this.run;
    if (!over) return words.maze.running;
    if (!complete) return words.maze.cut(figure(steps.length));
    return route ? words.maze.found(figure(route.length - 1), figure(steps.length)) : words.maze.none;
  }

  /** What happens at this step, in a sentence. */
  sentence(step) {
    const { grid, walk, run } = this;
    const place = (cell) => `(${Math.floor(cell / grid.width) + 1}, ${(cell % grid.width) + 1})`;
    const over = step >= run.steps.length;
    const end = over ? ` ${words.maze.say(this.title, this.says(true))}` : "";
    if (step === 0) return words.maze.sets(place(grid.cells.indexOf("S"))) + end;
    if (!walk) return words.maze.spreads(place(Math.max(0, this.last ?? 0))) + end;
    const { event } = walk;
    if (event.kind === "leave") return words.maze.leaves(place(event.cell), place(event.back), event.ended ? event.branch : null) + end;
    const way = event.cell - event.from;
    const direction = way === 1 ? "E" : way === -1 ? "W" : way > 0 ? "S" : "N";
    return words.maze.enters(place(event.cell), words.maze.directions[direction], event.branch, event.goal) + end;
  }
}

export class Race {
  /** `lead(name)` is called with the search to be shown in the maze. */
  constructor(runners, lead) {
    this.runners = runners.map((runner) => new Runner(runner, lead));
    this.switch = h("div", { class: "segmented", role: "group", "aria-label": words.maze.lead }, this.runners.map(({ button }) => button));
    const head = (text) => h("th", { scope: "col" }, text);
    this.element = h(
      "div",
      { class: "scrolls" },
      h(
        "table",
        { class: "runners" },
        h("thead", {}, h("tr", {}, [words.maze.search, words.maze.entered, words.maze.retreats, words.maze.onPath, words.maze.end].map(head))),
        h("tbody", {}, this.runners.map(({ element }) => element)),
      ),
    );
  }

  /** Which of them is shown in the maze. */
  choose(name) {
    this.lead = this.runners.find((runner) => runner.name === name) ?? this.runners[0];
    for (const runner of this.runners) {
      runner.button.setAttribute("aria-pressed", String(runner === this.lead));
      runner.element.classList.toggle("lit", runner === this.lead);
    }
  }

  load(grid, runs) {
    for (const runner of this.runners) {
      runner.load(
        grid,
        runs.find((run) => run.runner === runner.name),
      );
    }
    return Math.max(...runs.map((run) => run.steps.length));
  }

  /** Goes to a step; returns what the maze shows. */
  show(step) {
    const shown = this.runners.map((runner) => runner.show(step, runner === this.lead));
    return shown.find((one) => one !== null);
  }
}
