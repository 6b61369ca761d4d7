// Recursion: three small programs, line by line, with their calls as a stack and as a tree.

import { h, choice, field, marked, put } from "/dom.js";
import { words } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { Player } from "/player.js";
import { CallStack, CodeView } from "/lines/view.js";
import { Machine } from "/lines/machine.js";
import { LESSON_PROGRAMS } from "/lines/recursion.js";
import { Tree } from "/queens/tree.js";

/** The tree of calls after some of the states: a node for every call, in the order in which they begin. */
function callTree(states, end) {
  const node = (level, frame, step) => ({
    level,
    step,
    column: Object.values(frame?.values ?? {})[0] ?? "",
    fate: "open",
    children: [],
    counts: { visited: 1, promising: 1, solutions: 0 },
  });
  const root = node(0, null, 0);
  const trail = [root];
  let left = false;
  for (let step = 1; step <= end; step += 1) {
    const { frames, what } = states[step - 1];
    if (left) trail.pop();
    left = false;
    if (frames.length > trail.length) {
      const call = node(trail.length, frames[frames.length - 1], step);
      trail[trail.length - 1].children.push(call);
      trail.push(call);
    }
    if (what[0] === "returns") {
      const call = trail[trail.length - 1];
      call.fate = "folded";
      call.value = what[2];
      left = true;
    }
  }
  return { root, trail };
}

class Recursion {
  constructor(place, name) {
    const { program, lines, value } = LESSON_PROGRAMS[name];
    this.place = place;
    this.states = [...program(new Machine(value))];
    this.code = new CodeView(lines.map((text) => ({ text })));
    this.calls = new CallStack();
    this.output = h("output", { class: "output", "aria-live": "off" });
    this.kind = h("span", { class: "kind", "data-kind": "line" }, words.kinds.line);
    this.says = h("p", { class: "says", role: "status", "aria-live": "polite" });
    this.player = new Player({ go: (step) => this.show(step), length: this.states.length, speed: 2 });
    const { root } = callTree(this.states, this.states.length);
    const depth = (node) => Math.max(0, ...node.children.map((child) => 1 + depth(child)));
    const wide = (node) => Math.max(1, node.children.length, ...node.children.map(wide));
    this.tree = new Tree({
      wide: wide(root),
      depth: depth(root),
      whole: root,
      pills: true,
      go: (step) => this.player.show(step),
      label: ({ level, column, value }) => (level === 0 ? "main" : `${column}${value === undefined || value === null ? "" : ` → ${value}`}`),
      title: ({ level, column }) => (level === 0 ? "main" : String(column)),
      rowName: () => "",
    });
    const options = Object.keys(LESSON_PROGRAMS).map((name) => [name, words.recursion.programs[name]]);
    this.options = options;
    this.name = name;
  }

  open(reopen) {
    this.place.append(
      h(
        "div",
        { class: "stage" },
        h("h2", { class: "sr" }, words.tabs.recursion),
        h("div", { class: "saying" }, this.kind, this.says),
        h("div", { class: "boardbox printed" }, h("h3", {}, words.recursion.output), this.output),
        h("div", { class: "under" }, field(words.recursion.program, choice("program", this.options, this.name, (program) => reopen({ program, step: null })))),
      ),
      h("div", { class: "forest" }, h("div", { class: "heading" }, h("h2", {}, words.recursion.tree), this.tree.tools), this.tree.box),
      h("div", { class: "callbox" }, h("div", { class: "heading" }, h("h2", {}, words.calls)), this.calls.element),
      h("div", { class: "code" }, h("div", { class: "heading" }, h("h2", {}, words.code)), h("div", { class: "listing" }, this.code.code)),
      h("div", { class: "transport" }, this.player.element),
    );
  }

  show(step) {
    const state = step > 0 ? this.states[step - 1] : null;
    const frames = state?.frames ?? [];
    this.code.at(state?.line ?? null, frames.slice(0, -1).map(({ line }) => line), state ? words.lineNote(state.what) : null);
    this.calls.show(frames);
    const { root, trail } = callTree(this.states, step);
    const here = trail[trail.length - 1];
    const kind = here.step === step ? "enter" : "line";
    this.tree.show({ root, trail, here, step, event: { kind }, total: { visited: 1, promising: 1, solutions: 0 } });
    put(this.output, (state?.output ?? []).map((text) => h("code", {}, text)));
    const number = h("span", { class: "step" }, words.stepOf(step, this.states.length));
    const over = step === this.states.length ? ` ${words.recursion.over}` : "";
    const text = state ? words.lineSays(state.what, state.line) + over : words.recursion.start;
    this.says.replaceChildren(number, " ", ...marked(text));
    this.says.dataset.step = step;
    keep({ step }, this.place);
  }
}

/** Opens the tab. */
export async function openRecursion(place, about, reopen) {
  const name = Object.hasOwn(LESSON_PROGRAMS, read("program") ?? "") ? read("program") : "countdown";
  const recursion = new Recursion(place, name);
  recursion.open(reopen);
  keep({ program: name }, place);
  await recursion.player.jump(readNumber("step", 0, 0, recursion.states.length));
  return { keys: recursion.player.keys(), close: () => recursion.player.pause() };
}
