// Curves of fitness, and the wheel that parents are drawn with.

import { h, s, drawingWidth, onWidth } from "/dom.js";
import { words, figure } from "/words.js";

const HEIGHT = 320;
const LEFT = 44;
const BOTTOM = 28;
const CURVES = ["best", "mean", "worst"];
const LEGEND = [...CURVES, "goal"];

/** Numbers on an axis: few, and round. */
function ticks(from, to) {
  const rough = (to - from || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((by) => by * power).find((by) => by >= rough);
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(6)),
  );
}

/** The fitness of the best, the mean and the worst, generation by generation. */
export class Curves {
  constructor(go) {
    this.drawing = s("svg", { class: "chart", role: "img" });
    onWidth(this.drawing, () => this.again?.());
    const sample = (name) =>
      s(
        "svg",
        { class: "chart", viewBox: "0 0 32 10", "aria-hidden": "true" },
        s("path", { class: name, d: "M0 5H32" }),
      );
    const entry = (name) => h("span", {}, sample(name), words.evolution[name]);
    this.element = h("div", {}, this.drawing, h("div", { class: "legend" }, LEGEND.map(entry)));
    this.drawing.addEventListener("click", (event) => {
      const box = this.drawing.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * this.width;
      go(Math.max(0, Math.round(((x - LEFT) / (this.width - LEFT - 8)) * this.last)));
    });
  }

  show(generations, goal) {
    this.again = () => this.show(generations, goal);
    const now = generations.length - 1;
    this.last = Math.max(10, now);
    const width = (this.width = drawingWidth(this.drawing));
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    const lowest = Math.min(...generations.map(({ worst }) => worst));
    const x = (generation) => LEFT + (generation / this.last) * (width - LEFT - 8);
    const y = (fitness) => 12 + ((goal - fitness) / (goal - lowest || 1)) * (HEIGHT - BOTTOM - 20);
    // No more points than the picture is wide.
    const every = Math.ceil(generations.length / width);
    const shown = generations.filter((_, index) => index % every === 0 || index === generations.length - 1);
    const curve = (name) =>
      s("polyline", {
        class: name,
        points: shown.map((one) => `${x(one.generation).toFixed(1)},${y(one[name]).toFixed(1)}`).join(" "),
      });
    const across = ticks(lowest, goal).map((fitness) => [
      s("line", { class: "grid", x1: LEFT, x2: width - 8, y1: y(fitness), y2: y(fitness) }),
      s("text", { x: LEFT - 6, y: y(fitness) + 4, "text-anchor": "end" }, figure(fitness)),
    ]);
    const along = ticks(0, this.last)
      .filter(Number.isInteger)
      .map((generation) =>
        s("text", { x: x(generation), y: HEIGHT - 8, "text-anchor": "middle" }, figure(generation)),
      );
    this.drawing.replaceChildren(
      s("g", {}, across.flat(), along),
      s("line", { class: "goal", x1: LEFT, x2: width - 8, y1: y(goal), y2: y(goal) }),
      ...[...CURVES].reverse().map(curve),
      ...CURVES.map((name) =>
        s("circle", { class: name, cx: x(now), cy: y(generations[now][name]), r: 3.5 }),
      ),
      s("line", { class: "now", x1: x(now), x2: x(now), y1: 8, y2: HEIGHT - BOTTOM }),
    );
    const { best, mean, worst } = generations[now];
    const told = CURVES.map((name) => `${words.evolution[name]} ${figure({ best, mean, worst }[name])}`);
    this.drawing.setAttribute("aria-label", `${words.evolution.chart}: ${told.join(", ")}`);
  }
}

const NEEDLE = "M0 0L-4 -84L0 -103L4 -84z";

/** A slice for every board, as large as its share; the fitter the darker. */
export class Wheel {
  constructor() {
    this.drawing = s("svg", { class: "wheel", viewBox: "-105 -105 210 210", role: "img" });
    this.note = h("p", { class: "note" });
    this.element = h("div", {}, this.drawing, this.note);
  }

  show({ shares, fitness, scaling }) {
    this.drawing.toggleAttribute("hidden", !shares);
    this.note.textContent = shares
      ? words.evolution.wheelNote(words.evolution.names[scaling] ?? scaling)
      : words.evolution.noWheel;
    if (!shares) return;
    const order = shares.map((_, index) => index).sort((a, b) => fitness[b] - fitness[a]);
    const [most, least] = [Math.max(...fitness), Math.min(...fitness)];
    let turned = 0;
    const slices = order.map((index) => {
      const from = turned;
      turned += shares[index];
      const point = (turn) =>
        `${(100 * Math.sin(2 * Math.PI * turn)).toFixed(2)} ${(-100 * Math.cos(2 * Math.PI * turn)).toFixed(2)}`;
      const large = shares[index] > 0.5 ? 1 : 0;
      // An arc of the full circle would end where it starts.
      const end = Math.min(turned, from + 0.9999);
      const shade = most === least ? 1 : 0.18 + (0.82 * (fitness[index] - least)) / (most - least);
      const title = `${figure(fitness[index])}: ${(100 * shares[index]).toFixed(1)} %`;
      return s(
        "path",
        { d: `M0 0L${point(from)}A100 100 0 ${large} 1 ${point(end)}z`, "fill-opacity": shade.toFixed(2) },
        s("title", {}, title),
      );
    });
    let sum = 0;
    this.middles = [];
    for (const index of order) {
      this.middles[index] = sum + shares[index] / 2;
      sum += shares[index];
    }
    this.drawing.replaceChildren(...slices);
    this.drawing.setAttribute("aria-label", `${words.evolution.wheel}: ${figure(most)} – ${figure(least)}`);
  }

  /** Where the wheel stopped: a needle for each parent. */
  pick(parents) {
    for (const old of this.drawing.querySelectorAll(".needle")) old.remove();
    if (!this.middles) return;
    const needles = parents.map((index, which) => {
      if (index === null) return null;
      const needle = s("path", { class: `needle ${which ? "father" : "mother"}`, d: NEEDLE });
      // From the top it turns a few times before it stops.
      requestAnimationFrame(() => {
        needle.style.transform = `rotate(${2 + this.middles[index]}turn)`;
      });
      return needle;
    });
    this.drawing.append(...needles.filter(Boolean));
  }
}
