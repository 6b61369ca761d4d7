// Three searches of the same maze, step by step, side by side.

import { h } from "/dom.js";
import { words, figure } from "/words.js";
import { paint, palette } from "/maze/grid.js";

const WALKED = 1;
const LEFT = 2;
const NAMES = [null, "walked", "left"];

/** One of the searches. */
class Runner {
  constructor({ name, about }) {
    this.name = name;
    this.canvas = h("canvas", { role: "img" });
    this.entered = h("dd", { "data-counter": "entered" });
    this.retreats = h("dd", { "data-counter": "retreats" });
    this.path = h("dd", { "data-counter": "path" });
    this.end = h("p", { class: "end" });
    const [title, note] = words.maze.runners[name] ?? [name, about];
    this.title = title;
    const row = (label, value) => [h("dt", {}, label), value];
    this.element = h(
      "div",
      { class: "runner", "data-runner": name },
      h("h3", {}, title, h("small", {}, note)),
      this.canvas,
      h(
        "dl",
        {},
        row(words.maze.entered, this.entered),
        row(words.maze.retreats, this.retreats),
        row(words.maze.onPath, this.path),
      ),
      this.end,
    );
  }

  load(grid, run) {
    this.grid = grid;
    this.run = run;
    this.rewind();
  }

  rewind() {
    this.at = 0;
    this.marks = new Uint8Array(this.grid.cells.length);
    this.counts = { entered: 1, retreats: 0 };
  }

  show(step, colors) {
    const { run } = this;
    const wanted = Math.min(step, run.steps.length);
    if (wanted < this.at) this.rewind();
    for (; this.at < wanted; this.at += 1) {
      const cell = run.steps[this.at];
      if (cell >= 0) {
        this.marks[cell] = WALKED;
        this.counts.entered += 1;
      } else {
        this.marks[-1 - cell] = LEFT;
        this.counts.retreats += 1;
      }
    }
    const over = step >= run.steps.length;
    paint(this.canvas, this.grid, {
      marks: (cell) => NAMES[this.marks[cell]],
      route: over ? run.route : null,
      colors,
    });
    const { entered, retreats } = this.counts;
    this.entered.textContent = figure(entered);
    this.retreats.textContent = figure(retreats);
    // Breadth first is on many paths at once.
    this.path.textContent = this.name === "shortest" ? "–" : figure(entered - retreats);
    this.end.textContent = this.says(over);
    this.canvas.setAttribute("aria-label", words.maze.say(this.title, this.end.textContent));
  }

  says(over) {
    const { route, complete, steps } = this.run;
    if (!over) return words.maze.running;
    if (!complete) return words.maze.cut(figure(steps.length));
    return route ? words.maze.found(figure(route.length - 1), figure(steps.length)) : words.maze.none;
  }
}

export class Race {
  constructor(runners) {
    this.runners = runners.map((runner) => new Runner(runner));
    this.element = h(
      "div",
      { class: "runners" },
      this.runners.map(({ element }) => element),
    );
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

  show(step) {
    const colors = palette();
    this.runners.forEach((runner) => runner.show(step, colors));
  }

  get sentence() {
    return this.runners.map((runner) => words.maze.say(runner.title, runner.end.textContent)).join(" ");
  }
}
