// A lesson: stations, each a sentence or two, a state of the lab, something to look at, often something to do.
//
// Lessons are data. Those of the posts are files beside this one; others come from a file, or inside of a link.

import { h, put } from "/dom.js";
import { words, why, language } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { icon } from "/icons.js";
import { setAnswer, setFirst, setMoreKeys } from "/keys.js";
import { download } from "/export.js";
import { recording, file, tell, Refusal } from "/source.js";

export const POSTS = ["000", "001", "002", "003", "004"];

/** What a station can point to, by name. */
export const PARTS = {
  board: ".stage .board, .sides .board",
  tree: ".forest",
  node: ".tree .node.here",
  code: ".code .listing",
  line: ".line.lit",
  sentence: ".says",
  counters: ".counters",
  memory: ".memory",
  calls: ".stack",
  solutions: ".queens > section",
  table: ".levels",
  skyline: ".skyline",
  numbers: "select[name=numbers]",
  exercise: ".exercise",
  maze: ".editor",
  search: ".maze .lead",
  choices: ".choices",
  rules: ".rules",
  routes: ".routes",
  order: "select[name=order]",
  array: ".array",
  best: ".best",
  wheel: ".drum",
  population: ".phase[data-phase='0']",
  parents: ".phase[data-phase='1']",
  crossover: ".phase[data-phase='2']",
  mutation: ".phase[data-phase='3']",
  chart: ".curves",
  sides: ".sides",
  posttable: ".posttable",
  result: ".run",
  published: ".published",
  hint: "[data-act=forced]",
};

/** A text in the reader's language, or in the one it has. */
const told = (text) => (typeof text === "string" ? text : (text?.[language] ?? text?.en ?? Object.values(text ?? {})[0] ?? ""));

/** A text whose **words** are terms. */
function withTerms(text) {
  return told(text)
    .split("**")
    .map((part, index) => (index % 2 ? h("dfn", {}, part) : part));
}

/** Why something is no lesson, in a sentence; null if it is one. Checked where lessons are recorded from, too. */
async function fault(lesson) {
  try {
    await tell("lesson", lesson);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return why(error);
  }
}

async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** The lesson of a post. */
export async function postLesson(name) {
  return JSON.parse(await file(`lessons/${name}.json`));
}

export class Guide {
  /** `visit(values)` opens the lab at an address. */
  constructor(visit) {
    this.visit = visit;
    this.lesson = null;
    this.element = h("aside", { id: "guide", hidden: true, "aria-label": words.lesson.title });
    document.addEventListener("answered", ({ detail }) => this.answered(detail.right));
    addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement && this.lecturing) this.lecture(false);
    });
    setFirst((event) => this.key(event));
  }

  /** Opens the lesson of the address, if any. */
  async open() {
    if (recording?.lesson) {
      this.lesson = recording.lesson;
      this.index = readNumber("station", 1, 1, this.lesson.stations.length) - 1;
      return;
    }
    const carried = /^#lesson=([\w-]+)$/.exec(location.hash)?.[1];
    const name = read("lesson");
    this.broken = false;
    if (name === null) {
      this.lesson = null;
      return;
    }
    if (this.name === name && this.lesson) {
      this.index = readNumber("station", 1, 1, this.lesson.stations.length) - 1;
      return;
    }
    try {
      const lesson = carried && name === "own" ? JSON.parse(await unpack(carried)) : POSTS.includes(name) ? await postLesson(name) : null;
      if (lesson && (name !== "own" || (await fault(lesson)) === null)) {
        Object.assign(this, { lesson, name });
        this.index = readNumber("station", 1, 1, lesson.stations.length) - 1;
        return;
      }
    } catch {
      // A link that was cut off: the lab opens without it, and says so.
    }
    keep({ lesson: null, station: null });
    this.lesson = null;
    this.broken = true;
  }

  get station() {
    return this.lesson.stations[this.index];
  }

  /** Where a station wants the lab to be. */
  address(index) {
    const values = Object.fromEntries(new URLSearchParams(this.lesson.stations[index].at ?? ""));
    return { ...values, lesson: this.name ?? null, station: index + 1 };
  }

  /** Begins a lesson; one of a reader's own goes into the address whole. */
  async begin(lesson, name) {
    Object.assign(this, { lesson, name });
    if (name === "own") history.replaceState(null, "", `${location.pathname}${location.search}#lesson=${await pack(JSON.stringify(lesson))}`);
    this.done = new Map();
    await this.go(0);
  }

  /** Reads a lesson from a file; the sentence that says why it cannot, or `null`. */
  async load(file) {
    const text = await file.text();
    const wrong = await fault(new Blob([text]));
    if (wrong === null) await this.begin(JSON.parse(text), "own");
    return wrong;
  }

  async go(index) {
    this.index = Math.min(this.lesson.stations.length - 1, Math.max(0, index));
    await this.visit(this.address(this.index));
    this.report();
  }

  end() {
    this.lecture(false);
    this.lesson = null;
    this.name = null;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    this.visit({ lab: "start" });
  }

  /** Shows the station; what it points to is lit once the lab is there. */
  show() {
    this.element.hidden = this.lesson === null && !this.broken;
    const hadFocus = this.element.contains(document.activeElement);
    if (this.broken) put(this.element, h("p", { class: "text", role: "alert" }, words.lesson.broken));
    document.documentElement.classList.toggle("guided", this.lesson !== null);
    for (const lit of document.querySelectorAll(".spot")) lit.classList.remove("spot");
    setMoreKeys(this.lesson ? [["PageDown", words.lesson.nextStation], ["PageUp", words.lesson.previousStation]] : []);
    if (!this.lesson) return;
    const { lesson, index, station } = this;
    const all = lesson.stations.length;
    // An exercise is asked by the tab, if it can be; once it is answered it is no longer in the address.
    const waits = station.choose || document.documentElement.dataset.asking !== undefined;
    this.waiting = Boolean(waits) && !this.done?.has(index);
    const button = (name, act, extra = {}) => h("button", { "data-act": name, onclick: act, ...extra }, words.lesson[name]);
    this.next = button("nextStation", () => (index + 1 < all ? this.go(index + 1) : this.end()), { class: "main" });
    if (index + 1 === all) this.next.textContent = words.lesson.finish;
    // A one-file page has no other lesson.
    this.next.disabled = this.waiting || (recording !== null && index + 1 === all);
    this.next.title = this.waiting ? words.lesson.answerFirst : "";
    this.choices = station.choose ? this.choose(station.choose) : null;
    const small = (name, act) =>
      h("button", { class: "icon", "data-act": name, title: words.lesson[name], onclick: act }, icon(name), h("span", { class: "word" }, words.lesson[name]));
    this.element.dataset.station = index + 1;
    put(
      this.element,
      h(
        "div",
        { class: "where" },
        h("strong", {}, told(lesson.title)),
        h("span", { class: "note" }, words.lesson.of(index + 1, all)),
        h("progress", { max: all, value: index + 1, "aria-label": words.lesson.of(index + 1, all) }),
        small("lecture", () => this.lecture(!this.lecturing)),
        h("button", { class: "quiet", "data-act": "again", onclick: () => this.go(index) }, words.lesson.again),
        recording ? null : h("button", { class: "quiet", "data-act": "saveLesson", onclick: () => this.save() }, words.lesson.saveLesson),
        recording?.lesson ? null : small("close", () => this.end()),
      ),
      h("p", { class: "text", "aria-live": "polite" }, withTerms(station.text)),
      this.choices,
      h(
        "div",
        { class: "tools-row" },
        button("previousStation", () => this.go(index - 1), { disabled: index === 0 }),
        this.next,
        this.waiting ? h("span", { class: "note wait" }, words.lesson.answerFirst) : null,
      ),
    );
    this.light(station.look ?? []);
    // The focus is on what comes next: the question of the station, or the way on.
    if (hadFocus || document.activeElement === document.body)
      (this.next.disabled ? this.choices?.querySelector("button") : this.next)?.focus({ preventScroll: true });
  }

  /** Lights what a station points to. */
  light(parts) {
    let first = null;
    for (const name of parts) {
      const found = document.querySelector(`#lab :is(${PARTS[name] ?? "#nothing"})`);
      found?.classList.add("spot");
      first ??= found;
    }
    if (first && first.getBoundingClientRect().top > innerHeight - 80) first.scrollIntoView({ block: "center" });
  }

  /** A question of the lesson's own, with answers to choose from. */
  choose({ asks, answers, right }) {
    const says = h("p", { class: "note", role: "status" });
    let first = true;
    const answer = (index, button) => {
      const isRight = index === right;
      button.classList.add(isRight ? "right" : "wrong");
      says.textContent = isRight ? words.exercise.right : words.exercise.tryAgain;
      if (isRight) this.answered(first);
      first = false;
    };
    const buttons = answers.map((text, index) => {
      const button = h("button", { "data-choice": index, onclick: () => answer(index, button) }, withTerms(text));
      return button;
    });
    setAnswer((number) => {
      if (number <= answers.length) answer(number - 1, buttons[number - 1]);
    });
    return h("div", { class: "choose", role: "group", "aria-label": told(asks) }, h("p", {}, withTerms(asks)), h("div", { class: "answers" }, buttons), says);
  }

  /** What was to be done is done, rightly at once or not. */
  answered(right) {
    if (!this.lesson || !this.waiting) return;
    this.done = (this.done ?? new Map()).set(this.index, right);
    this.waiting = false;
    setAnswer(null);
    this.next.disabled = recording !== null && this.index + 1 === this.lesson.stations.length;
    this.next.title = "";
    this.element.querySelector(".wait")?.remove();
    this.next.focus({ preventScroll: true });
    this.report();
  }

  /** Full screen and large letters; arrows go from station to station. */
  lecture(on) {
    if (Boolean(this.lecturing) === on) return;
    this.lecturing = on;
    document.documentElement.classList.toggle("lecture", on);
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    document.getElementById("lab").focus({ preventScroll: true });
  }

  /** Page keys, as presenters have them, go from station to station; so do arrows in a lecture. */
  key(event) {
    if (!this.lesson || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.target.closest?.("dialog, input:not([type=range]):not([type=checkbox]), textarea")) return false;
    const keys = this.lecturing
      ? { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 }
      : { PageDown: 1, PageUp: -1 };
    if (this.lecturing && event.key === "Escape") {
      this.lecture(false);
      return true;
    }
    const by = keys[event.key];
    if (!by) return false;
    const next = this.index + by;
    // In a lecture no answer is required.
    if (next >= 0 && next < this.lesson.stations.length && (by < 0 || !this.waiting || this.lecturing)) this.go(next);
    return true;
  }

  /** The lesson as a file, to be changed and loaded again. */
  save() {
    const name = `lesson-${this.name ?? "own"}.json`;
    download(name, new Blob([`${JSON.stringify(this.lesson, null, 1)}\n`], { type: "application/json" }));
  }

  /** Reports the reader's progress to an e-learning system, if the page runs in one. */
  report() {
    if (!this.lesson) return;
    const right = [...(this.done?.values() ?? [])].filter(Boolean).length;
    const detail = { station: this.index + 1, stations: this.lesson.stations.length, right, asked: this.done?.size ?? 0 };
    document.dispatchEvent(new CustomEvent("progressed", { detail }));
  }
}
