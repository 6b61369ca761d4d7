// The picture of a problem: places in a grid or joined by lines, and what the choices so far put into them.

import { s, Layer } from "/dom.js";
import { words } from "/words.js";

const SIDE = 44;
const FIELD = 320;

export class Picture {
  wide; high; marks; rings;

  constructor(scene) {
    this.scene = scene;
    const { places, columns, lines } = scene;
    const rows = columns ? Math.ceil(places.length / columns) : 0;
    [this.wide, this.high] = columns ? [columns * SIDE, rows * SIDE] : [FIELD, FIELD];
    [this.marks, this.rings] = [new Layer(), new Layer()];
    const joined = lines.map(([one, other]) => {
      const [from, to] = [this.middle(one), this.middle(other)];
      return s("line", { class: "joint", x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    });
    this.element = s(
      "svg",
      { class: "scene board", viewBox: `-3 -3 ${this.wide + 6} ${this.high + 6}`, role: "img" },
      joined,
      places.map((place, index) => this.ground(place, index)),
      this.marks.element,
      this.boxes(rows),
      this.rings.element,
    );
  }

  middle(place) {
    const { places, columns } = this.scene;
    if (!columns) return { x: places[place].at[0] * FIELD, y: places[place].at[1] * FIELD };
    return { x: ((place % columns) + 0.5) * SIDE, y: (Math.floor(place / columns) + 0.5) * SIDE };
  }

  shape(place, attributes) {
    const { x, y } = this.middle(place);
    return this.scene.columns
      ? s("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, ...attributes })
      : s("circle", { cx: x, cy: y, r: 24, ...attributes });
  }

  text(place, text, look) {
    const { x, y } = this.middle(place);
    return s("text", { x, y: y + 7, class: look }, text);
  }

  ground({ text, given }, index) {
    const { columns, chess } = this.scene;
    const dark = chess && (Math.floor(index / columns) + (index % columns)) % 2;
    const look = chess ? (dark ? "dark" : "bright") : given ? "place given" : "place";
    return s("g", {}, this.shape(index, { class: look }), this.text(index, text, given ? "given" : "open"));
  }

  /** The thick lines of a sudoku. */
  boxes(rows) {
    const { boxes, columns } = this.scene;
    if (!boxes) return null;
    const lines = [];
    for (let at = 0; at <= columns; at += boxes)
      lines.push(`M${at * SIDE} 0V${rows * SIDE}M0 ${at * SIDE}H${columns * SIDE}`);
    return s("path", { class: "boxes", d: lines.join("") });
  }

  /** Shows the choices of a path; `fresh` is the one just made or rejected, `places` say why. */
  show(path, { fresh = null, rejected = false, places = [], solved = false } = {}) {
    const chosen = path.flatMap(({ marks }) => marks);
    const shown = [...chosen.map((mark) => [mark, solved ? "solved" : ""])];
    if (fresh && rejected) fresh.marks.forEach((mark) => shown.push([mark, "rejected"]));
    // Of several marks in one place the last counts.
    const last = new Map(shown.map((one) => [one[0].place, one]));
    this.marks.show(
      [...last.values()].map(([{ place, text, look }, state]) => [
        `${place} ${text} ${look} ${state}`,
        () => s("g", { class: `mark ${look} ${state}`, "data-place": place }, this.shape(place, {}), this.text(place, text, "")),
      ]),
    );
    const rings = places.map((place) => [`${place} bad`, () => this.shape(place, { class: "ring bad" })]);
    if (fresh && !rejected)
      fresh.marks.forEach(({ place }) => rings.push([`${place} fresh`, () => this.shape(place, { class: "ring fresh" })]));
    this.rings.show(rings);
    this.element.setAttribute("aria-label", words.problems.picture(path.length));
  }

  /** Marks the places a question is about. */
  ask(choices) {
    const places = choices.flatMap(({ marks }) => marks.map(({ place }) => place));
    const rings = [...new Set(places)].map((place) => [`${place} asked`, () => this.shape(place, { class: "ring asked" })]);
    if (rings.length) this.rings.show(rings);
  }
}
