// The tab of runs, over a real ledger.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bezzel, link, useLab } from "../lab.js";

const folder = mkdtempSync(join(tmpdir(), "bezzel-runs-"));
const ledger = join(folder, "runs.db");
const run = (...words) => execFileSync(bezzel, ["run", ...words, "--ledger", ledger], { stdio: "pipe" });
run("start", "12", "--name", "q12", "--tasks", "700");
run("start", "10", "--name", "small");
const lab = useLab(["--ledger", ledger], "server");
after(() => rmSync(folder, { recursive: true }));

const share = "[data-counter=share]";

test("a run is shown from its start to its end", async () => {
  const page = await lab.open("?lab=runs&run=q12");
  assert.equal(await page.textContent(share), "0%");
  assert.match(await page.textContent(".says, .result"), /12 queens: running/);
  assert.equal(await page.locator(".plan rect").count(), 600);
  assert.equal(await page.locator(".plan .whole").count(), 0);
  // A worker counts meanwhile; the page is not touched.
  const worker = spawn(bezzel, ["run", "work", "q12", "--ledger", ledger], { stdio: "ignore" });
  const [code] = await once(worker, "exit");
  assert.equal(code, 0);
  await page.waitForFunction((share) => document.querySelector(share).textContent === "100%", share);
  assert.equal(await page.locator(".plan .whole").count(), 600);
  await page.waitForFunction(() => /complete/.test(document.querySelector(".result").textContent));
  assert.ok((await page.locator(".workers tbody tr").count()) >= 2);
  run("close", "q12");
  await page.waitForFunction(() => /14,200 solutions/.test(document.querySelector(".result").textContent));
  await page.close();
});

test("runs are chosen by address and by the list, in both languages", async () => {
  const page = await lab.open("?lab=runs&run=small&lang=ko");
  assert.match(await page.textContent(".result"), /퀸 10개: 세는 중입니다/);
  assert.equal(await page.textContent("#tab-runs"), "실행");
  await page.selectOption("[name=run]", "q12");
  await page.waitForFunction(() => /퀸 12개/.test(document.querySelector(".result").textContent));
  assert.match(await link(page), /run=q12/);
  await page.keyboard.press("8");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "count");
  await page.keyboard.press("9");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "runs");
  await page.close();
});

test("the page of runs has no accessibility violation, and fits a phone", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const page = await lab.open("?lab=runs", { colorScheme, viewport: { width: 360, height: 740 } });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide}`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    );
    await page.close();
  }
});
