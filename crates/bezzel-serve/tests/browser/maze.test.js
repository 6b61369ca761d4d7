import { test } from "node:test";
import assert from "node:assert/strict";
import { useLab, choose, press } from "./lab.js";

const lab = useLab();

// Way 1 (south) is a dead end; way 2 leads to 3, where 4 is a dead end and 5 leads out.
const MAZE = "9x7.VVUlABRFURRVVcBVUVVVFQ";
const at = (page, step) =>
  page.waitForFunction((step) => document.querySelector(".says").dataset.step === String(step), step);
const labels = async (page) => (await page.locator(".choices .node title").allTextContents()).sort();

test("a maze search has its sentence, its line, its state-space tree and its legend", async () => {
  const page = await lab.open(`?lab=maze&maze=${MAZE}&order=NSEW`);
  const says = () => page.locator(".says").textContent();
  const lit = () => page.locator(".maze .line.lit").allTextContents();
  assert.match(await says(), /The search starts at S, \(2, 2\)/);
  await press(page, "ArrowRight");
  assert.match(await says(), /One step south to \(3, 2\), choosing branch 1/);
  assert.ok((await lit()).some((line) => line.includes("'+'")));
  await press(page, "ArrowRight", 3);
  assert.match(await says(), /Branch 1 is a dead end\. There is no way on from \(3, 2\).*back to \(2, 2\)/);
  assert.ok((await lit()).some((line) => line.includes("return 0")));
  assert.deepEqual(await labels(page), ["1: a dead end, the search went back", "S"]);
  await press(page, "End");
  assert.match(await says(), /Exit: \(5, 8\)/);
  assert.ok((await lit()).some((line) => line.includes("return 1")));
  assert.deepEqual(
    (await labels(page)).map((text) => text.replace(/, the search went back/, "")),
    ["1: a dead end", "2", "3", "4: a dead end", "5: leads to an exit", "S"],
  );
  assert.equal(await page.locator(".stage .legend .swatch").count(), 4);
  // A call for each cell of the path; the program itself waits for the first.
  await press(page, "ArrowLeft", 4);
  await page.locator(".older").click();
  const calls = await page.locator(".calls .called").allTextContents();
  assert.deepEqual([calls[0], calls.at(-1)], ["walk", "search"]);
  // A node leads to its step.
  await page.locator(".choices .node[data-step='5']").click({ force: true });
  await at(page, 5);
  await page.close();
});

test("the order of directions can be set", async () => {
  const page = await lab.open(`?lab=maze&maze=${MAZE}`);
  assert.equal(await page.locator("select[name=order] option").count(), 25);
  const first = async (order) => {
    await choose(page, "order", order);
    await page.waitForFunction((order) => new URLSearchParams(location.search).get("order") === order, order);
    await at(page, 0);
    await page.waitForFunction(() => document.querySelector("[data-routes]").dataset.routes === "1");
    await page.evaluate(() => document.activeElement.blur());
    await press(page, "ArrowRight");
    return page.locator(".says").textContent();
  };
  assert.match(await first("NSEW"), /south/);
  assert.match(await first("left"), /east/);
  assert.match(await first("ESWN"), /east/);
  // At the junction, heading east: the way straight on is a dead end, right leads on, then left and out.
  await first("left");
  await press(page, "End");
  assert.deepEqual(
    (await labels(page)).map((text) => text.split(":")[0]),
    ["1", "2", "3", "4", "S"],
  );
  await page.close();
});

test("an open room may be large, and of many requested routes the last is shown", async () => {
  const page = await lab.open("?lab=maze&width=40&height=40");
  await page.locator(".under .menu > summary").click();
  await page.locator("[data-act=clear]").click();
  await page.waitForFunction(() => /of 6,240/.test(document.querySelector(".says").textContent));
  await page.goto(`${lab.address}?lab=maze&width=3&height=3`);
  await page.locator(".under .menu > summary").click();
  await page.locator("[data-act=clear]").click();
  await page.waitForFunction(() => Number(document.querySelector("[data-routes]").dataset.routes) > 100);
  await press(page, "n", 30);
  await page.waitForFunction(() => new URLSearchParams(location.search).get("route") === "30");
  await page.close();
});

test("the maze shows another search, and all are compared in numbers", async () => {
  const page = await lab.open(`?lab=maze&maze=${MAZE}&step=3`);
  await page.locator("[data-lead=shortest]").click();
  assert.equal(await page.locator(".runner.lit").getAttribute("data-runner"), "shortest");
  assert.equal(await page.locator(".runner").count(), 3);
  assert.match(await page.locator(".choices").textContent(), /many paths at once/);
  await page.locator("[data-lead=marking]").click();
  await press(page, "End");
  assert.match(await page.locator(".says").textContent(), /Marking: exit found after/);
  await page.close();
});

test("edits and new mazes are undone and redone", async () => {
  const page = await lab.open(`?lab=maze&maze=${MAZE}`);
  const maze = () => page.waitForFunction(() => document.documentElement.dataset.writing === undefined).then(() => new URL(page.url()).searchParams.get("maze"));
  const start = await maze();
  await page.locator("[data-act=draw]").click();
  const box = await page.locator(".editor canvas").boundingBox();
  const side = Math.min(box.width / 9, box.height / 7);
  await page.mouse.click(box.x + 2.5 * side, box.y + 1.5 * side);
  await page.waitForFunction(() => document.querySelector("[data-routes]").dataset.routes === "0");
  const drawn = await maze();
  assert.notEqual(drawn, start);
  await page.locator("[data-act=generate]").click();
  await page.waitForFunction((drawn) => new URLSearchParams(location.search).get("maze") !== drawn, drawn);
  const generated = await maze();
  const becomes = (wanted) => page.waitForFunction((wanted) => new URLSearchParams(location.search).get("maze") === wanted, wanted);
  await press(page, "Control+z");
  await becomes(drawn);
  await press(page, "Control+z");
  await becomes(start);
  assert.ok(await page.locator("[data-act=undo]").isDisabled());
  await press(page, "Control+y");
  await becomes(drawn);
  await page.locator("[data-act=redo]").click();
  await becomes(generated);
  await page.close();
});

test("evolution: the array, the parents, the child and its changed gene, phase by phase", async () => {
  const page = await lab.open("?lab=evolution&n=8&seed=1848&phases=1");
  const phase = () => page.locator(".evolution").getAttribute("data-phase");
  assert.equal(await page.locator(".array .gene").count(), 8);
  for (const wanted of ["0", "1", "2", "3"]) {
    assert.equal(await phase(), wanted);
    assert.equal(await page.locator(".phase.lit").getAttribute("data-phase"), wanted);
    await press(page, "ArrowRight");
  }
  await page.waitForFunction(() => document.querySelector(".says").dataset.generation === "1");
  assert.equal(await phase(), "0");
  await page.goto(`${lab.address}?lab=evolution&n=8&seed=1848&generation=3&phases=0`);
  await page.waitForFunction(() => document.querySelector(".mutation .gene"));
  const answer = await lab.ask("evolution/births?n=8&seed=1848&from=3");
  const genes = (place) => page.locator(`${place} .gene b`).allTextContents().then((all) => all.map((one) => Number(one) - 1));
  // The first child shown has parts of both parents.
  const first = Number(/Child (\d+)/.exec(await page.locator(".phase output").textContent())[1]) - 1;
  assert.ok(answer.births[first].father !== null);
  for (const birth of [...answer.births, ...answer.births].slice(first, first + 4)) {
    assert.deepEqual(await genes(".crossing"), birth.crossed);
    assert.deepEqual(await genes(".mutation"), birth.columns);
    const changed = birth.columns.flatMap((column, row) => (column === birth.crossed[row] ? [] : [row]));
    const marked = await page.locator(".mutation .gene.changed").evaluateAll((all) => all.map(({ dataset }) => Number(dataset.row)));
    assert.deepEqual(marked, changed);
    assert.equal(await page.locator(".parents .parent").count(), birth.father === null ? 1 : 2);
    assert.equal(await page.locator(".needle").count(), birth.father === null ? 1 : 2);
    await page.locator("[data-act=nextChild]").click();
  }
  assert.ok((await page.locator(".population li").count()) >= 20);
  await page.close();
});
