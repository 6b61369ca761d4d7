// The keyboard: which keys there are now, and the list of them.

import { h } from "/dom.js";
import { words } from "/words.js";

let keys = [];

/** The keys of what is shown: `[name of the key, what it does, action]`, e.g. `["ArrowRight", "a step on", forward]`. */
export function setKeys(list) {
  keys = list;
}

const SHOWN = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": words.spaceKey };

function shown(name) {
  return name.split("+").map((part) => SHOWN[part] ?? part).join(" + ");
}

/** Opens the list of keys. */
export function showKeys() {
  const rows = keys.map(([name, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, shown(name))), h("td", {}, what)));
  const dialog = h(
    "dialog",
    { "aria-labelledby": "keys-title", onclose: (event) => event.target.remove() },
    h("h2", { id: "keys-title" }, words.keys),
    h("table", {}, h("tbody", {}, rows)),
    h("form", { method: "dialog" }, h("button", {}, words.close)),
  );
  document.body.append(dialog);
  dialog.showModal();
}

/** Whether an element needs this key for itself. */
function takes(element, key) {
  if (element.closest("dialog")) return true;
  if (element.matches("textarea, select, input:not([type=range]):not([type=checkbox]), [data-keys]")) return true;
  return key === " " && element.matches("button, a, summary, input, [role=tab]");
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || takes(event.target, event.key)) return;
  const pressed = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
  const found = keys.find(([name]) => name === pressed);
  if (found) {
    event.preventDefault();
    found[2]();
  }
});
