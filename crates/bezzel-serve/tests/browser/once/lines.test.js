// The programs that run line by line agree with their listings.

import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const lab = new URL("../../../../bezzel-lab/", import.meta.url);
const { Machine, linesFrom, positionAfter } = await import(new URL("page/lines/machine.js", lab));
const { PROMISING } = await import(new URL("page/lines/programs.js", lab));
const { ARRAYS } = await import(new URL("page/lines/arrays.js", lab));
const { LESSON_PROGRAMS } = await import(new URL("page/lines/recursion.js", lab));

const PROGRAMS = { promising: PROMISING, arrays: ARRAYS };
const FILES = {
  promising: { python: "000.py", java: "001.java", stack: "001-stack.py", skeleton: "001-skeleton.txt", c: "002.c", csharp: "004.cs", rust: "promising.rs" },
  arrays: { python: "003.py", rust: "arrays.rs" },
};
const listing = (file) =>
  readFileSync(new URL(`listings/${file}`, lab), "utf8")
    .split("\n")
    .map((line) => line.split(/\s*(?:\/\/|#): /)[0]);
const all = Object.entries(FILES).flatMap(([method, files]) =>
  Object.entries(files).map(([name, file]) => ({ method, name, file, program: PROGRAMS[method][name] })),
);

/** What Python executes: a pair of the function and the line, and the value where a function returns. */
const TRACER = `
import sys, json
source, end = sys.argv[1], sys.argv[2]
steps = []
def trace(frame, event, value):
    if frame.f_code.co_filename != "listing" or frame.f_code.co_name.startswith("<list"): return None
    if event == "line" or (event == "return" and frame.f_code.co_name != "<module>"):
        steps.append([event, frame.f_code.co_name, frame.f_lineno])
    return trace
scope = {"__name__": "listing", "input": lambda: end, "print": lambda *_: None}
program = compile(source, "listing", "exec")
sys.settrace(trace)
exec(program, scope)
if "queens" in scope: scope["queens"](int(end))
sys.settrace(None)
print(json.dumps(steps))
`;

/** The executed lines, without those that define functions; a return statement and its return are one. */
function executed(lines, n) {
  const steps = JSON.parse(execFileSync("python3", ["-c", TRACER, lines.join("\n"), String(n)]));
  const kept = steps.filter(([, name, line]) => name !== "<module>" || !/^def /.test(lines[line - 1]));
  return kept
    .filter(([event, , line], index) => {
      const next = kept[index + 1];
      return !(event === "line" && /^\s*return\b/.test(lines[line - 1]) && next?.[0] === "return" && next[2] === line);
    })
    .map(([event, name, line]) => `${name === "<module>" ? "main" : name}:${line}${event === "return" ? " returns" : ""}`);
}

const run = (program, n) => [...program(new Machine(n))];
const named = ({ frames, line, what }) => `${frames.at(-1)?.name ?? "main"}:${line}${what[0] === "returns" ? " returns" : ""}`;

for (const { name, file, program } of all.filter(({ file }) => file.endsWith(".py"))) {
  test(`${file} runs the lines that Python runs (${name})`, () => {
    for (const n of [1, 3, 4]) assert.deepEqual(run(program, n).map(named), executed(listing(file), n));
  });
}

for (const [name, { lines, program, value }] of Object.entries(LESSON_PROGRAMS)) {
  test(`${name} of the lesson about recursion runs the lines that Python runs`, () => {
    assert.deepEqual(run(program, value).map(named), executed(lines, value));
  });
}

/** The trace of a search with promising children, as the lab's replay has it. */
function trace(n) {
  const states = [{ event: null, path: [], here: { children: [] }, levels: [] }];
  const levels = Array.from({ length: n + 1 }, () => ({ visited: 0, solutions: 0 }));
  const stack = [{ children: [] }];
  const path = [];
  const note = (kind, column) =>
    states.push({
      event: { kind, column },
      path: path.slice(),
      here: { children: stack[stack.length - 1].children.slice() },
      levels: levels.map((level) => ({ ...level })),
    });
  const search = () => {
    if (path.length === n) {
      levels[n].solutions += 1;
      note("solution");
      return;
    }
    for (let column = 0; column < n; column += 1) {
      const free = path.every((queen, row) => queen !== column && Math.abs(queen - column) !== path.length - row);
      stack[stack.length - 1].children.push({ column });
      levels[path.length + 1].visited += 1;
      if (!free) {
        note("reject", column);
        continue;
      }
      path.push(column);
      stack.push({ children: [] });
      note("enter", column);
      search();
      path.pop();
      stack.pop();
      note("retreat", column);
    }
  };
  search();
  return states;
}

for (const { name, file, program } of all) {
  test(`${file} continues at any step as it would have run (${name})`, () => {
    for (const n of [1, 2, 4, 5]) {
      let states = trace(n);
      if (name === "java") {
        const end = states.findIndex(({ event }) => event?.kind === "solution");
        if (end >= 0) states = states.slice(0, end + 1);
      }
      const whole = run(program, n);
      const parts = states.slice(1).flatMap(({ event }, index) => {
        const lines = linesFrom(program, n, positionAfter(states[index], n), index === states.length - 2);
        assert.equal(lines.find((line) => line.event)?.event, event.kind, `step ${index + 1}`);
        return lines;
      });
      const plain = ({ line, event, frames, memory }) => JSON.stringify([line, event, frames, memory]);
      assert.deepEqual(parts.map(plain), whole.map(plain));
    }
  });

  test(`${file}: calls and returns are balanced, and every line exists (${name})`, () => {
    const lines = listing(file);
    const states = run(program, 4);
    let depth = states[0].frames.length;
    states.forEach((state, index) => {
      assert.ok(lines[state.line - 1]?.trim(), `line ${state.line}`);
      // A step opens or closes at most one call; one that returns is closed by the next step.
      const before = states[index - 1];
      const left = before?.what[0] === "returns" ? 1 : 0;
      const opened = state.frames.length - (depth - left);
      assert.ok(opened === 0 || opened === 1, `step ${index}: ${opened}`);
      if (opened === 1) assert.equal(before.what[0], "calls", `step ${index}`);
      depth = state.frames.length;
      // A test is on a line with a condition, a return on a line that can end a function.
      if (state.what[0] === "test") assert.match(lines[state.line - 1], /\b(if|elif|while|or|let|queen|not)\b|\|\||==|taken/);
    });
  });
}
