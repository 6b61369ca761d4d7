// The lab: which tab is open, in which language.

import { h, s, choice, field, menu } from "/dom.js";
import { words, why, language, languages } from "/words.js";
import { read, keep, everything, sayOnly, turn, onReturn, link } from "/address.js";
import { recording, get, keepOffline, Refusal } from "/source.js";
import { setKeys, showHelp } from "/keys.js";
import { Guide } from "/lessons/guide.js";
import { openStart } from "/lessons/start.js";
import { reportToSystem } from "/scorm.js";
import { openQueens } from "/queens/queens.js";
import { CROWN } from "/queens/board.js";
import { base } from "/words/base.js";

/** A tab whose modules are loaded when it is opened. */
const later =
  (load, open) =>
  async (...all) => {
    const tab = await load().catch(() => {
      throw new Refusal("");
    });
    return tab[open](...all);
  };

const TABS = recording
  ? { queens: openQueens }
  : {
      start: openStart,
      recursion: later(() => import("/recursion/recursion.js"), "openRecursion"),
      queens: openQueens,
      hand: later(() => import("/hand/hand.js"), "openHand"),
      compare: later(() => import("/compare/compare.js"), "openCompare"),
      problems: later(() => import("/problems/problems.js"), "openProblems"),
      maze: later(() => import("/maze/maze.js"), "openMaze"),
      evolution: later(() => import("/evolution/evolution.js"), "openEvolution"),
      count: later(() => import("/count/count.js"), "openCount"),
      runs: later(() => import("/runs/runs.js"), "openRuns"),
    };

/** Values that every tab shares. */
const SHARED = ["lang", "speed", "embed", "theme"];
/** Links of the queens' tab need not name it. */
const OF_QUEENS = ["n", "step", "method", "board", "torus", "code", "quiz", "exercises", "ask", "unit", "line"];

const panel = document.getElementById("lab");
const top = document.getElementById("top");
let about = null;
let close = () => {};

const tabs = Object.keys(TABS).map((name) =>
  h(
    "button",
    {
      role: "tab",
      // Shown where there is a ledger, and while a lesson speaks about it.
      hidden: name === "runs" || name === "recursion",
      id: `tab-${name}`,
      "aria-controls": "lab",
      onclick: (event) => pick(name, event),
      onkeydown: moveAlong,
    },
    words.tabs[name],
  ),
);

/** A tab chosen with the mouse leaves the arrows to what it shows. */
function pick(name, event) {
  choose(name);
  if (event.detail > 0) panel.focus();
}

function moveAlong(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  const shown = tabs.filter((tab) => !tab.hidden);
  const next = shown[(shown.indexOf(event.target) + by + shown.length) % shown.length];
  next.focus();
  event.stopPropagation();
  event.preventDefault();
}

/** What the other tabs' addresses said when they were left. */
const left = {};

function choose(name) {
  const now = shownTab();
  if (name === now) return;
  left[now] = everything();
  turn({});
  // A lesson stays at its station, wherever its reader looks around.
  const lesson = guide.lesson ? read("lesson") : null;
  const station = guide.lesson ? read("station") : null;
  sayOnly(left[name] ?? shared());
  keep({ lab: name, lesson, station, ask: null });
  open();
}

const shared = () => Object.fromEntries(SHARED.map((key) => [key, read(key)]).filter(([, value]) => value !== null));

/** Opens the lab at an address; `null` means the default. */
function visit(values) {
  left[shownTab()] = everything();
  turn({});
  sayOnly(shared());
  keep(values);
  return open();
}

function shownTab() {
  const asked = read("lab");
  if (Object.hasOwn(TABS, asked ?? "")) return asked;
  return recording || OF_QUEENS.some((name) => read(name) !== null) ? "queens" : "start";
}

function switchLanguage(code) {
  keep({ lang: code });
  link();
  location.reload();
}

/** Opens the same tab with other values. */
function reopen(values) {
  turn(values);
  open();
}

async function open() {
  const opening = (lastOpened = {});
  await guide.open();
  // What a tab draws depends on it.
  document.documentElement.classList.toggle("guided", guide.lesson !== null);
  if (lastOpened !== opening) return;
  // A link may name a station and nothing else.
  if (guide.lesson && read("lab") === null && !OF_QUEENS.some((name) => read(name) !== null)) {
    if (guide.name || recording) keep(guide.address(guide.index));
  }
  const name = shownTab();
  const focused = panel.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).name : null;
  delete document.documentElement.dataset.ready;
  // A question that was open is left with its tab.
  delete document.documentElement.dataset.asking;
  close();
  close = () => {};
  base.first = 1;
  document.title = `Bezzel: ${words.tabs[name]}`;
  for (const tab of tabs) {
    // A lesson is a part of learning, whatever it shows.
    const chosen = tab.id === `tab-${guide.lesson && TABS.start ? "start" : name}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    // A small screen shows some of the tabs; this one is among them.
    if (chosen) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 40;
  }
  panel.setAttribute("aria-labelledby", `tab-${name}`);
  const place = h("div", { class: `panel ${name}` });
  panel.replaceChildren(place);
  const general = [["?", words.help, showHelp]];
  const shown = () => Object.keys(TABS).filter((name, index) => !tabs[index].hidden && name !== "recursion");
  const byNumber = () =>
    shown().length > 1
      ? shown().map((tab, index) => [String(index + 1), words.tabs[tab], () => choose(tab)])
      : [];
  setKeys([...byNumber(), ...general], words.leads[name]);
  try {
    about ??= recording ? null : await get("about");
    const ledger = tabs.find((tab) => tab.id === "tab-runs");
    if (ledger) ledger.hidden = !about.runs && name !== "runs";
    const recursion = tabs.find((tab) => tab.id === "tab-recursion");
    if (recursion) recursion.hidden = name !== "recursion" || guide.lesson !== null;
    const opened = await TABS[name](place, about, reopen, visit, guide);
    if (place.isConnected) {
      close = opened.close ?? close;
      setKeys([...opened.keys, ...byNumber(), ...general], words.leads[name]);
      guide.show();
      if (focused) place.querySelector(`[name="${focused}"]`)?.focus();
      document.documentElement.dataset.ready = name;
    } else {
      opened.close?.();
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    place.replaceChildren(h("p", { class: "refusal", role: "alert" }, why(error)));
  }
}

/** The scheme of colours: the system's, unless the reader chose one. */
const system = matchMedia("(prefers-color-scheme: dark)");
function dress() {
  const asked = read("theme");
  document.documentElement.dataset.theme = ["light", "dark"].includes(asked) ? asked : system.matches ? "dark" : "light";
}
system.addEventListener("change", dress);
dress();
const themes = ["system", "light", "dark"].map((name) => [name, words.themes[name]]);
const settings = menu(
  words.menu,
  h("button", { "data-act": "help", onclick: showHelp }, words.help),
  field(
    words.theme,
    choice("theme", themes, read("theme", "system"), (name) => {
      keep({ theme: name === "system" ? null : name });
      dress();
    }),
  ),
);
settings.classList.add("below");

const guide = new Guide(visit);
let lastOpened = null;
document.documentElement.lang = language;
const embedded = new Map([["1", "both"], ["board", "board"], ["tree", "tree"], ["both", "both"]]).get(read("embed"));
if (embedded) document.documentElement.dataset.embed = embedded;
panel.setAttribute("role", "tabpanel");
panel.tabIndex = -1;
top.firstElementChild.prepend(s("svg", { viewBox: "4 6 37 33", "aria-hidden": "true" }, s("path", { d: CROWN })));
top.append(
  h("nav", { role: "tablist", "aria-label": words.labs }, tabs),
  h(
    "div",
    { class: "tools" },
    choice("lang", languages, language, switchLanguage),
    h("button", { class: "icon", title: words.help, "aria-label": words.help, onclick: showHelp }, "?"),
    settings,
  ),
);
top.after(guide.element);
top.querySelector("select").setAttribute("aria-label", words.language);
const asked = read("lang");
onReturn(() => {
  // The language was chosen for the page, not for one step of the way.
  keep({ lang: asked });
  open();
});
reportToSystem();
open().then(keepOffline);
