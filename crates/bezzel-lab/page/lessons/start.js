// The start page: what backtracking is, five lessons, and the free lab.

import { h } from "/dom.js";
import { words, language } from "/words.js";
import { POSTS, postLesson } from "/lessons/guide.js";
import { smallBoard } from "/queens/board.js";
import { beside } from "/source.js";

/** Opens the tab. */
export async function openStart(place, about, reopen, visit, guide) {
  const lessons = await Promise.all(POSTS.map(postLesson));
  const card = (lesson, index) =>
    h(
      "li",
      {},
      h(
        "button",
        { class: "lesson", "data-lesson": POSTS[index], onclick: () => guide.begin(lesson, POSTS[index]) },
        h("strong", {}, lesson.title[language]),
        h("span", {}, lesson.about[language]),
        h("span", { class: "note" }, words.lesson.stations(lesson.stations.length)),
      ),
    );
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
      { class: "card take" },
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
  const labs = ["queens", "hand", "compare", "problems", "maze", "evolution", "count"];
  const lab = (name) =>
    h(
      "li",
      {},
      h("button", { "data-visit": name, onclick: () => visit({ lab: name }) }, h("strong", {}, words.tabs[name]), h("span", {}, words.start.labs[name])),
    );
  place.append(
    h(
      "section",
      { class: "welcome card" },
      h("div", {}, h("h2", {}, words.start.title), words.start.lead.map((text) => h("p", {}, text))),
      h("div", { class: "emblem" }, smallBoard([1, 3, 0, 2]), smallBoard([2, 0, 3, 1])),
    ),
    h(
      "section",
      { class: "card lessons" },
      h("h2", {}, words.start.lessons),
      h("ol", {}, lessons.map(card)),
      h(
        "div",
        { class: "tools-row" },
        h("button", { "data-act": "load-lesson", onclick: () => picker.click() }, words.lesson.load),
        picker,
        h("span", { class: "note" }, words.lesson.loadNote),
      ),
      refusal,
    ),
    h("section", { class: "card free" }, h("h2", {}, words.start.free), h("ul", {}, labs.map(lab))),
    ...(toTake ? [toTake] : []),
  );
  return { keys: [] };
}
