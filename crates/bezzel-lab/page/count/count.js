// Counting: a real count under way, and the engines side by side.

import { h, s, choice, field, drawingWidth, onWidth } from "/dom.js";
import { words, why, figure, roughly, duration } from "/words.js";
import { read, readNumber, keep } from "/address.js";
import { ask, alone, Refusal } from "/source.js";

/** Nodes a second that the program counts on one core, measured: an AMD EPYC with AVX2, November 2026. */
const NATIVE = { promising: 6e6, arrays: 2.5e7, masks: 8e7, border: 8e7, lanes: 1e9 };

/** The boards of the picture of growth, and those whose times are measured for it. */
const [GROWS_FROM, GROWS_TO] = [4, 20];
const [FIRST_MEASURED, LAST_MEASURED] = [8, 14];

/** The times on the axis; the signs of units are the same in all languages. */
const SCALE = { 1e-6: "1 µs", 1e-3: "1 ms", 1: "1 s", 60: "60 s", 3600: "1 h", 86400: "24 h" };

/** Lines of JSON, one after the other as they come. */
async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : new Refusal("");
    });
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

/** How much of a time scale from 10 µs on a bar takes. */
const length = (seconds, longest) =>
  Math.log10(Math.max(seconds, 1e-5) / 1e-5) / Math.log10(Math.max(longest, 1e-3) / 1e-5);

/** Bars of the times that engines took for the same board. */
class Compared {
  constructor() {
    this.title = h("h2");
    this.drawing = s("svg", { class: "chart", role: "img" });
    onWidth(this.drawing, () => this.again?.());
    this.element = h(
      "section",
      { class: "compared card", hidden: true },
      this.title,
      this.drawing,
      h("p", { class: "note" }, words.count.chartNote),
    );
  }

  show(n, engines, times) {
    this.again = () => this.show(n, engines, times);
    const rows = engines.filter((name) => times.has(name));
    this.element.hidden = rows.length === 0;
    if (rows.length === 0) return;
    const longest = Math.max(...times.values());
    this.title.textContent = words.count.chart(n);
    const room = drawingWidth(this.drawing);
    this.drawing.setAttribute("viewBox", `0 0 ${room} ${rows.length * 34 + 6}`);
    this.drawing.replaceChildren(
      ...rows.map((name, row) => {
        const width = 8 + (room - 190) * length(times.get(name), longest);
        return s(
          "g",
          { transform: `translate(0 ${row * 34})` },
          s("text", { class: "name", x: 86, y: 22, "text-anchor": "end" }, name),
          s("rect", { class: "bar", x: 96, y: 6, width, height: 22, rx: 4 }),
          s("text", { class: "name", x: 104 + width, y: 22 }, duration(times.get(name))),
        );
      }),
    );
    this.drawing.setAttribute(
      "aria-label",
      rows.map((name) => `${name} ${duration(times.get(name))}`).join(", "),
    );
  }
}

/** How the number of solutions grows, and the time to count them: measured on this machine, and continued. */
class Growth {
  constructor(published) {
    this.published = published;
    this.times = new Map();
    this.drawing = s("svg", { class: "chart", role: "img" });
    onWidth(this.drawing, () => this.show(this.n));
    this.element = h("section", { class: "growth card" }, h("h2", {}, words.count.growth), this.drawing, h("p", { class: "note" }, words.count.growthNote));
  }

  /** Counts small boards, one after the other, for their times. */
  async measure(engine, threads, control, tell) {
    for (let n = FIRST_MEASURED; n <= LAST_MEASURED; n += 1) {
      const response = await ask("count", { n, engine, threads }, control.signal);
      for await (const line of lines(response)) {
        if (!line.done) continue;
        this.times.set(n, Math.max(1e-6, line.done.seconds));
        this.show(this.n);
        tell(n, line.done);
      }
    }
  }

  show(n) {
    this.n = n;
    const [left, top, height] = [46, 44, 300];
    const room = Math.max(320, this.drawing.clientWidth || 640);
    const boards = Array.from({ length: GROWS_TO - GROWS_FROM + 1 }, (_, index) => GROWS_FROM + index);
    const wide = (room - left - 72) / boards.length;
    const x = (board) => left + (board - GROWS_FROM) * wide;
    const digits = (board) => Math.log10(Number(this.published[board]));
    const most = digits(GROWS_TO);
    const y = (value) => top + height * (1 - value / most);
    const bars = boards.map((board) =>
      s(
        "g",
        {},
        s("title", {}, `${board}: ${figure(this.published[board])}`),
        s("rect", { class: board === n ? "bar now" : "bar", x: x(board) + 2, y: y(digits(board)), width: wide - 4, height: Math.max(1, top + height - y(digits(board))), rx: 3 }),
        s("text", { class: "axis", x: x(board) + wide / 2, y: top + height + 18, "text-anchor": "middle" }, String(board)),
      ),
    );
    // From a microsecond at the foot to a day at the top.
    const at = (seconds) => top + height * (1 - Math.log10(seconds / 1e-6) / Math.log10(86_400 / 1e-6));
    const known = [...this.times].map(([board, seconds]) => [x(board) + wide / 2, at(seconds)]);
    const line = (points, look) => s("polyline", { class: look, points: points.map((point) => point.map((one) => one.toFixed(1)).join()).join(" ") });
    const last = [...this.times].at(-1);
    // A board more takes as many times longer as it has more solutions.
    const guess = last
      ? boards.filter((board) => board >= last[0]).map((board) => [x(board) + wide / 2, at((last[1] * Number(this.published[board])) / Number(this.published[last[0]]))])
      : [];
    const scale = Object.keys(SCALE).map(Number).sort((one, other) => one - other).map((seconds) => s("text", { class: "axis", x: room - 62, y: at(seconds) + 4 }, SCALE[seconds]));
    const solutions = [1, 1e3, 1e6, 1e9].map((value) => s("text", { class: "axis", x: left - 6, y: y(Math.log10(value)) + 4, "text-anchor": "end" }, roughly(value)));
    this.drawing.setAttribute("viewBox", `0 0 ${room} ${top + height + 26}`);
    this.drawing.setAttribute("aria-label", words.count.growth);
    this.drawing.replaceChildren(
      ...bars,
      s("text", { class: "axis", x: 0, y: 12 }, words.count.solutionsOf),
      s("text", { class: "axis", x: room, y: 12, "text-anchor": "end" }, words.count.time),
      ...scale,
      ...solutions,
      line(guess.filter(([, y]) => y >= top), "time guess"),
      line(known, "time"),
      ...known.map(([cx, cy]) => s("circle", { cx, cy, r: 3.5 })),
    );
  }
}

class Count {
  query; library;

  constructor(place, about) {
    this.about = about;
    this.place = place;
    this.engine = about.engines.some(({ name }) => name === read("engine")) ? read("engine") : about.usual;
    this.n = readNumber("n", 14, 1, about.limit);
    this.threads = readNumber("threads", about.threads, 1, about.threads);
    this.times = new Map();
    this.bar = h("progress", { max: 1, value: 0, "aria-label": words.count.progress });
    this.facts = Object.fromEntries(
      ["time", "left", "rate", "solutions"].map((name) => [name, h("output", { "data-counter": name }, "–")]),
    );
    const fact = (name) => h("div", { class: "counter" }, h("span", {}, words.count[name]), this.facts[name]);
    this.native = h("p", { class: "note", "data-counter": "native" });
    this.result = h("p", { class: "result", role: "status", "aria-live": "polite" });
    this.compared = new Compared();
    this.start = h(
      "button",
      { class: "main", "data-act": "count", onclick: () => this.one() },
      words.count.start,
    );
    this.stop = h(
      "button",
      { "data-act": "cancel", disabled: true, onclick: () => this.cancel() },
      words.count.cancel,
    );
    this.compare = h("button", { "data-act": "compare", onclick: () => this.all() }, words.count.compare);
    this.published = h("tbody");
    const keeping = (name) => (value) => {
      this[name] = name === "engine" ? value : Number(value);
      keep({ [name]: value }, place);
      this.settle();
    };
    const upTo = (most) => Array.from({ length: most }, (_, index) => [index + 1, index + 1]);
    place.append(
      h(
        "div",
        { class: "knobs" },
        field(words.count.n, choice("n", upTo(about.limit), this.n, keeping("n"))),
        field(
          words.count.engine,
          choice(
            "engine",
            about.engines.map(({ name, about: title }) => [name, name, words.count.engines[name] ?? title]),
            this.engine,
            keeping("engine"),
          ),
        ),
        field(alone ? words.count.workers : words.count.threads, choice("threads", upTo(about.threads), this.threads, keeping("threads"))),
        this.start,
        this.stop,
        this.compare,
      ),
      h(
        "section",
        { class: "run card" },
        this.result,
        this.bar,
        (this.tally = h("div", { class: "counters" }, Object.keys(this.facts).map(fact))),
        (this.hint = h("p", { class: "note" })),
        alone ? this.native : null,
      ),
      (this.growth = new Growth(about.published)).element,
      this.compared.element,
      h(
        "details",
        { class: "published card" },
        // The published counts are folded, for readers who want to find out themselves.
        h("summary", {}, words.count.published),
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, words.count.queens),
              h("th", { scope: "col" }, words.count.solutionsOf),
            ),
          ),
          this.published,
        ),
        h("p", { class: "note" }, words.count.from),
      ),
    );
    // Nothing is under way yet.
    this.bar.hidden = this.tally.hidden = true;
    keep({ n: this.n, engine: this.engine, threads: this.threads }, place);
    this.settle();
  }

  /** Another board or engine was chosen. */
  settle() {
    this.describe(this.engine);
    this.published.replaceChildren(
      ...this.about.published.map((count, n) =>
        h(
          "tr",
          { class: n === this.n ? "lit" : "" },
          h("th", { scope: "row" }, n),
          h("td", {}, figure(count)),
        ),
      ),
    );
    if (this.comparedBoard !== this.n) {
      this.times.clear();
      this.comparedBoard = this.n;
    }
    this.compared.show(
      this.n,
      this.about.engines.map(({ name }) => name),
      this.times,
    );
    this.growth.show(this.n);
  }

  /** Measures small boards for the picture of growth; what a reader starts comes first. */
  async measure() {
    this.measuring = new AbortController();
    try {
      await this.growth.measure(this.engine, this.threads, this.measuring, (n, { count, seconds }) => {
        if (n !== Math.min(this.n, LAST_MEASURED)) return;
        this.result.textContent = `${this.engine}: ${words.count.done(n, figure(count), duration(seconds))}`;
      });
    } catch (error) {
      if (error.name !== "AbortError" && !(error instanceof Refusal)) throw error;
    }
  }

  /** Says how an engine works, and whether it will take long. */
  describe(name) {
    const engine = this.about.engines.find((engine) => engine.name === name);
    const about = words.count.engines[name] ?? engine.about;
    this.besideNative(name);
    this.hint.textContent = `${name}: ${about}. ${this.n >= engine.slow_from ? words.count.warn : ""}`;
  }

  /** How fast the program itself is, and how much of that the browser reaches, once that is known. */
  besideNative(name, rate = null) {
    const native = NATIVE[name];
    const share = rate === null ? null : rate / this.threads / native;
    this.native.textContent = native ? words.count.native(figure(native), share && Number((100 * share).toPrecision(2))) : "";
  }

  /** While a count is under way its board stays what it is. */
  busy(busy) {
    const focused = document.activeElement;
    this.place.querySelectorAll(".knobs select").forEach((select) => {
      select.disabled = busy;
    });
    this.start.disabled = this.compare.disabled = busy;
    this.stop.disabled = !busy;
    if (busy && [this.start, this.compare].includes(focused)) this.stop.focus();
    if (!busy && focused === this.stop) this.start.focus();
  }

  cancel() {
    this.control?.abort();
  }

  /** Counts with one engine. */
  async run(engine) {
    const { n, threads } = this;
    this.describe(engine);
    this.counting = engine;
    this.bar.value = 0;
    Object.values(this.facts).forEach((output) => {
      output.textContent = "–";
    });
    const response = await ask("count", { n, engine, threads }, this.control.signal);
    for await (const line of lines(response)) {
      if (line.error) throw new Refusal(line.error, line.reason);
      if (line.progress) this.progress(line.progress);
      if (line.done) {
        this.bar.value = 1;
        this.facts.time.textContent = duration(line.done.seconds);
        this.rate(line.done);
        this.facts.left.textContent = duration(0);
        this.facts.solutions.textContent = figure(line.done.count);
        const published = this.about.published[n];
        const verdict =
          published === line.done.count ? words.count.right : words.count.wrong(figure(published));
        this.result.textContent = `${engine}: ${words.count.done(n, figure(line.done.count), duration(line.done.seconds))} ${verdict}`;
        this.times.set(engine, line.done.seconds);
        this.compared.show(
          n,
          this.about.engines.map(({ name }) => name),
          this.times,
        );
      }
    }
  }

  progress({ seconds, share, nodes, solutions }) {
    this.bar.value = share;
    this.facts.time.textContent = duration(seconds);
    this.facts.left.textContent = share > 0 ? duration((seconds / share) * (1 - share)) : "–";
    this.rate({ nodes, seconds });
    this.facts.solutions.textContent = figure(solutions);
  }

  /** Returns the speed, once there is enough time to measure it. */
  rate({ nodes, seconds }) {
    const rate = Number(nodes) / seconds;
    if (rate > 0 && seconds > 2) this.besideNative(this.counting, rate);
    this.facts.rate.textContent = rate > 0 ? words.count.perSecond(figure(Math.round(rate))) : "–";
  }

  async work(engines) {
    this.measuring?.abort();
    this.control = new AbortController();
    this.busy(true);
    this.bar.hidden = this.tally.hidden = false;
    this.result.textContent = "";
    try {
      for (const engine of engines) await this.run(engine);
    } catch (error) {
      this.bar.value = 0;
      this.facts.left.textContent = "–";
      if (error.name === "AbortError") this.result.textContent = words.count.cancelled;
      else if (error instanceof Refusal) this.result.textContent = why(error);
      else throw error;
    } finally {
      this.busy(false);
      if (this.engine !== this.counting) this.describe(this.engine);
    }
  }

  one() {
    return this.work([this.engine]);
  }

  /** All engines, the fastest first. */
  all() {
    const names = this.about.engines.map(({ name }) => name);
    return this.work(names.reverse());
  }
}

/** Opens the tab. */
export async function openCount(place, about) {
  const count = new Count(place, about.count);
  count.measure();
  return {
    keys: [
      ["c", words.count.start, () => count.start.disabled || count.one()],
      ["Escape", words.count.cancel, () => count.cancel()],
      ["a", words.count.compare, () => count.compare.disabled || count.all()],
    ],
    close: () => {
      count.measuring?.abort();
      count.cancel();
    },
  };
}
