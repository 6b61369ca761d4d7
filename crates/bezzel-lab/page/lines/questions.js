// Questions about code, answered by the lines that run next.

import { words } from "/words.js";

const MOST = 4;

/** A question at the first state that suits, of those that lead from a step to the next event. */
function at(host, step, suits, make) {
  const states = host.code?.() ?? [];
  for (let index = 0; index < states.length; index += 1) {
    if (!suits(states[index], states[index + 1], index)) continue;
    const question = make(states[index], states[index + 1], states);
    if (!question) continue;
    const { answers, solution, because = () => null, shown = index + 1 } = question;
    if (new Set(answers.map(([, text]) => text)).size < 2) continue;
    return {
      look: "open",
      about: [],
      plain: true,
      shows: step,
      before: () => host.showLine(shown),
      after: () => host.showLine(index + 1 + (question.onward ?? 0)),
      right: (answer) => answer === solution,
      because,
      ...question,
    };
  }
  return null;
}

/** Answers in an order of their own, each once; the right one is among them. */
function mixed(solution, others, text, seed) {
  const all = [...new Set([solution, ...others])].slice(0, MOST);
  all.sort();
  const turn = seed % all.length;
  return [...all.slice(turn), ...all.slice(0, turn)].map((one) => [one, text(one)]);
}

const call = ({ name, values }) => {
  const [first] = Object.entries(values).filter(([, value]) => value !== undefined);
  return first ? `${name}(${first[0]} = ${first[1]})` : name;
};

export const CODE = {
  /** Which line runs next? */
  line: (host, step) =>
    at(
      host,
      step,
      (state, next) => next && (state.what[0] === "test" || state.what[0] === "returns" || state.what[0] === "calls"),
      (state, next, states) => {
        const known = states.map(({ line }) => line);
        const near = [next.line, state.line + 1, ...known].filter((line) => line !== state.line && host.lineText(line));
        const text = (line) => `${words.atLine(line)}: ${host.lineText(Number(line))}`;
        return {
          asks: words.exercise.line(state.line),
          answers: mixed(String(next.line), near.map(String), text, step),
          solution: String(next.line),
          onward: 1,
          because: (answer) => words.exercise.lineChosen(Number(answer), next.line),
          tells: words.lineSays(next.what, next.line).replaceAll("**", ""),
        };
      },
    ),

  /** Which calls are open? */
  calls: (host, step) =>
    at(
      host,
      step,
      ({ frames }) => frames.length >= 2,
      ({ frames, line }) => {
        const shown = (list) => list.map(call).join(" → ");
        const solution = shown(frames);
        return {
          asks: words.exercise.calls(line),
          answers: mixed(solution, [shown(frames.slice(0, -1)), shown(frames.slice(1)), shown(frames.slice(-1))].filter(Boolean), (one) => one, step),
          solution,
          because: (answer) => words.exercise.callsChosen(answer.split(" → ").length < frames.length),
          tells: solution,
        };
      },
    ),

  /** What is returned, and to which line? */
  returns: (host, step) =>
    at(
      host,
      step,
      (state, next) => next?.what[0] === "returns" && next.what[2] !== null && next.what[3] !== null,
      (state, { what: [, name, value, line], frames }) => {
        const other = { True: "False", False: "True", true: "false", false: "true", 0: "1", 1: "0" }[value] ?? "None";
        const text = (one, at) => words.exercise.returnsTo(one, at);
        const lines = [line, frames[frames.length - 1].line];
        const solution = text(value, line);
        return {
          asks: words.exercise.returns(name),
          answers: mixed(solution, [text(other, line), text(value, lines[1]), text(other, lines[1])], (one) => one, step),
          solution,
          onward: 1,
          because: (answer) => (answer.includes(String(value)) ? words.exercise.returnsLine(line) : words.exercise.returnsValue),
          tells: solution,
        };
      },
    ),

  /** What is the list after the next line? */
  list: (host, step) =>
    at(
      host,
      step,
      (state, next) => next?.what[0] === "pop" || next?.what[0] === "push",
      (state, next) => {
        const shown = (cells) => `[${cells.join(", ")}]`;
        const [before, now] = [state, next].map(({ memory }) => memory[0].cells);
        return {
          asks: words.exercise.list(next.memory[0].name, next.line, host.lineText(next.line)),
          answers: mixed(shown(now), [shown(before), shown(before.slice(1)), shown([...now].reverse())], (one) => one, step),
          solution: shown(now),
          onward: 1,
          because: (answer) => (answer === shown(before) ? words.exercise.listBefore : words.exercise.listEnd),
          tells: words.lineSays(next.what, next.line).replaceAll("**", ""),
        };
      },
    ),
};
