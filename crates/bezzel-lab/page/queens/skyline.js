// How deep the search is, along the whole way: the slider's landscape.

import { h, s } from "/dom.js";
import { words } from "/words.js";

const WIDTH = 1000;
const HEIGHT = 44;

export class Skyline {
  constructor(n, { steps, skyline }, go) {
    this.steps = Math.max(steps, 1);
    const { width, depths } = skyline;
    const x = (step) => (Math.min(step, this.steps) / this.steps) * WIDTH;
    const y = (depth) => HEIGHT - (depth / n) * (HEIGHT - 4);
    const points = depths.map((depth, index) => `H${x(index * width).toFixed(2)}V${y(depth).toFixed(1)}`);
    // It moves over the landscape, which is drawn once.
    this.now = h("i", { class: "now" });
    this.marks = s("g", { class: "solutions" });
    const drawing = s(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": words.skyline,
      },
      s("path", { class: "land", d: `M0 ${HEIGHT}${points.join("")}H${WIDTH}V${HEIGHT}z` }),
      this.marks,
    );
    this.element = h("div", { class: "skyline" }, drawing, this.now);
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * this.steps));
    });
  }

  /** Marks the solutions; marks that would touch are merged. */
  mark(solutions) {
    const places = new Set(solutions.map(({ step }) => Math.round((step / this.steps) * WIDTH * 2) / 2));
    this.marks.replaceChildren(s("path", { d: [...places].map((x) => `M${x} 0V9`).join("") }));
  }

  show(step) {
    this.now.style.transform = `translateX(${(100 * step) / this.steps}%)`;
  }
}
