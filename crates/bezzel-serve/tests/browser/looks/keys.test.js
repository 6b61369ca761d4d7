import { test } from "node:test";
import assert from "node:assert/strict";
import { useLab, press, ready } from "../lab.js";

const lab = useLab();
const step = (page) => page.locator(".player input[type=range]").inputValue();

test("arrows step after a select or a button was used by the mouse, and the space bar plays", async () => {
  const page = await lab.open("?n=4");
  await page.locator("select[name=code]").click();
  await press(page, "Escape");
  await press(page, "ArrowRight", 2);
  assert.equal(await step(page), "2");
  assert.equal(await page.locator("select[name=code]").inputValue(), "python");
  await page.locator("[data-act=forward]").click();
  assert.equal(await step(page), "3");
  await press(page, "ArrowRight");
  assert.equal(await step(page), "4");
  await press(page, " ");
  await page.waitForFunction(() => document.querySelector(".player").dataset.playing !== undefined);
  await press(page, " ");
  await page.waitForFunction(() => document.querySelector(".player").dataset.playing === undefined);
  // By the keyboard a select keeps its arrows.
  await press(page, "Home");
  await page.locator("[data-act=byHand]").focus();
  await press(page, "Shift+Tab", 2);
  assert.equal(await page.evaluate(() => document.activeElement.name), "n");
  await press(page, "Tab", 2);
  // A menu opens by the keyboard, and Escape closes it.
  await press(page, "Tab");
  await press(page, "Enter");
  assert.ok(await page.locator("select[name=numbers]").isVisible());
  await page.locator("select[name=numbers]").focus();
  await press(page, "ArrowDown");
  assert.equal(await step(page), "0");
  assert.equal(await page.locator("select[name=numbers]").inputValue(), "sum");
  await press(page, "Escape");
  assert.equal(await page.locator("select[name=numbers]").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.localName), "summary");
  await page.close();
});

test("closing help does not reopen a menu", async () => {
  const page = await lab.open("?n=4");
  for (const open of [() => page.locator(".tools > button").click(), () => press(page, "?")]) {
    await open();
    await page.locator("dialog[open]").waitFor();
    await press(page, "Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    await press(page, " ");
    await page.waitForFunction(() => document.querySelector(".player").dataset.playing !== undefined);
    await press(page, " ");
    await press(page, "Enter");
    assert.equal(await page.locator("dialog").count(), 0);
  }
  await page.close();
});

test("the player's buttons are drawn, and have names", async () => {
  const page = await lab.open("?n=4", { viewport: { width: 1600, height: 900 } });
  const buttons = page.locator(".player button");
  const count = await buttons.count();
  assert.ok(count >= 8);
  for (let index = 0; index < count; index += 1) {
    const button = buttons.nth(index);
    if ((await button.getAttribute("data-unit")) !== null) continue;
    assert.equal(await button.locator("svg path").count(), 1);
    assert.ok(await button.getAttribute("aria-label"));
    assert.ok(await button.getAttribute("title"));
  }
  await page.close();
});

test("in a frame one panel alone is shown, and it plays", async () => {
  for (const [embed, seen, hidden] of [
    ["board", ".stage .board", ".forest"],
    ["tree", ".treebox", ".stage .board"],
    ["1", ".treebox", "#top"],
  ]) {
    const page = await lab.open(`?n=4&step=3&embed=${embed}`, { viewport: { width: 600, height: 420 } });
    assert.ok(await page.locator(seen).isVisible(), embed);
    assert.equal(await page.locator(hidden).isVisible(), false, embed);
    for (const chrome of ["#top", ".knobs", ".code", ".numbers"]) assert.equal(await page.locator(chrome).isVisible(), false);
    await press(page, "ArrowRight");
    assert.match(await page.locator(".says").textContent(), /Step 4/);
    await ready(page);
    await page.close();
  }
});
