// Other problems on the same stage: picture, tree, code, reasons; the same player, the same exercises.

import { h, choice, field, menu } from "/dom.js";
import { sign } from "/icons.js";
import { words, why, language, figure } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { get, Refusal } from "/source.js";
import { Player } from "/player.js";
import { Exercises } from "/exercise.js";
import { pictureItems, keepMenu } from "/export.js";
import { Replay } from "/queens/replay.js";
import { Tree } from "/queens/tree.js";
import { CodeView } from "/lines/view.js";
import { Picture } from "/problems/scene.js";

/** A recording as one page of a trace. */
function asPage({ events, notes }) {
  const root = { parent: null, level: 0, choice: null, fate: "open" };
  return {
    step: 0,
    levels: [{ visited: 1, promising: 1, solutions: 0 }],
    nodes: [root],
    events,
    memory: { names: [], cells: notes },
  };
}

/** How deep the tree is, and how many children a node has at most. */
function shape(root) {
  let [depth, wide] = [1, 1];
  const visit = (node) => {
    depth = Math.max(depth, node.level);
    wide = Math.max(wide, node.children.length);
    node.children.forEach(visit);
  };
  visit(root);
  return { depth, wide };
}

class Problem {
  place; under; recording;

  constructor(place, recording) {
    Object.assign(this, { place, recording });
    this.page = asPage(recording);
    this.steps = recording.events.length;
    const whole = Replay.at(this.page, this.steps, false);
    const { depth, wide } = shape(whole.root);
    this.picture = new Picture(recording.scene);
    this.tree = new Tree({
      wide,
      depth,
      whole: whole.root,
      folds: whole.total.visited > 120,
      go: (step) => this.player.show(step),
      label: ({ column }) => column.label,
      title: (node) => this.title(node),
      rowName: words.problems.level,
    });
    this.code = new CodeView(recording.lines);
    this.player = new Player({ go: (step) => this.show(step), gate: (step) => this.exercises.gate(step), length: this.steps });
    this.exercises = new Exercises(this.host(), place);
    this.kind = h("span", { class: "kind" });
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.note = h("p", { class: "note state" });
    this.counters = Object.fromEntries(
      ["visited", "promising", "rejected", "solutions"].map((name) => [name, h("output", { "data-counter": name })]),
    );
  }

  title({ fate, level, column, objection, counts }) {
    if (level === 0) return words.problems.root;
    if (fate === "rejected") return `${column.name} ×: ${objection.says}`;
    if (fate === "folded") return `${column.name}: ${words.problems.folded(counts)}`;
    return column.name;
  }

  open(title, about) {
    const counter = (name) => h("div", { class: `counter ${name}` }, h("span", {}, words[name]), this.counters[name]);
    this.place.append(
      h(
        "div",
        { class: "stage" },
        h("h2", { class: "sr" }, title),
        h("div", { class: "saying" }, this.kind, this.says),
        this.exercises.element,
        h("div", { class: "boardbox" }, this.picture.element),
        this.note,
        h("p", { class: "note" }, about),
        h("div", { class: "under" }, this.under),
      ),
      h(
        "div",
        { class: "forest" },
        h("div", { class: "heading" }, h("h2", {}, words.tree), this.tree.tools),
        this.tree.box,
        h("div", { class: "counters" }, Object.keys(this.counters).map(counter)),
      ),
      h("div", { class: "code" }, h("div", { class: "heading" }, h("h2", {}, words.code)), h("div", { class: "listing" }, this.code.code)),
      h("div", { class: "transport" }, this.player.element),
    );
  }

  show(step) {
    const { replay } = this;
    if (replay && replay.step <= step) while (replay.step < step) replay.forward();
    else this.replay = Replay.at(this.page, step, false);
    this.draw();
    keep({ step }, this.place);
  }

  draw() {
    const { replay } = this;
    const { event, path, total } = replay;
    const isEnd = replay.step === this.steps;
    this.picture.show(path, {
      fresh: event && event.kind !== "retreat" && event.kind !== "solution" ? event.column : null,
      rejected: event?.kind === "reject",
      places: event?.kind === "reject" ? event.objection.places : [],
      solved: event?.kind === "solution",
    });
    this.tree.show(replay);
    const now = new Set([event?.kind, replay.step === 0 && "start", isEnd && "end"].filter(Boolean));
    this.code.light(now, event?.kind === "reject" ? event.objection.says : null);
    this.counters.visited.textContent = figure(total.visited);
    this.counters.promising.textContent = figure(total.promising);
    this.counters.rejected.textContent = figure(total.visited - total.promising);
    this.counters.solutions.textContent = figure(total.solutions);
    this.note.textContent = replay.memory ?? "";
    const number = h("span", { class: "step" }, words.stepOf(figure(replay.step), figure(this.steps)));
    this.says.replaceChildren(number, " ", this.sentence(isEnd));
    const kind = event?.kind ?? "start";
    sign(this.kind, kind, words.kinds[kind]);
    this.says.dataset.step = replay.step;
    const fast = this.player.playing && this.player.speed > 2;
    this.says.setAttribute("aria-live", fast ? "off" : "polite");
  }

  sentence(isEnd = this.replay.step === this.steps) {
    const { event, total } = this.replay;
    const { complete, first } = this.recording;
    const over = !isEnd ? "" : ` ${complete ? words.problems.over(total.solutions, first) : words.cut}`;
    if (!event) return words.problems.start + over;
    return words.problems.says(event, total.solutions) + over;
  }

  /** What exercises need to know of this search. */
  host() {
    const problem = this;
    const children = () => {
      const node = problem.replay.here;
      let depth = 0;
      const found = node.children.map(({ column }) => column);
      for (let at = problem.replay.step; at < problem.steps; at += 1) {
        const event = problem.recording.events[at];
        if (event === "solution") continue;
        if (event.enter) {
          if (depth === 0) found.push(event.enter);
          depth += 1;
        } else if (event.reject) {
          if (depth === 0) found.push(event.reject[0]);
        } else {
          if (depth === 0) break;
          depth -= 1;
        }
      }
      return found;
    };
    return {
      get replay() {
        return problem.replay;
      },
      get step() {
        return problem.player.step;
      },
      steps: this.steps,
      event: async (step) => problem.recording.events[step],
      attackers: async () => [{ key: "no" }],
      choices: children,
      key: ({ label, name }) => `${label} ${name}`,
      name: ({ name }) => name,
      place: () => words.problems.place,
      asks: words.problems.asks,
      position: () => problem.replay.path.map(({ label }) => label).join(" ") || words.exercise.empty,
      objectors: () => [["no", words.exercise.noPlain]],
      point: (choices) => problem.picture.ask(choices),
      go: (step) => problem.player.jump(step),
      forward: () => problem.player.show(problem.player.step + 1),
      sentence: () => problem.sentence(),
    };
  }
}

/** Opens the tab. */
export async function openProblems(place, about, reopen) {
  const table = about.problems;
  const stage = table.find(({ name }) => name === read("problem")) ?? table[0];
  const posed = read("pose");
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  let recording;
  try {
    recording = await get(`problems/${stage.name}`, { problem: posed, lang: language });
  } catch (error) {
    if (!(error instanceof Refusal) || posed === null) throw error;
    refusal.textContent = why(error);
    refusal.hidden = false;
    recording = await get(`problems/${stage.name}`, { lang: language });
  }
  const problem = new Problem(place, recording);
  const written = h("input", {
    type: "text",
    name: "pose",
    value: posed ?? recording.problem,
    title: stage.syntax[language],
    spellcheck: "false",
    list: "posed",
    onchange: ({ target }) => reopen({ pose: target.value.trim() || null, step: null }),
  });
  const names = table.map(({ name, title }) => [name, title[language]]);
  problem.under = [
    field(words.problems.problem, choice("problem", names, stage.name, (name) => reopen({ problem: name, pose: null, step: null }))),
    menu(
      words.menu,
      field(words.problems.posed, written),
      h("datalist", { id: "posed" }, stage.examples.map((value) => h("option", { value }))),
      h("p", { class: "note" }, stage.syntax[language]),
      refusal,
      field(
        words.problems.examples,
        choice(
          "example",
          [["", "…"], ...stage.examples.map((text) => [text, text.length > 24 ? `${text.slice(0, 22)}…` : text])],
          "",
          (text) => text && reopen({ pose: text, step: null }),
        ),
      ),
      problem.exercises.knobs(),
      keepMenu(
        pictureItems(() => ({
          name: `${stage.name}-step-${problem.replay.step}`,
          drawings: [problem.picture.element, problem.tree.picture()],
          caption: problem.says.textContent,
        })),
      ),
    ),
  ];
  // A problem that cannot be read is corrected where it was typed.
  if (!refusal.hidden) problem.under[1].open = true;
  problem.open(stage.title[language], stage.about[language]);
  keep({ problem: stage.name }, place);
  await problem.player.jump(readNumber("step", 0, 0, problem.steps));
  await problem.exercises.open();
  return { keys: problem.player.keys(), close: () => problem.player.pause() };
}
