// A lesson: stations, each a sentence or two, a state of the lab, something to look at, often something to do.
//
// Lessons are data. Those of the posts are files beside this one; others come from a file, or inside of a link.

import { h, put, menu } from "/dom.js";
import { words, why, language } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { icon } from "/icons.js";
import { setAnswer, setFirst, setMoreKeys } from "/keys.js";
import { download } from "/export.js";
import { recording, file, tell, Refusal } from "/source.js";

/** The lessons that come with the lab, in the order in which they are best read. */
export const LESSONS = ["recursion", "000", "001", "002", "003", "004"];

/** What a station can point to, by name. */
export const PARTS = {
  board: ".boardbox, .sides",
  tree: ".treebox",
  node: ".tree .node.here",
  code: ".code .listing",
  line: ".line.lit",
  sentence: ".says",
  counters: ".counters",
  memory: ".memory",
  calls: ".stack",
  output: ".output",
  solutions: ".queens > section",
  table: ".levels",
  skyline: ".skyline",
  player: ".player",
  numbers: ".boardbox",
  exercise: ".boardbox",
  maze: ".editor",
  search: ".editor",
  choices: ".choices",
  rules: ".rules",
  routes: ".routes",
  order: ".editor",
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

/** Parts that are framed: the others fill what is shown of the lab. */
const FRAMED = ["node", "line", "memory", "counters", "array", "parents", "crossover", "mutation", "hint"];

const DONE = "bezzel.lessons";

/** What the reader has done of each lesson: `{ station, stations, right, asked, done }`. */
export function progress() {
  try {
    return JSON.parse(localStorage.getItem(DONE)) ?? {};
  } catch {
    return {}; // A page without storage remembers nothing.
  }
}

function remember(name, state) {
  try {
    const all = progress();
    const before = all[name] ?? {};
    localStorage.setItem(DONE, JSON.stringify({ ...all, [name]: { ...state, done: before.done || state.done } }));
  } catch {
    // See above.
  }
}

/** A text in the reader's language, or in the one it has. */
const inLanguage = (text) => (typeof text === "string" ? text : (text?.[language] ?? text?.en ?? Object.values(text ?? {})[0] ?? ""));

/** A text whose **words** are terms, and whose `words` are code. */
function withTerms(text) {
  return inLanguage(text)
    .split("**")
    .map((part, index) => {
      const pieces = part.split("`").map((piece, at) => (at % 2 ? h("code", {}, piece) : piece));
      return index % 2 ? h("dfn", {}, pieces) : pieces;
    });
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

/** One of the lab's lessons. */
export async function ownLesson(name) {
  return JSON.parse(await file(`lessons/${name}.json`));
}

export class Guide {
  /** `visit(values)` opens the lab at an address. */
  constructor(visit) {
    this.visit = visit;
    this.lesson = null;
    this.element = h("aside", { id: "guide", hidden: true, "aria-label": words.lesson.title });
    document.addEventListener("answered", (/** @type {any} */ { detail }) => this.answered(detail.right));
    addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement && this.lecturing) this.lecture(false);
    });
    setFirst((event) => this.key(event));
  }

  /** Whether the reader looks around in another tab than the station's. */
  get elsewhere() {
    const own = new URLSearchParams(this.station.at).get("lab") ?? "queens";
    return !document.querySelector("#lab .panel").classList.contains(own);
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
      const lesson = carried && name === "own" ? JSON.parse(await unpack(carried)) : LESSONS.includes(name) ? await ownLesson(name) : null;
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
    Object.assign(this, { lesson, name, cameFrom: null });
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
    this.finished = false;
    this.index = Math.min(this.lesson.stations.length - 1, Math.max(0, index));
    await this.visit(this.address(this.index));
    this.report();
  }

  end() {
    this.lecture(false);
    this.lesson = null;
    this.name = null;
    this.finished = false;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    this.visit({ lab: "start" });
  }

  /** Goes to the next station or, after the last one, to the summary. */
  async onward() {
    if (this.index + 1 < this.lesson.stations.length) return this.go(this.index + 1);
    this.finished = true;
    this.report();
    return this.show();
  }

  /** Shows the station; what it points to is lit once the lab is there. */
  show() {
    this.element.hidden = this.lesson === null && !this.broken;
    const hadFocus = this.element.contains(document.activeElement);
    const exercise = document.querySelector("#lab .exercise");
    const asked = exercise?.contains(document.activeElement);
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
    const named = (name, act, extra, ...more) => h("button", { "data-act": name, onclick: act, ...extra }, more);
    this.next = named("nextStation", () => this.onward(), { class: "main" }, index + 1 === all ? words.lesson.finish : words.lesson.nextStation, icon("next"));
    this.next.disabled = this.waiting;
    const back = named("previousStation", () => this.go(index - 1), { disabled: index === 0 }, icon("previous"), words.lesson.previousStation);
    this.choices = station.choose ? this.choose(station.choose) : null;
    this.element.dataset.station = index + 1;
    const ticks = Array.from({ length: all }, (_, at) => h("i", { class: at < index ? "past" : at === index ? "now" : "" }));
    const more = menu(
      words.menu,
      this.elsewhere ? null : named("again", () => this.go(index), {}, words.lesson.again),
      recording ? null : named("saveLesson", () => this.save(), {}, words.lesson.saveLesson),
    );
    more.classList.add("below");
    const lecture = h("button", { class: "icon", "data-act": "lecture", title: words.lesson.lecture, "aria-label": words.lesson.lecture, onclick: () => this.lecture(!this.lecturing) }, icon("lecture"));
    const leave = h("button", { class: "icon", "data-act": "close", title: words.lesson.close, "aria-label": words.lesson.close, onclick: () => this.end() }, icon("close"));
    put(
      this.element,
      h(
        "div",
        { class: "where" },
        h("strong", {}, inLanguage(lesson.title)),
        h("span", { class: "note" }, words.lesson.of(index + 1, all)),
        h("span", { class: "tools" }, lecture, more, recording?.lesson ? null : leave),
        h("div", { class: "ticks", role: "progressbar", "aria-label": words.lesson.of(index + 1, all), "aria-valuemin": 1, "aria-valuemax": all, "aria-valuenow": index + 1 }, ticks),
      ),
      h(
        "div",
        { class: "reading" },
        this.finished
          ? this.summary()
          : [h("p", { class: "text", "aria-live": "polite" }, withTerms(station.text)), this.choices, exercise, this.leadsTo(station)],
      ),
      this.finished
        ? null
        : h(
            "div",
            { class: "way" },
            back,
            this.elsewhere ? named("again", () => this.go(index), { class: "main" }, words.lesson.return) : null,
            this.waiting && !this.elsewhere ? h("span", { class: "note wait" }, words.lesson.answerFirst) : null,
            this.next,
          ),
    );
    this.light(station.look ?? []);
    // The focus is on what comes next: the question of the station, or the way on.
    if (hadFocus || asked || document.activeElement === document.body) {
      // Not an answer: a ring around the first would point to it.
      const question = this.element.querySelector(".asks");
      (this.finished ? this.element.querySelector(".summing .main") : this.waiting ? question : this.next)?.focus({ preventScroll: true });
    }
  }

  /** A lesson that explains what a station uses. */
  leadsTo({ needs }) {
    if (!needs || recording || progress()[needs]?.done) return null;
    const open = async () => {
      const from = { lesson: this.lesson, name: this.name, index: this.index };
      await this.begin(await ownLesson(needs), needs);
      this.cameFrom = from;
    };
    return h("button", { class: "quiet", "data-lesson": needs, onclick: open }, words.lesson.needs);
  }

  /** Back to the station that led to this lesson. */
  async comeBack() {
    const { lesson, name, index } = this.cameFrom;
    Object.assign(this, { lesson, name, done: new Map(), cameFrom: null });
    await this.go(index);
  }

  /** What was learnt, how many answers were right, and what comes next. */
  summary() {
    const answers = [...(this.done?.values() ?? [])];
    const terms = new Set(this.lesson.stations.flatMap(({ text }) => inLanguage(text).split("**").filter((_, index) => index % 2)));
    const next = recording ? null : LESSONS[LESSONS.indexOf(this.name) + 1];
    return h(
      "div",
      { class: "summing" },
      h("h2", {}, words.lesson.finished),
      h("p", {}, inLanguage(this.lesson.about)),
      terms.size ? [h("h3", {}, words.lesson.learnt), h("ul", { class: "terms" }, [...terms].map((term) => h("li", {}, term)))] : null,
      answers.length ? h("p", { class: "score" }, words.lesson.score(answers.filter(Boolean).length, answers.length)) : null,
      h(
        "div",
        { class: "tools-row" },
        this.cameFrom ? h("button", { class: "main", "data-act": "comeBack", onclick: () => this.comeBack() }, words.lesson.comeBack(inLanguage(this.cameFrom.lesson.title))) : null,
        next && this.name !== "own" && !this.cameFrom
          ? h("button", { class: "main", "data-act": "nextLesson", onclick: async () => this.begin(await ownLesson(next), next) }, words.lesson.nextLesson)
          : null,
        recording ? null : h("button", { class: next ? "" : "main", "data-act": "home", onclick: () => this.end() }, words.lesson.home),
        h("button", { "data-act": "restart", onclick: () => this.begin(this.lesson, this.name) }, words.lesson.restart),
      ),
    );
  }

  /** Shows of the tab only what the station points to, and frames small parts of that. */
  light(parts) {
    const panel = document.querySelector("#lab .panel");
    // A reader who looks around in another tab has all of it.
    document.documentElement.classList.toggle("elsewhere", this.elsewhere);
    if (this.elsewhere) return;
    const found = parts.map((name) => [name, panel.querySelector(PARTS[name] ?? "#nothing")]).filter(([, element]) => element);
    for (const child of panel.children) child.toggleAttribute("data-away", found.length > 0 && !found.some(([, element]) => child.contains(element)));
    for (const [name, element] of found) if (FRAMED.includes(name)) element.classList.add("spot");
    // It scrolls only to what would not be seen at all.
    const main = document.querySelector("main");
    main.scrollTop = 0;
    if (found[0]?.[1].getBoundingClientRect().top > main.getBoundingClientRect().bottom - 60) found[0][1].scrollIntoView({ block: "nearest" });
  }

  /** A question of the lesson's own, with answers to choose from. */
  choose({ asks, answers, right, because: says_ = [] }) {
    const says = h("p", { role: "status" });
    let first = true;
    const answer = (index, button) => {
      const isRight = index === right;
      button.classList.add(isRight ? "right" : "wrong");
      const because = says_[index];
      put(says, h("strong", {}, isRight ? words.exercise.right : words.exercise.tryAgain), because ? [" ", withTerms(because)] : "");
      says.className = isRight ? "feedback good" : "feedback";
      if (isRight) this.answered(first);
      first = false;
    };
    const buttons = answers.map((text, index) => {
      const button = h("button", { "data-choice": index, onclick: () => answer(index, button) }, h("kbd", {}, String(index + 1)), h("span", {}, withTerms(text)));
      return button;
    });
    setAnswer((number) => {
      if (number <= answers.length) answer(number - 1, buttons[number - 1]);
    });
    return h("div", { class: "choose", role: "group", "aria-label": inLanguage(asks) }, h("p", { class: "asks", tabindex: -1 }, withTerms(asks)), h("div", { class: "answers" }, buttons), says);
  }

  /** What was to be done is done, rightly at once or not. */
  answered(right) {
    if (!this.lesson || !this.waiting) return;
    this.done = (this.done ?? new Map()).set(this.index, right);
    this.waiting = false;
    setAnswer(null);
    this.next.disabled = false;
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

  /** Remembers the reader's progress, and reports it to an e-learning system, if the page runs in one. */
  report() {
    if (!this.lesson) return;
    const right = [...(this.done?.values() ?? [])].filter(Boolean).length;
    const detail = { station: this.index + 1, stations: this.lesson.stations.length, right, asked: this.done?.size ?? 0 };
    if (LESSONS.includes(this.name)) remember(this.name, { ...detail, done: this.finished === true });
    document.dispatchEvent(new CustomEvent("progressed", { detail }));
  }
}
