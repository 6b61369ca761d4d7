// Runs: the progress of counts that take hours or weeks, from their ledger.

import { h, s, choice, field, write } from "/dom.js";
import { words, why, figure, duration } from "/words.js";
import { read, keep } from "/address.js";
import { get, Refusal } from "/source.js";

/** How often the ledger is looked at, in milliseconds. */
const PAUSE = 2000;

/** The plan as a board: a square for each stretch of units, the darker the more of it is done. */
class Plan {
  constructor() {
    this.drawing = s("svg", { class: "plan", role: "img" });
    this.element = h(
      "section",
      { class: "card" },
      h("h2", {}, words.runs.map),
      this.drawing,
      h("p", { class: "note" }, words.runs.mapNote),
    );
  }

  show(map) {
    const side = Math.ceil(Math.sqrt(map.length));
    const rows = Math.ceil(map.length / side);
    if (this.drawing.childElementCount !== map.length) {
      this.drawing.setAttribute("viewBox", `0 0 ${side} ${rows}`);
      this.drawing.replaceChildren(
        ...map.map((_, at) =>
          s("rect", { x: (at % side) + 0.05, y: Math.floor(at / side) + 0.05, width: 0.9, height: 0.9, rx: 0.12 }),
        ),
      );
    }
    map.forEach((done, at) => {
      const square = this.drawing.children[at];
      square.style.setProperty("--done", done);
      square.setAttribute("class", done === 1 ? "whole" : done > 0 ? "part" : "");
    });
    const whole = map.filter((done) => done === 1).length;
    this.drawing.setAttribute("aria-label", words.runs.mapSays(whole, map.length));
  }
}

/** Who takes part. */
class Workers {
  constructor() {
    this.body = h("tbody");
    const heads = ["party", "threads", "units", "seen", "standing"];
    this.element = h(
      "section",
      { class: "card workers" },
      h("h2", {}, words.runs.workers),
      h(
        "div",
        { class: "scrolls", tabindex: 0, role: "region", "aria-label": words.runs.workers },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, words.runs[head])))),
          this.body,
        ),
      ),
    );
  }

  show(workers) {
    // Those that are there first, the latest first.
    const order = (one, other) => other.alive - one.alive || other.worker - one.worker;
    this.body.replaceChildren(
      ...[...workers].sort(order).map((worker) => {
        const standing = worker.trust < 0 ? "distrusted" : worker.alive ? "alive" : "gone";
        return h(
          "tr",
          { class: standing },
          h("th", { scope: "row" }, worker.party),
          h("td", {}, figure(worker.threads)),
          h("td", {}, figure(worker.units)),
          h("td", {}, words.runs.ago(duration(worker.seen_ago))),
          h("td", {}, words.runs.standings[standing]),
        );
      }),
    );
  }
}

/** A rate in the time in which one notices it. */
function rate(anHour, percent) {
  if (anHour === 0) return "–";
  if (anHour > 1) return words.runs.aMinute(percent.format(anHour / 60));
  return anHour > 0.005 ? words.runs.anHour(percent.format(anHour)) : words.runs.aDay(percent.format(24 * anHour));
}

class Runs {
  constructor(place, names) {
    this.name = names.includes(read("run")) ? read("run") : names[0];
    this.bar = h("progress", { max: 1, value: 0, "aria-label": words.runs.progress });
    const facts = ["share", "units", "left", "rate", "solutions", "workersNow", "audits", "disputes"];
    this.facts = Object.fromEntries(facts.map((name) => [name, h("output", { "data-counter": name }, "–")]));
    const fact = (name) => h("div", { class: "counter" }, h("span", {}, words.runs[name]), this.facts[name]);
    this.says = h("p", { class: "result", role: "status", "aria-live": "polite" });
    this.plan = new Plan();
    this.workers = new Workers();
    place.append(
      h(
        "div",
        { class: "knobs" },
        field(
          words.runs.run,
          choice(
            "run",
            names.map((name) => [name, name]),
            this.name,
            (name) => {
              this.name = name;
              keep({ run: name }, place);
              this.look();
            },
          ),
        ),
      ),
      h(
        "section",
        { class: "run card" },
        this.says,
        this.bar,
        h("div", { class: "counters" }, facts.map(fact)),
      ),
      this.plan.element,
      this.workers.element,
    );
    keep({ run: this.name }, place);
  }

  /** Looks at the ledger, and again after a while. */
  async look() {
    clearTimeout(this.later);
    this.control?.abort();
    this.control = new AbortController();
    try {
      this.show(await get(`runs/${encodeURIComponent(this.name)}`, {}, this.control.signal));
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Refusal)) throw error;
      write(this.says, why(error));
    }
    this.later = setTimeout(() => this.look(), PAUSE);
  }

  show(run) {
    this.bar.value = run.share;
    const percent = new Intl.NumberFormat(document.documentElement.lang, {
      style: "percent",
      maximumFractionDigits: 1,
      roundingMode: "trunc",
    });
    const facts = {
      share: percent.format(run.share),
      units: words.runs.of(figure(run.done), figure(run.units)),
      left: run.seconds_left === null ? "–" : duration(run.seconds_left),
      rate: rate(run.share_per_hour, percent),
      solutions: figure(run.solutions),
      workersNow: figure(run.workers.filter(({ alive }) => alive).length),
      audits: words.runs.of(figure(run.audits - run.audits_open), figure(run.audits)),
      disputes: words.runs.of(figure(run.disputes - run.disputes_open), figure(run.disputes)),
    };
    for (const [name, text] of Object.entries(facts)) write(this.facts[name], text);
    const what = run.queens === null ? run.question : words.runs.queens(run.queens);
    write(
      this.says,
      run.total === null
        ? words.runs.says(what, run.complete ? "complete" : run.state)
        : words.runs.closed(what, figure(run.total), words.runs.certified(run.certified)),
    );
    this.plan.show(run.map);
    this.workers.show(run.workers);
  }

  close() {
    clearTimeout(this.later);
    this.control?.abort();
  }
}

/** Opens the tab. */
export async function openRuns(place) {
  const list = await get("runs");
  if (list.length === 0) {
    const step = ([text, command]) => h("li", {}, text, h("pre", {}, h("code", {}, command)));
    place.append(h("section", { class: "card first" }, h("h2", {}, words.runs.none), h("ol", {}, words.runs.begin.map(step))));
    return { keys: [] };
  }
  const runs = new Runs(
    place,
    list.map(({ name }) => name),
  );
  await runs.look();
  return { keys: [], close: () => runs.close() };
}
