import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { useLab, choose, clickSquare, link, press, ready, shown } from "../lab.js";

const lab = useLab();

const asking = (page, kind) =>
  page.waitForFunction((kind) => document.documentElement.dataset.asking === kind, kind);
const answered = (page) => page.waitForFunction(() => document.documentElement.dataset.asking === undefined);
const verdict = (page) => page.locator(".exercise h3").textContent();

test("the answer is hidden until the question is answered", async () => {
  const page = await lab.open("?n=4&step=1&ask=may&base=1");
  await asking(page, "may");
  const before = await shown(page);
  assert.match(await page.locator(".asks").textContent(), /\(2, 1\)/);
  assert.deepEqual([before.queens.length, before.crosses, before.attack, before.nodes], [1, 0, 0, 2]);
  assert.deepEqual([before.counters.visited, before.counters.rejected], ["2", "0"]);
  // No key leads past it, by queens or by lines.
  await press(page, "l");
  await press(page, "ArrowRight", 3);
  assert.deepEqual(await shown(page), before);
  await press(page, "l");
  await press(page, "ArrowRight");
  await press(page, "End");
  assert.deepEqual(await shown(page), before);
  assert.ok(await page.locator(".exercise").evaluate((one) => one.classList.contains("nudge")));
  // The queen that attacks is the answer, clicked on the board.
  await page.locator(".stage .queen[data-row='0'][data-column='0']").click({ force: true });
  await answered(page);
  assert.equal(await verdict(page), "Right!");
  const after = await shown(page);
  assert.match(after.says, /Step 2 of 78\. \(2, 1\) is rejected/);
  assert.deepEqual([after.crosses, after.attack, after.counters.rejected], [1, 1, "1"]);
  await page.close();
});

test("exactly the attacking queens are accepted", async () => {
  // (4, 1) is attacked only by (1, 1), along the column; (4, 4) by (1, 1) and by (2, 4).
  for (const [step, queen, right] of [
    [12, "0.0", true],
    [12, "1.3", false],
    [15, "0.0", true],
    [15, "1.3", true],
    [15, "2.1", false],
    [12, "yes", false],
    [11, "yes", true],
    [11, "0.0", false],
  ]) {
    const page = await lab.open(`?n=4&step=${step}&ask=may`);
    await asking(page, "may");
    await page.locator(`[data-answer="${queen}"]`).click();
    await answered(page);
    assert.equal(/Right/.test(await verdict(page)), right, `${step} ${queen}`);
    await page.close();
  }
});

test("questions about the next node, the number of children, and the rejected choice", async () => {
  for (const [step, kind, answer, right, then] of [
    [4, "next", "back", true, "9"],
    [4, "next", "2.0", false, "9"],
    [1, "next", "1.2", true, "4"],
    [4, "children", "0", true, "4"],
    [10, "children", "1", true, "10"],
    [10, "children", "2", false, "10"],
    [10, "reject", "2.1", false, "10"],
    [10, "reject", "2.0", true, "10"],
  ]) {
    const page = await lab.open(`?n=4&step=${step}&ask=${kind}`);
    await asking(page, kind);
    await page.locator(`[data-answer="${answer}"]`).click();
    await answered(page);
    assert.equal(/Right/.test(await verdict(page)), right, `${step} ${kind} ${answer}`);
    assert.equal(await page.locator(".says").getAttribute("data-step"), then);
    await page.close();
  }
  // A square of the row is clicked.
  const page = await lab.open("?n=4&step=10&ask=reject");
  await asking(page, "reject");
  await page.locator(".stage .asked[data-row='2'][data-column='3']").click({ force: true });
  await answered(page);
  assert.equal(await verdict(page), "Right!");
  await page.close();
});

test("questions about code: the next line, the open calls, the returned value, the list", async () => {
  for (const [code, step, kind, right, wrong] of [
    ["python", 4, "line", "11", "15"],
    ["python", 12, "calls", "queens(n = 4) → search(row = 0) → search(row = 1) → search(row = 2)", "queens(n = 4) → search(row = 0) → search(row = 1)"],
    ["python", 5, "returns", "False, to line 16", "True, to line 16"],
    ["python", 8, "list", "[0]", "[0, 2]"],
  ]) {
    for (const [answer, isRight] of [
      [right, true],
      [wrong, false],
    ]) {
      const page = await lab.open(`?n=4&step=${step}&code=${code}&ask=${kind}`);
      await asking(page, kind);
      const texts = await page.locator("[data-answer]").evaluateAll((all) => all.map(({ dataset }) => dataset.answer));
      assert.ok(texts.includes(right) && texts.includes(wrong), `${kind}: ${texts}`);
      await page.locator(`[data-answer="${answer}"]`).click();
      await answered(page);
      assert.equal(/Right/.test(await verdict(page)), isRight, `${kind} ${answer}`);
      // A wrong answer is explained by what was chosen.
      assert.equal(await page.locator(".exercise > p:not(.tally)").count(), isRight ? 1 : 2);
      await page.close();
    }
  }
});

test("a quiz asks before every step, and play waits for the answer", async () => {
  const page = await lab.open("?n=5");
  await choose(page, "quiz", true);
  await page.evaluate(() => document.activeElement.blur());
  await press(page, " ");
  for (let time = 0; time < 6; time += 1) {
    await page.waitForFunction(() => document.documentElement.dataset.asking);
    assert.equal(await page.locator(".player").getAttribute("data-playing"), null);
    await page.locator("[data-act=give-up]").click();
    await answered(page);
    await page.locator("[data-act=next-exercise]").click();
  }
  assert.match(await page.locator(".tally").textContent(), /^0 of 6 right/);
  await page.close();
});

test("a series has a score and a summary, and its link repeats it", async () => {
  const page = await lab.open("?n=5&exercises=42");
  const questions = [];
  for (let number = 1; number <= 10; number += 1) {
    await page.waitForFunction(
      (number) => document.querySelector(".exercise h3")?.textContent === `Exercise ${number} of 10`,
      number,
    );
    questions.push(await page.locator(".asks").textContent());
    // There is no way around it.
    if (number === 2) {
      await press(page, "ArrowLeft");
      await press(page, "ArrowRight");
      assert.equal(await page.locator(".asks").textContent(), questions[1]);
    }
    await page.locator("[data-answer]").first().click();
    await answered(page);
    // After a reload, in another language for instance, it is resumed.
    if (number === 3) {
      await page.reload();
      continue;
    }
    await page.locator("[data-act=next-exercise]").click();
  }
  await page.locator(".summary").waitFor();
  assert.equal(await page.locator(".summary tbody tr").count(), 10);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("[data-act=save-json]").click(),
  ]);
  const saved = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.deepEqual([saved.format, saved.seed, saved.answers.length], ["bezzel-exercises", 42, 10]);
  assert.equal(saved.right, saved.answers.filter(({ right }) => right).length);
  assert.deepEqual(saved.answers.map(({ question }) => question), questions);
  const kinds = new Set(saved.answers.map(({ kind }) => kind));
  // About the search and about the code.
  assert.equal(kinds.size, 8);
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".summary").isVisible());
  assert.match(await page.locator(".paper").textContent(), /Name: _+.*exercises=42/s);
  assert.equal(await page.locator(".knobs").isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  const other = await lab.open((await link(page)).slice(lab.address.length));
  await other.waitForFunction(() => document.querySelector(".asks"));
  assert.equal(await other.locator(".asks").textContent(), questions[0]);
  await page.close();
  await other.close();
});

test("other problems: every example runs from start to end, with the same exercises", async () => {
  const page = await lab.open("?lab=problems");
  const table = (await lab.ask("about")).problems;
  assert.ok(table.length >= 4);
  for (const { name, examples } of table) {
    for (const example of examples.slice(0, 2)) {
      await page.goto(`${lab.address}?lab=problems&problem=${name}&pose=${encodeURIComponent(example)}`);
      await ready(page);
      await press(page, "ArrowRight", 3);
      await page.waitForFunction(() => document.querySelector(".says").dataset.step === "3");
      assert.ok((await page.locator(".line.lit").count()) > 0, example);
      await press(page, "End");
      await page.waitForFunction(() => document.querySelector(".says").dataset.step === document.querySelector(".player input").max);
      assert.match(await page.locator(".says").textContent(), /ended|ends with/);
    }
    for (const kind of ["may", "next", "children"]) {
      await page.goto(`${lab.address}?lab=problems&problem=${name}&step=${kind === "may" ? 1 : 2}&ask=${kind}`);
      await ready(page);
      if ((await page.evaluate(() => document.documentElement.dataset.asking)) !== kind) continue;
      await page.locator("[data-act=give-up]").click();
      await answered(page);
    }
  }
  await page.goto(`${lab.address}?lab=problems&problem=sudoku&pose=11..............`);
  await ready(page);
  assert.match(await page.locator(".refusal").textContent(), /twice/);
  await page.close();
});

test("manual play: attacks, forced moves, dead rows, and the search at the same node", async () => {
  const page = await lab.open("?lab=hand&n=4");
  const click = (row, column) => clickSquare(page, row, column);
  const says = (text) => page.waitForFunction((text) => document.querySelector(".says").textContent.includes(text), text);
  await says("2 solutions");
  await click(0, 1);
  await says("1 queen of 4. 1 solution contains this queen");
  assert.equal(await page.locator(".rays line").count(), 8);
  await page.locator("[data-act=forced]").click();
  assert.match(await page.locator(".facts").textContent(), /\(2, 4\): the only square left in its row/);
  await click(1, 1);
  await says("attacks (2, 2) along the column");
  assert.ok((await page.locator(".stage .attack").count()) >= 1);
  await page.locator("[data-act=undo]").click();
  for (const [row, column] of [[1, 3], [2, 0], [3, 2]]) await click(row, column);
  await says("Solved");
  await page.locator("[data-act=compare]").click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "queens");
  assert.match((await shown(page)).says, /^Step 30 of 78\. A queen on \(3, 2\)/);
  const dead = await lab.open("?lab=hand&n=4&queens=0.0,1.2");
  await dead.waitForFunction(() => /No square is left in row 3/.test(document.querySelector(".says").textContent));
  await page.close();
  await dead.close();
});

test("side by side: one clock, 341 nodes against 61, and a table that links to its trees", async () => {
  const page = await lab.open("?lab=compare&n=4&left=unpruned&right=promising");
  const counters = (side) =>
    page.locator(`[data-side=${side}] output`).evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.counter, one.textContent])));
  await press(page, "ArrowRight", 10);
  assert.deepEqual([(await counters("unpruned")).rejected, (await counters("promising")).rejected], ["0", "6"]);
  await press(page, "End");
  const [unpruned, promising] = [await counters("unpruned"), await counters("promising")];
  assert.deepEqual([unpruned.visited, unpruned.solutions], ["341", "2"]);
  assert.deepEqual([promising.visited, promising.rejected, promising.solutions], ["61", "44", "2"]);
  assert.ok(Number(unpruned.tests) > Number(promising.tests));
  const rows = await page.locator(".posttable tbody tr").allTextContents();
  assert.deepEqual(rows.map((row) => /19,173,961|9,726,655,034,461|341/.exec(row)?.[0]), ["341", "19,173,961", "9,726,655,034,461"]);
  await page.locator("[data-open='8']").click();
  await page.waitForFunction(() => document.querySelectorAll(".stage .square").length === 64);
  await page.close();
});
