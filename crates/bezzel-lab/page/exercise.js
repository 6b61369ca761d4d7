// Exercises: questions about what the search will do, before it is shown. Every answer comes from
// the library's trace.
//
// A host is a tab that plays a search. It has `replay`, `step`, `steps`, `event(step)` (the event
// after this step), `choices()` (the choices at the current node), `name(choice)`, `isSame(one,
// other)`, `attackers(step)`, `point(choices, look, pick)` (marks choices), `position()` (the
// choices so far, as text), `asks` (the questions in its own words) and `go(step)`.

import { h, put } from "/dom.js";
import { words, figure } from "/words.js";
import { read, readNumber, keep, link } from "/address.js";
import { download } from "/export.js";
import { setAnswer } from "/keys.js";
import { told } from "/queens/replay.js";
import { CODE } from "/lines/questions.js";

const KINDS = ["may", "line", "next", "calls", "children", "returns", "reject", "list"];
const SERIES = 10;
const FAR = 4_000; // As many events are looked at for an answer; a question that needs more is not asked.

/** Numbers that look like chance and are the same for the same seed. */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the kind of each child of the current node, and the step at which the search continues or
 * retreats.
 */
async function childrenAfter(host, from) {
  const children = [];
  let depth = 0;
  for (let step = from; step < host.steps; step += 1) {
    if (step - from > FAR) return null;
    const [kind, value] = told(await host.event(step));
    if (kind === "enter") {
      if (depth === 0) children.push({ choice: value, promising: true, step });
      depth += 1;
    } else if (kind === "reject" && depth === 0) {
      children.push({ choice: value[0], promising: false, step });
    } else if (kind === "retreat") {
      if (depth === 0) return { children, end: step };
      depth -= 1;
    } else if (kind === "solution" && depth === 0) {
      return null;
    }
  }
  return depth === 0 ? { children, end: host.steps } : null;
}

/** A question that can be asked at a step, or `null`. */
const MAKE = {
  ...CODE,


  /** Asks whether a choice is promising, and otherwise for the attacking queen. */
  async may(host, step) {
    const [kind, value] = told(await host.event(step));
    if (kind !== "enter" && kind !== "reject") return null;
    const choice = kind === "enter" ? value : value[0];
    const against = kind === "reject" ? await host.attackers(step) : [];
    const answers = [["yes", words.exercise.yes], ...host.objectors(words.exercise.no)];
    if (answers.length === 1) return null; // no queen could attack
    const right = (answer) =>
      kind === "enter" ? answer === "yes" : answer === "no" || against.some((one) => one.key === answer);
    return {
      asks: host.asks.may(host.name(choice)),
      about: [choice],
      look: "question",
      answers,
      right,
      solution: kind === "enter" ? "yes" : (against[0]?.key ?? "no"),
      shows: step + 1,
    };
  },

  /** Where is the next choice made, or does the search go back? */
  async next(host, step) {
    for (let at = step; at < Math.min(host.steps, step + 100); at += 1) {
      const [kind, value] = told(await host.event(at));
      if (kind === "solution") return null;
      if (kind === "reject") continue;
      const choices = host.choices();
      if (choices.length === 0) return null;
      const solution = kind === "enter" ? host.key(value) : "back";
      return {
        asks: host.asks.next,
        about: choices,
        look: "open",
        answers: [...choices.map((choice) => [host.key(choice), host.name(choice)]), ["back", words.exercise.back]],
        right: (answer) => answer === solution,
        solution,
        shows: at + 1,
      };
    }
    return null;
  },

  /** How many children are promising? */
  async children(host, step) {
    if (host.replay.here.children.length > 0) return null;
    const after = await childrenAfter(host, step);
    if (!after || after.children.length === 0) return null;
    const count = after.children.filter(({ promising }) => promising).length;
    return {
      asks: words.exercise.children(host.place()),
      about: host.choices(),
      look: "open",
      plain: true,
      answers: Array.from({ length: after.children.length + 1 }, (_, number) => [String(number), String(number)]),
      right: (answer) => answer === String(count),
      solution: String(count),
      shows: step,
      tells: words.exercise.childrenAre(
        after.children.filter(({ promising }) => promising).map(({ choice }) => host.name(choice)),
      ),
    };
  },

  /** Which one will be rejected? */
  async reject(host, step) {
    if (host.replay.here.children.length > 0) return null;
    const after = await childrenAfter(host, step);
    const rejected = after?.children.filter(({ promising }) => !promising).map(({ choice }) => host.key(choice)) ?? [];
    if (rejected.length === 0 || rejected.length === after.children.length) return null;
    const choices = after.children.map(({ choice }) => choice);
    return {
      asks: host.asks.reject(host.place()),
      about: choices,
      look: "open",
      answers: choices.map((choice) => [host.key(choice), host.name(choice)]),
      right: (answer) => rejected.includes(answer),
      solution: rejected[0],
      shows: step,
      tells: words.exercise.rejectedAre(
        after.children.filter(({ promising }) => !promising).map(({ choice }) => host.name(choice)),
      ),
    };
  },
};

/** The exercises of a tab. */
export class Exercises {
  host; place;

  constructor(host, place) {
    Object.assign(this, { host, place });
    this.quiz = read("quiz") === "1";
    this.question = null;
    this.done = new Set();
    this.reset();
    this.element = h("section", { class: "exercise card", hidden: true, "aria-label": words.exercise.title });
  }

  reset() {
    this.score = { asked: 0, right: 0, streak: 0, best: 0 };
    this.answers = [];
  }

  /** Whether the search may be shown at a step. In a quiz a step on is asked about first. */
  gate(step) {
    const now = this.host.step;
    // A quiz may be gone back in; other questions are answered, given up or left.
    if (this.series || (this.question && (!this.quiz || step > now))) {
      this.nudge();
      return false;
    }
    if (this.question) {
      this.drop();
      return true;
    }
    if (!this.quiz || this.making || step !== now + 1) return true;
    this.askFrom(now);
    return false;
  }

  /** Asks about a step in whichever way goes with it; where none does, it is shown, and the next one is asked about. */
  async askFrom(first) {
    this.making = true;
    try {
      for (let step = first; step < this.host.steps && this.quiz; step += 1) {
        const turn = (step * 7 + 3) % KINDS.length;
        const all = [...KINDS.slice(turn), ...KINDS.slice(0, turn)];
        // What a node has below it is asked once, and then where the search goes.
        const kinds = (this.done.has(step) ? ["may", "next"] : all).filter((kind) => !CODE[kind] || this.host.code?.());
        for (const kind of kinds) {
          const question = await MAKE[kind](this.host, step);
          if (!question) continue;
          this.done.add(step);
          this.ask(kind, question);
          return;
        }
        await this.host.go(step + 1);
      }
    } finally {
      this.making = false;
    }
  }

  /** One question of a kind, at the step shown. */
  async one(kind) {
    const question = MAKE[kind] ? await MAKE[kind](this.host, this.host.step) : null;
    if (question) this.ask(kind, question);
    return question !== null;
  }

  ask(kind, question) {
    this.question = { kind, step: this.host.step, position: this.host.position(), ...question };
    question.before?.();
    const pick = question.plain ? null : (key) => this.answer(key);
    this.host.point(question.about, question.look, pick, kind);
    const button = ([key, text], index) =>
      h("button", { "data-answer": key, onclick: () => this.answer(key) }, index < 9 && String(index) !== text ? h("kbd", { "aria-hidden": "true" }, String(index + 1)) : null, text);
    this.element.hidden = false;
    this.element.dataset.kind = kind;
    this.element.replaceChildren(
      h("h3", {}, this.heading()),
      h("p", { class: "asks", tabindex: -1 }, question.asks),
      h("div", { class: question.answers.every(([, text]) => text.length < 3) ? "answers short" : "answers" }, question.answers.map(button)),
      h(
        "div",
        { class: "tools-row" },
        h("button", { class: "quiet", "data-act": "give-up", onclick: () => this.answer(null) }, words.exercise.show),
        this.series
          ? h("button", { class: "quiet", "data-act": "leave", onclick: () => this.end() }, words.exercise.leave)
          : null,
        this.tally(),
      ),
    );
    document.documentElement.dataset.asking = kind;
    setAnswer((number) => {
      if (number <= question.answers.length) this.answer(question.answers[number - 1][0]);
    });
    // Keyboards go on from the question, unless the reader is elsewhere on the page.
    if (document.activeElement === document.body || document.activeElement?.id === "lab")
      this.element.querySelector(".asks").focus({ preventScroll: true });
  }

  heading() {
    return this.series
      ? words.exercise.number(this.answers.length + 1, SERIES)
      : words.exercise.title;
  }

  tally() {
    const { asked, right, streak } = this.score;
    return h("p", { class: "note tally", role: "status" }, asked > 1 || this.series || this.quiz ? words.exercise.score(right, asked, streak) : "");
  }

  /** Takes an answer; `null` is none. What was asked is shown now. */
  async answer(key) {
    const { question, score } = this;
    if (!question) return;
    const right = key !== null && question.right(key);
    this.question = null;
    setAnswer(null);
    score.asked += 1;
    score.right += right ? 1 : 0;
    score.streak = right ? score.streak + 1 : 0;
    score.best = Math.max(score.best, score.streak);
    const named = (answer) => question.answers.find(([one]) => one === answer)?.[1] ?? answer;
    keep({ ask: null }, this.place);
    this.answers.push({
      step: question.step,
      position: question.position,
      kind: question.kind,
      question: question.asks,
      answer: key === null ? null : named(key),
      right,
      solution: named(question.solution),
    });
    if (this.series) this.note();
    this.host.point([], null, null);
    delete document.documentElement.dataset.asking;
    if (question.shows > this.host.step) await this.host.go(question.shows);
    question.after?.();
    const because = right || key === null ? null : question.because?.(key);
    const verdict = right
      ? words.exercise.right
      : (key === null ? words.exercise.answer : words.exercise.wrong)(named(question.solution));
    const next = this.series
      ? h("button", { class: "main", "data-act": "next-exercise", onclick: () => this.next() }, words.exercise.nextOne)
      : this.quiz
        ? h("button", { class: "main", "data-act": "next-exercise", onclick: () => this.host.forward() }, words.exercise.goOn)
        : null;
    put(
      this.element,
      h("h3", { class: right ? "right" : "wrong", role: "status" }, verdict),
      because ? h("p", {}, because) : null,
      h("p", {}, question.tells ?? this.host.sentence()),
      next,
      this.tally(),
    );
    next?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("answered", { detail: { right } }));
  }

  /** A step was wanted while a question is open. */
  nudge() {
    this.element.classList.remove("nudge");
    void this.element.offsetWidth;
    this.element.classList.add("nudge");
    this.element.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Takes the question away, as if it had not been asked. */
  drop() {
    if (this.question) {
      this.done.delete(this.question.step);
      setAnswer(null);
    }
    this.question = null;
    this.host.point([], null, null);
    delete document.documentElement.dataset.asking;
    this.element.hidden = true;
  }

  /** Begins or ends the quiz. */
  setQuiz(quiz) {
    this.drop();
    this.series = null;
    this.quiz = quiz;
    this.done.clear();
    this.reset();
    keep({ quiz: quiz ? 1 : null, exercises: null }, this.place);
  }

  /**
   * Starts a series, the same for the same seed; or resumes one that was running when the page was
   * reloaded.
   */
  async begin(seed, before = null) {
    this.drop();
    this.quiz = false;
    this.reset();
    if (before) Object.assign(this, before);
    this.series = { seed };
    keep({ exercises: seed, quiz: null }, this.place);
    await this.next();
  }

  /** Which series it is: a seed, and what it is about. */
  key(seed) {
    return JSON.stringify([seed, ...["lab", "n", "method", "code", "board", "torus", "problem", "pose"].map((name) => read(name))]);
  }

  /** Notes how far the series is, for as long as the browser's tab is open. */
  note() {
    try {
      const { score, answers, series } = this;
      sessionStorage.setItem("exercises", JSON.stringify({ key: this.key(series.seed), score, answers }));
    } catch {
      // Without storage, a reloaded page starts again.
    }
  }

  /** What was noted of a series, if it is this one and not over. */
  noted(seed) {
    try {
      const { key, score, answers } = JSON.parse(sessionStorage.getItem("exercises"));
      return key === this.key(seed) && answers.length < SERIES ? { score, answers } : null;
    } catch {
      return null;
    }
  }

  end() {
    this.drop();
    this.series = null;
    keep({ exercises: null }, this.place);
  }

  /** The next exercise of the series, or the summary. */
  async next() {
    const { series, host } = this;
    if (this.answers.length === SERIES) {
      this.summary();
      return;
    }
    const kinds = KINDS.filter((kind) => !CODE[kind] || host.code?.());
    const wished = kinds[this.answers.length % kinds.length];
    const random = chance(series.seed * 101 + this.answers.length);
    for (let tries = 0; tries < 60 && this.series === series; tries += 1) {
      const from = Math.floor(random() * host.steps);
      const kind = tries < 40 ? wished : "may";
      for (let step = from; step < Math.min(host.steps, from + 60); step += 1) {
        // Only where something was just entered are all children still to come.
        if (kind === "children" || kind === "reject") {
          const before = step === 0 ? "enter" : told(await host.event(step - 1))[0];
          if (before !== "enter") continue;
        }
        await host.go(step);
        const question = await MAKE[kind](host, step);
        if (this.series !== series) return;
        const isNew = (one) => one.kind !== kind || one.step !== step;
        if (question && this.answers.every(isNew)) {
          this.ask(kind, question);
          return;
        }
      }
    }
    this.summary();
  }

  /** How it went, to be printed, kept, and given to others. */
  summary() {
    const { score, answers, series } = this;
    const seed = series.seed;
    this.series = null;
    const row = ({ question, position, answer, right, solution }, index) =>
      h(
        "tr",
        { class: right ? "right" : "wrong" },
        h("th", { scope: "row" }, index + 1),
        h("td", {}, position),
        h("td", {}, question),
        h("td", {}, answer ?? "–"),
        h("td", {}, right ? "✓" : `✗ ${solution}`),
      );
    const head = (text) => h("th", { scope: "col" }, text);
    const address = link();
    const file = () => {
      const data = { format: "bezzel-exercises", version: 1, seed, link: address, date: new Date().toISOString(), ...score, answers };
      download(`exercises-${seed}.json`, new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
    };
    this.element.hidden = false;
    this.element.replaceChildren(
      h("h3", {}, words.exercise.summary),
      h("p", { class: "total" }, words.exercise.result(score.right, answers.length, score.best)),
      h(
        "table",
        { class: "summary" },
        h("thead", {}, h("tr", {}, ["#", words.exercise.position, words.exercise.question, words.exercise.yours, words.exercise.verdict].map(head))),
        h("tbody", {}, answers.map(row)),
      ),
      h(
        "div",
        { class: "tools-row" },
        h("button", { "data-act": "print", onclick: () => print() }, words.exercise.print),
        h("button", { "data-act": "save-json", onclick: file }, words.exercise.save),
        h("button", { "data-act": "again", onclick: () => this.begin(seed) }, words.exercise.again),
        h("button", { "data-act": "another", onclick: () => this.begin(newSeed()) }, words.exercise.another),
        h("button", { onclick: () => this.end() }, words.close),
      ),
      h("p", { class: "note" }, words.exercise.forClass, " ", h("a", { href: address }, words.exercise.seed(seed))),
      h("p", { class: "paper" }, words.exercise.paper(new Date().toLocaleDateString()), h("br"), address),
    );
    document.dispatchEvent(
      new CustomEvent("scored", { detail: { right: score.right, asked: answers.length } }),
    );
  }

  /** What the address asks for. */
  async open() {
    const seed = readNumber("exercises", null, 0, 4_294_967_295);
    if (seed !== null) await this.begin(seed, this.noted(seed));
    else if (read("ask")) await this.one(read("ask"));
  }

  /** The knobs of exercises. */
  knobs() {
    const quiz = h("input", {
      type: "checkbox",
      name: "quiz",
      checked: this.quiz,
      onchange: ({ target }) => this.setQuiz(target.checked),
    });
    return [
      h("label", { class: "check", title: words.quizTitle }, quiz, words.quiz),
      h("button", { "data-act": "exercises", onclick: () => this.begin(newSeed()) }, words.exercise.begin(figure(SERIES))),
    ];
  }
}

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0] % 100_000;
