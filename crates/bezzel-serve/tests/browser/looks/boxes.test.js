// Nothing is clipped, and no two texts overlap: computed from boxes, on ten screens, at three sizes, in both languages.

import { test } from "node:test";
import assert from "node:assert/strict";
import { useLab, press, ready } from "../lab.js";

const lab = useLab();

const SCREENS = [
  "",
  "?n=4&step=9",
  "?n=8&step=1401",
  "?n=5&step=140&code=java&unit=line&line=2&pane=code",
  "?lesson=000&station=9",
  "?lesson=recursion&station=11",
  "?lab=maze&maze=9x7.VVUlABRFXRRVVcBVUVVVFQ&order=NSEW&step=12",
  "?lab=compare&n=4&step=60",
  "?lab=evolution&n=8&seed=1848&generation=3",
  "?lab=hand&n=8&queens=2.3,4.5",
];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 360, height: 740 },
];

/** In the page: what is clipped, and which texts overlap. */
function faults() {
  const style = (element) => getComputedStyle(element);
  const isShown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
  const name = (element) => `${element.localName}.${element.getAttribute("class") ?? ""} "${element.textContent.trim().slice(0, 30)}"`;
  // Texts of drawings are placed by the tree and the board, which have tests of their own.
  const texts = [...document.querySelectorAll("body *")].filter(
    (element) => !(element instanceof SVGElement) && hasText(element) && isShown(element) && !element.closest(".sr, option, noscript, script, style"),
  );
  const found = [];
  // Where the lines of a text are: the box of an element may be larger.
  const lines = new Map();
  for (const element of texts) {
    const range = document.createRange();
    const boxes = [];
    for (const node of element.childNodes) {
      if (node.nodeType !== 3) continue;
      range.selectNodeContents(node);
      boxes.push(...[...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1));
    }
    // What a scrolling box or the screen hides can be reached.
    let clip = null;
    for (let box = element.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY } = style(box);
      if (/auto|scroll/.test(overflowX + overflowY)) {
        clip ??= box.getBoundingClientRect();
        break;
      }
      if (/hidden|clip/.test(overflowX + overflowY) && box !== document.body && !box.closest(".skyline")) {
        const outer = box.getBoundingClientRect();
        for (const { left, right, top, bottom } of boxes)
          if (left < outer.left - 2 || right > outer.right + 2 || top < outer.top - 2 || bottom > outer.bottom + 2) found.push(`clipped: ${name(element)} by ${name(box).slice(0, 40)}`);
      }
    }
    const inside = ({ left, right, top, bottom }) => !clip || (bottom <= clip.bottom + 1 && top >= clip.top - 1 && left >= clip.left - 1 && right <= clip.right + 1);
    const seen = boxes.filter((box) => inside(box) && box.bottom <= innerHeight);
    lines.set(element, seen);
    const wide = boxes.find(({ left, right }) => !clip && (left < -1 || right > innerWidth + 1));
    if (wide) found.push(`beyond the screen: ${name(element)}`);
    if (element.localName === "button" && element.scrollWidth > element.clientWidth + 2) found.push(`too narrow: ${name(element)}`);
  }
  // What scrolls passes below the bars.
  const isFixed = (element) => element.closest("#top, .transport, .way, dialog") !== null;
  const all = [...lines];
  all.forEach(([one, mine], index) => {
    for (const [other, others] of all.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || isFixed(one) !== isFixed(other)) continue;
      for (const a of mine)
        for (const b of others)
          if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) {
            found.push(`overlap: ${name(one)} and ${name(other)}`);
          }
    }
  });
  // A stage ends above the player.
  const player = document.querySelector(".panel:is(.queens, .maze, .recursion, .problems) > .transport")?.getBoundingClientRect();
  if (player?.height && innerWidth >= 900) {
    for (const part of document.querySelectorAll(".stage, .forest, .code, .callbox")) {
      const { bottom, height } = part.getBoundingClientRect();
      if (height && bottom > player.top + 1 && !document.documentElement.classList.contains("guided")) found.push(`${part.className} is below the player`);
    }
  }
  return [...new Set(found)];
}

for (const locale of ["en-US", "ko-KR"]) {
  test(`nothing is clipped or overlaps (${locale})`, async () => {
    const wrong = [];
    for (const viewport of SIZES) {
      const page = await lab.open("", { locale, viewport });
      for (const path of SCREENS) {
        await page.goto(lab.address + path);
        await ready(page);
        const found = await page.evaluate(faults);
        wrong.push(...found.map((fault) => `${viewport.width} ${path}: ${fault}`));
        const [width, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        if (width > screen) wrong.push(`${viewport.width} ${path}: scrolls sideways`);
      }
      await page.close();
    }
    assert.deepEqual(wrong, []);
  });
}

test("a lesson is read with the keyboard alone", async () => {
  const page = await lab.open("", { fresh: true });
  await page.locator("[data-act=begin]").focus();
  await press(page, "Enter");
  const station = () => page.locator("#guide").getAttribute("data-station");
  for (let number = 1; number <= 12; number += 1) {
    await page.waitForFunction((number) => document.querySelector("#guide")?.dataset.station === String(number) && document.documentElement.dataset.ready, number);
    for (let digit = 1; digit <= 3 && (await page.locator("#guide [data-act=nextStation]").isDisabled()); digit += 1) await press(page, String(digit));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.act), "nextStation", `station ${await station()}`);
    await press(page, "Enter");
  }
  await page.locator(".summing").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.act), "nextLesson");
  await page.close();
});
