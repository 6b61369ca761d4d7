import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { useLab, engines, ready } from "../lab.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = ["start", "queens", "hand", "compare", "problems", "maze", "evolution", "count"];

const lab = useLab();

test("a phone shows everything without scrolling sideways", async () => {
  for (const tab of TABS) {
    const page = await lab.open(`?lab=${tab}&n=8&step=100`, {
      viewport: { width: 375, height: 760 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    });
    const [width, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= screen, `${tab}: ${width} pixels on a screen of ${screen}`);
    if (tab === "queens") {
      const box = await page.locator("[data-act=forward]").boundingBox();
      assert.ok(box.y + box.height <= 760, "the buttons are within reach");
      await page.locator("[data-act=forward]").tap();
      assert.match(await page.locator(".says").textContent(), /Step 101/);
    }
    await page.close();
  }
});

test("no page has an accessibility violation, light or dark", async () => {
  for (const path of [
    "",
    "?n=4&step=30",
    "?n=6&step=402&method=masks",
    "?lesson=000&station=4",
    "?lesson=recursion&station=9",
    "?n=5&step=100&unit=line&line=3",
    "?lab=hand&n=6&queens=0.1,1.1",
    "?lab=compare&step=50",
    "?lab=problems&problem=sudoku&step=9",
    "?lab=maze&step=200",
    "?lab=evolution&generation=30",
    "?lab=count&n=9",
  ]) {
    const page = await lab.open(path);
    if (path.includes("count")) {
      await page.locator("[data-act=compare]").click();
      const bars = (count) => document.querySelectorAll(".compared .bar").length === count;
      await page.waitForFunction(bars, await engines(page));
    }
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
      // Nothing but the colours differs in the dark.
      const rules =
        colorScheme === "light"
          ? ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"]
          : ["color-contrast"];
      const found = await page.evaluate((runOnly) => globalThis.axe.run({ runOnly, resultTypes: ["violations"] }), rules);
      const violations = found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`,
      );
      assert.deepEqual(violations, [], `${path} ${colorScheme}`);
    }
    await page.close();
  }
});

test("an invalid address opens the lab", async () => {
  const page = await lab.open("");
  for (const path of [
    "?lab=nothing&n=99&step=-4",
    "?n=abc&method=magic&code=cobol&step=1e99",
    "?lab=maze&maze=9.%25%25",
    "?lab=maze&maze=3x3.AAAA",
    "?lab=evolution&n=1&seed=x",
    "?n=4.5&step=10.7",
    "?lab=evolution&n=8.5&generation=2.5",
    "?lab=count&n=14.2",
    "?speed=3",
    "?lab=__proto__",
    "?lab=constructor&embed=constructor",
  ]) {
    await page.goto(lab.address + path);
    await ready(page);
    assert.equal(await page.locator(".refusal:visible").count(), 0, path);
  }
  await page.close();
});
