// Below the board: the number of queens, and what is rarely used behind a menu.

import { h, choice, field, menu } from "/dom.js";
import { words, language } from "/words.js";
import { read, keep } from "/address.js";
import { recording, ask } from "/source.js";
import { keepMenu, pictureItems } from "/export.js";

/** What may be written into the squares. */
export const NUMBERS = ["none", "sum", "difference"];

/** Exports of the run by the server; the animation starts at the current step. */
function runItems(search) {
  const { n, marks, method, steps, player } = search;
  const file = async (name, parameters) => {
    const response = await ask(`queens/${n}/${name}`, { ...marks.question, method, ...parameters });
    return [`queens-${n}-${method}.${name}`, await response.blob()];
  };
  return [
    ["gif", () => file("gif", { from: player.step < steps ? player.step : 0 })],
    ["html", () => file("html", { lang: language })],
  ];
}

/** Below the board: the number of queens, and what is rarely used behind a menu. */
export function under(search, about, reopen, visit) {
  const { n, method } = search;
  const items = pictureItems(() => search.picture());
  const numbered = NUMBERS.map((name) => [name, words.numbers[name]]);
  const bases = ["code", "0", "1"].map((name) => [name, words.bases[name]]);
  const changeBase = (value) => {
    keep({ base: value === "code" ? null : value }, search.place);
    search.countFrom();
    search.tree.rows.show([]);
    search.draw();
  };
  const common = [
    field(words.base, choice("base", bases, read("base", "code"), changeBase)),
    field(words.numbersOn, choice("numbers", numbered, search.numbers, (name) => search.setNumbers(name))),
    search.tree.views.hidden ? null : field(words.treeView, search.tree.views),
    search.exercises.knobs(),
  ];
  if (recording) return [h("strong", {}, words.queensCount(n)), menu(words.menu, common, keepMenu(items))];
  const sizes = Array.from({ length: about.limit }, (_, at) => [at + 1, words.queensCount(at + 1)]);
  const methods = about.methods.map(({ name }) => [name, words.methods[name] ?? name]);
  const resize = (n) => reopen({ n, board: null, step: null, line: null });
  const step = (by, label, text) =>
    h("button", { class: "icon", "aria-label": label, title: label, disabled: n + by < 1 || n + by > about.limit, onclick: () => resize(n + by) }, text);
  const first = h("input", {
    type: "checkbox",
    name: "first",
    checked: read("first") === "1",
    onchange: ({ target }) => reopen({ first: target.checked ? 1 : null }),
  });
  const size = choice("n", sizes, n, resize);
  size.setAttribute("aria-label", words.queensTitle);
  return [
    h("div", { class: "stepper" }, step(-1, words.fewerQueens, "−"), size, step(1, words.moreQueens, "+")),
    h("button", { "data-act": "byHand", onclick: () => visit({ lab: "hand", n }) }, words.byHand),
    menu(
      words.menu,
      field(words.method, choice("method", methods, method, (method) => reopen({ method, code: null, line: null }))),
      h("label", { class: "check" }, first, words.stopAtFirst),
      common,
      search.setup.inUse ? null : search.setup.element,
      keepMenu([...items, ...runItems(search)]),
    ),
  ];
}
