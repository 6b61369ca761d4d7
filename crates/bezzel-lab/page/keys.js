// Help: what is seen, which keys there are, and what they do.

import { h } from "/dom.js";
import { words } from "/words.js";

let keys = [];
let lead = "";
let more = [];

/** Keys that the help lists in addition: `[name of the key, what it does]`. */
export function setMoreKeys(list) {
  more = list;
}

/** The keys of what is shown: `[name of the key, what it does, action]`, e.g. `["ArrowRight", "a step on", forward]`. */
export function setKeys(list, about) {
  keys = list;
  lead = about;
}

const SHOWN = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": words.spaceKey };

function shown(name) {
  if (/^[A-Z]$/.test(name)) return `Shift + ${name.toLowerCase()}`;
  return name === "+"
    ? name
    : name
        .split("+")
        .map((part) => SHOWN[part] ?? part)
        .join(" + ");
}

/**
 * Returns the meaning of a key. With Korean input, letters are identified by their position on the
 * keyboard.
 */
export function meaning(event) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
  if (!letter || /^[\x20-\x7e]$/.test(event.key)) return event.key;
  return event.shiftKey ? letter : letter.toLowerCase();
}

/** Shows the help: what is on the page, and the keys. */
export function showHelp() {
  const rows = [...keys, ...more].map(([name, what]) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, shown(name))), h("td", {}, what)),
  );
  const dialog = h(
    "dialog",
    {
      "aria-labelledby": "keys-title",
      onclose: (event) => {
        event.target.remove();
        // The element that opened the help may be gone: the next key applies to the page.
        document.getElementById("lab").focus({ preventScroll: true });
      },
    },
    h("h2", { id: "keys-title", tabindex: -1, autofocus: true }, words.help),
    h("p", {}, lead),
    h("h3", {}, words.keys),
    h("table", {}, h("tbody", {}, rows)),
    h("form", { method: "dialog" }, h("button", {}, words.close)),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** What the mouse pressed last: it has the focus, but its reader's hands are elsewhere by the time a key comes. */
let pressed = null;
addEventListener("pointerdown", ({ target }) => {
  pressed = /** @type {any} */ (target).closest?.("button, select, summary, a, label, input") ?? null;
});
addEventListener("keydown", ({ key }) => {
  if (key === "Tab") pressed = null;
});

/** Whether an element needs this key for itself. */
function takes(element, key) {
  if (element.closest("dialog")) return true;
  if (element.matches("textarea, input:not([type=range]):not([type=checkbox])")) return true;
  if (element === pressed || pressed?.contains(element)) return false;
  return element.matches("select") || (key === " " && element.matches("button, a, summary, input, [role=tab]"));
}

// A pressed button would answer to the space bar when it is let go of.
addEventListener("keyup", (event) => {
  if (event.key === " " && pressed && event.target === pressed && pressed.matches("button, summary, input"))
    event.preventDefault();
});

/**
 * Sets a handler that receives keys first, until `null`: `first(event)` returns whether it used the
 * key.
 */
export function setFirst(first) {
  firstOfAll = first;
}
let firstOfAll = null;

/** Sets a handler of the digits 1 to 9 while a question is open, until `null`: `answer(number)`. */
export function setAnswer(answer) {
  answerOf = answer;
}
let answerOf = null;

addEventListener("keydown", (event) => {
  if (firstOfAll?.(event)) {
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.altKey || event.metaKey || takes(event.target, event.key)) return;
  const key = meaning(event);
  if (answerOf && /^[1-9]$/.test(key)) {
    event.preventDefault();
    answerOf(Number(key));
    return;
  }
  const combined = event.shiftKey && key.length > 1 ? `Shift+${key}` : key;
  const found = keys.find(([name]) => name === combined);
  if (found) {
    event.preventDefault();
    found[2]();
  }
});
