// The start page: what backtracking is, the lessons, and the free lab.

import { h } from "/dom.js";
import { words, language } from "/words.js";
import { icon } from "/icons.js";
import { LESSONS, ownLesson, progress } from "/lessons/guide.js";
import { smallBoard } from "/queens/board.js";
import { Replay } from "/queens/replay.js";
import { Tree } from "/queens/tree.js";
import { beside, queens } from "/source.js";
import { Marks } from "/queens/marks.js";

/** The step of four queens that the picture shows: its first solution. */
const PICTURED = 31;

/** The tree of four queens, with its first solution. */
async function picture(visit) {
  const page = await queens.page(new Marks(4), "promising", 0);
  const tree = new Tree({
    wide: 4,
    depth: 4,
    whole: Replay.at(page, page.events.length, false).root,
    boards: true,
    go: (step) => visit({ lab: "queens", n: 4, step }),
    label: () => "",
    title: words.nodeTitle,
    rowName: () => "",
  });
  // It is drawn once it has a size.
  new ResizeObserver(() => tree.show(Replay.at(page, PICTURED, false))).observe(tree.box);
  return tree.box;
}

/** Opens the tab. */
export async function openStart(place, about, reopen, visit, guide) {
  const lessons = await Promise.all(LESSONS.map(ownLesson));
  const known = progress();
  const begin = (index) => guide.begin(lessons[index], LESSONS[index]);
  // What was begun last and not finished; otherwise the first lesson that is not done.
  const open = LESSONS.findLastIndex((name) => known[name] && !known[name].done);
  const next = open >= 0 ? open : Math.max(0, LESSONS.findIndex((name) => !known[name]?.done));
  const title = lessons[next].title[language];
  const resume = async () => {
    await begin(next);
    if (open >= 0) await guide.go(known[LESSONS[open]].station - 1);
  };
  const card = (lesson, index) => {
    const state = known[LESSONS[index]];
    const mark = state?.done ? words.lesson.ready : state ? words.lesson.begun(state.station, state.stations) : null;
    return h(
      "li",
      {},
      h(
        "button",
        { class: index === next ? "lesson next" : "lesson", "data-lesson": LESSONS[index], onclick: () => begin(index) },
        h("span", { class: "number" }, String(index), mark ? h("span", { class: state.done ? "mark done" : "mark" }, state.done ? "✓ " : "", mark) : null),
        h("strong", {}, lesson.title[language]),
        h("span", { class: "about" }, lesson.about[language]),
        h("span", { class: "note" }, `${words.lesson.stations(lesson.stations.length)}, ${words.lesson.minutes(lesson.stations.length)}`),
      ),
    );
  };
  const refusal = h("p", { class: "refusal", role: "alert", hidden: true });
  const picker = h("input", {
    type: "file",
    class: "sr",
    name: "lesson",
    tabindex: -1,
    accept: ".json,application/json",
    "aria-label": words.lesson.load,
    onchange: async ({ target }) => {
      const wrong = target.files[0] ? await guide.load(target.files[0]) : null;
      target.value = "";
      refusal.hidden = wrong === null;
      refusal.textContent = wrong ?? "";
    },
  });
  // A server offers the lab as one file, and so does a site.
  const file = beside ?? (about.file ? "/lab.html" : null);
  const toTake =
    file &&
    h(
      "section",
      { class: "take" },
      h("h2", {}, words.start.take),
      h("p", {}, words.start.takeNote),
      h("a", { class: "button", href: file, download: "bezzel-lab.html" }, words.start.takeFile),
      // A site has pages to read, too.
      beside
        ? h(
            "p",
            { class: "pages" },
            `${words.start.readOn}: `,
            Object.entries(words.start.pages).map(([page, name]) => h("a", { href: new URL(page, beside).href }, name)),
          )
        : null,
    );
  const labs = ["queens", "recursion", "hand", "compare", "problems", "maze", "evolution", "count"];
  const lab = (name) =>
    h(
      "li",
      {},
      h("button", { "data-visit": name, onclick: () => visit({ lab: name }) }, h("strong", {}, words.tabs[name]), h("span", {}, words.start.labs[name])),
    );
  place.append(
    h(
      "section",
      { class: "welcome" },
      h(
        "div",
        { class: "hero" },
        h("h2", {}, words.start.title),
        h("p", {}, words.start.lead),
        h(
          "div",
          { class: "tools-row" },
          h("button", { class: "main", "data-act": "begin", onclick: resume }, (open >= 0 ? words.lesson.goOn : words.lesson.beginFirst)(title), icon("next")),
          h("button", { "data-act": "look", onclick: () => visit({ lab: "queens" }) }, words.start.look),
        ),
      ),
      h("div", { class: "emblem" }, (await picture(visit)) ?? smallBoard([1, 3, 0, 2])),
    ),
    h("section", { class: "lessons" }, h("h2", {}, words.start.lessons), h("ol", {}, lessons.map(card)), refusal),
    h("section", { class: "free" }, h("h2", {}, words.start.free), h("ul", {}, labs.map(lab))),
    h(
      "section",
      { class: "own" },
      h("button", { "data-act": "load-lesson", onclick: () => picker.click() }, words.lesson.load),
      picker,
      h("span", { class: "note" }, words.lesson.loadNote),
    ),
    ...(toTake ? [toTake] : []),
  );
  return { keys: [] };
}
