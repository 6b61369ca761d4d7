// Three searches of the same maze, step by step: one as large as the maze itself, the others beside it.

import { h } from "/dom.js";
import { words, figure } from "/words.js";
import { paint, palette } from "/maze/grid.js";
import { Walk } from "/maze/choices.js";

const WALKED = 1;
const LEFT = 2;
const NAMES = [null, "walked", "left"];

/** One of the searches. */
class Runner {
  constructor({ name, about }, lead) {
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
      h("h3", {}, h("button", { class: "lead", "data-lead": name, title: words.maze.lead, onclick: () => lead(name) }, title), h("small", {}, note)),
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

  show(step, colors, leads) {
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
    const head = this.walk ? this.headOf(leads) : this.last;
    paint(this.canvas, this.grid, {
      marks: (cell) => NAMES[this.marks[cell]],
      route: over ? run.route : null,
      head: over && run.route ? null : head,
      labels: leads && this.walk && this.walk.count <= 99 ? this.walk.labels : [],
      colors,
    });
    const { entered, retreats } = this.counts;
    this.entered.textContent = figure(entered);
    this.retreats.textContent = figure(retreats);
    this.path.textContent = this.walk ? figure(entered - retreats) : "–";
    this.end.textContent = this.says(over);
    this.canvas.setAttribute("aria-label", words.maze.say(this.title, this.end.textContent));
  }

  /** The current cell; the small mazes show no path for it. */
  headOf(leads) {
    if (leads) return this.walk.here.cell;
    return this.last !== null && this.last >= 0 ? this.last : null;
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
  /** `lead(name)` is called with the search to be enlarged. */
  constructor(runners, lead) {
    this.runners = runners.map((runner) => new Runner(runner, lead));
    this.large = h("div", { class: "large" });
    this.element = h("div", { class: "runners" });
  }

  /** Which of them is shown as large as the maze. */
  choose(name) {
    this.lead = this.runners.find((runner) => runner.name === name) ?? this.runners[0];
    this.large.replaceChildren(this.lead.element);
    this.element.replaceChildren(...this.runners.filter((one) => one !== this.lead).map(({ element }) => element));
  }

  /** While searches are on their way those that are shown belong to another maze. */
  wait(waits) {
    this.large.ariaBusy = String(waits);
  }

  load(grid, runs) {
    this.wait(false);
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
    this.runners.forEach((runner) => runner.show(step, colors, runner === this.lead));
  }
}
