import { test } from "node:test";
import assert from "node:assert/strict";
import { useLab, choose, clickSquare, link, press, ready, shown, visit, walk } from "../lab.js";

const lab = useLab();

const STEPS = 78; // Of four queens: 60 nodes looked at, 2 solutions, 16 retreats.

test("four queens, step by step to the first solution", async () => {
  const page = await lab.open("?n=4&code=python&base=1");
  let now = await shown(page);
  assert.deepEqual(now.queens, []);
  assert.match(now.says, /^Step 0 of 78\. An empty board/);

  await press(page, "ArrowRight", 2);
  now = await shown(page);
  assert.match(now.says, /\(2, 1\) is rejected: the queen on \(1, 1\) attacks \(2, 1\) along the column\./);
  assert.deepEqual([now.crosses, now.attack, now.rejected], [1, 1, 1]);
  assert.ok(
    now.lit.some((line) => line === "return False"),
    now.lit.join(),
  );

  while (!/Solution 1/.test(now.says)) {
    assert.doesNotMatch(now.says, /^Step 78/, "no solution");
    [now] = await walk(page, "ArrowRight", 1);
  }
  assert.deepEqual(now.queens, [
    [0, 1],
    [1, 3],
    [2, 0],
    [3, 2],
  ]);
  assert.deepEqual(now.lit, ["found.append(placed[:])"]);
  assert.equal(now.here, "(4, 3): a solution");
  assert.equal(now.solutions, 1);
  assert.equal(now.gallery, 1);
  // What is seen is what is counted.
  const { visited, promising, rejected, solutions, depth } = now.counters;
  assert.equal(Number(visited), now.nodes);
  assert.equal(Number(rejected), now.rejected);
  assert.equal(Number(promising), now.nodes - now.rejected);
  assert.deepEqual([solutions, depth], ["1", "4"]);

  await press(page, "End");
  now = await shown(page);
  assert.deepEqual(now.counters, {
    visited: "61",
    promising: "17",
    rejected: "44",
    solutions: "2",
    depth: "0",
  });
  assert.deepEqual([now.nodes, now.rejected, now.solutions], [61, 44, 2]);
  assert.ok(now.lit.includes("return found"));
  assert.match(now.table[0], /6117442/);
  await page.close();
});

test("stepping back visits the same steps", async () => {
  const page = await lab.open("?n=4&method=arrays&code=rust");
  const start = await shown(page);
  const forwards = await walk(page, "ArrowRight", STEPS);
  assert.match(forwards.at(-1).says, /^Step 78/);
  const backwards = await walk(page, "ArrowLeft", STEPS);
  assert.deepEqual([...backwards.reverse(), forwards.at(-1)], [start, ...forwards]);
  await page.close();
});

test("stepping back across pages visits the same steps, and Home goes to the start", async () => {
  const page = await lab.open("?n=6&step=470");
  const start = await shown(page);
  const forwards = await walk(page, "ArrowRight", 110);
  assert.match(forwards.at(-1).says, /^Step 580/);
  const backwards = await walk(page, "ArrowLeft", 110);
  assert.deepEqual([...backwards.reverse(), forwards.at(-1)], [start, ...forwards]);
  const other = await lab.open("?n=8&step=9000");
  await press(other, "Home");
  const now = await shown(other);
  assert.match(now.says, /^Step 0/);
  assert.deepEqual([now.queens, now.nodes], [[], 1]);
  await page.close();
  await other.close();
});

test("a link shows the same step to someone else", async () => {
  const page = await lab.open("?n=6&method=masks");
  for (let time = 0; time < 3; time += 1) await press(page, "s");
  await press(page, "ArrowRight", 5);
  const mine = await shown(page);
  const other = await lab.open((await link(page)).slice(lab.address.length));
  assert.deepEqual(await shown(other), mine);
  assert.equal(await other.locator("select[name=n]").inputValue(), "6");
  assert.equal(await other.locator("select[name=method]").inputValue(), "masks");

  // The browser's way back leads to the board before.
  await other.locator("select[name=n]").selectOption("5");
  await other.waitForFunction(() => document.querySelectorAll(".stage .square").length === 25);
  await other.goBack();
  await other.waitForFunction(() => document.querySelectorAll(".stage .square").length === 36);
  await ready(other);
  assert.deepEqual(await shown(other), mine);
  await page.close();
  await other.close();
});

test("the keyboard does everything", async () => {
  const page = await lab.open("?n=4", { clock: true });
  await press(page, "?");
  await page.locator("dialog[open]").waitFor();
  assert.ok((await page.locator("dialog tr").count()) > 10);
  await press(page, "Escape");
  await page.locator("dialog").waitFor({ state: "detached" });

  await press(page, "Tab", 2); // The list of keys leaves the reader at what is shown.
  assert.equal(await page.evaluate(() => document.activeElement.name), "n");
  await page.keyboard.type("8");
  await page.waitForFunction(() => document.querySelectorAll(".stage .square").length === 64);
  await ready(page);
  assert.equal(await page.evaluate(() => document.activeElement.name), "n");
  await page.evaluate(() => document.activeElement.blur());

  await page.waitForFunction(() => document.querySelector(".skyline .solutions path"));
  await press(page, "s");
  let now = await shown(page);
  assert.match(now.says, /Solution 1: \[0, 4, 7, 5, 2, 6, 1, 3\]/);
  await press(page, "b");
  assert.match((await shown(page)).says, /Take the queen off \(7, 3\)/);
  await press(page, "S");
  assert.match((await shown(page)).says, /Solution 1/);
  await press(page, "End");
  now = await shown(page);
  assert.deepEqual([now.counters.visited, now.counters.promising, now.gallery], ["15,721", "2,057", 12]);

  await press(page, "Home");
  await press(page, "+", 5);
  await press(page, " ");
  await page.waitForFunction(
    () =>
      Number(
        document
          .querySelector(".says")
          .textContent.match(/Step ([\d,]+)/)[1]
          .replace(",", ""),
      ) > 700,
  );
  await press(page, " ");
  await page.waitForFunction(() => document.querySelector(".player").dataset.playing === undefined);
  const paused = await shown(page);
  await page.clock.fastForward(5_000);
  assert.deepEqual(await shown(page), paused);

  await press(page, "6");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "maze");
  await page.close();
});

test("eight queens stay usable: finished subtrees fold, the path stays in view", async () => {
  const page = await lab.open("?n=8&step=9000");
  const { nodes, counters } = await shown(page);
  assert.ok(nodes < 80, `${nodes} nodes`);
  assert.ok(Number(counters.visited.replace(",", "")) > 7000);
  const folded = await page.locator(".tree text.count").allTextContents();
  assert.ok(folded.length > 0);
  // What is folded, what is drawn and the counters agree.
  const sum = await page.evaluate(() => {
    const count = (node) => Number(node.querySelector("text.count")?.dataset.visited ?? 1);
    return [...document.querySelectorAll(".tree .node")].map(count).reduce((a, b) => a + b);
  });
  assert.equal(sum, Number(counters.visited.replace(",", "")));
  const seen = await page.evaluate(() => {
    const box = document.querySelector(".treebox").getBoundingClientRect();
    const here = document.querySelector(".tree .here").getBoundingClientRect();
    return (
      here.left >= box.left && here.right <= box.right && here.top >= box.top && here.bottom <= box.bottom
    );
  });
  assert.ok(seen);
  // A node leads to the step at which it was met.
  await page.locator(".tree .node.folded").first().click({ force: true });
  assert.match((await shown(page)).says, /Step 1 of 17,868\. A queen on \(0, 0\)/);
  await page.close();
});

test("twelve queens: any of eleven million steps opens at once", async () => {
  const page = await lab.open("?n=12&method=masks&step=5000000");
  assert.match((await shown(page)).says, /^Step 5,000,000 of 10,9\d\d,\d\d\d/);
  await press(page, "End");
  const { counters } = await shown(page);
  assert.deepEqual(
    [counters.visited, counters.promising, counters.solutions],
    ["10,103,869", "856,189", "14,200"],
  );
  const title = page.locator(".queens > section h3");
  await title.getByText("1,787 of 1,787").waitFor();
  assert.equal(await page.locator(".gallery li").count(), 48);
  await page.locator(".queens > section > button").click();
  assert.equal(await page.locator(".gallery li").count(), 96);
  await page.close();
});

test("every listing marks a line at every step", async () => {
  const page = await lab.open("?n=4");
  for (const method of ["promising", "arrays", "masks"]) {
    await choose(page, "method", method);
    await page.waitForFunction(
      (method) => new URLSearchParams(location.search).get("method") === method,
      method,
    );
    await ready(page);
    const names = await page
      .locator("select[name=code] option")
      .evaluateAll((options) => options.map((option) => option.value));
    for (const name of names) {
      await page.locator("select[name=code]").selectOption(name);
      // A listing that stops at the first solution opens a shorter search.
      await ready(page);
      await page.evaluate(() => document.activeElement.blur());
      await press(page, "Home");
      // Squares rejected for every reason, queens put, a solution, steps back into the first row and elsewhere, the end.
      const steps = [await shown(page), ...(await visit(page, [1, 2, 3, 4, 6, 9, 21, 31, 32, STEPS]))];
      const unlit = steps.filter(({ lit }) => lit.length === 0).map(({ says }) => says);
      assert.deepEqual(unlit, [], `${method} ${name}`);
    }
  }
  await page.close();
});

const solutions = (page, count) =>
  page.waitForFunction(
    (count) => document.querySelector(".levels tfoot tr:last-child td:last-child")?.textContent === count,
    count,
  );

test("queens are fixed and squares blocked by clicking, and the link keeps them", async () => {
  const page = await lab.open("?n=6&base=1");
  await page.locator(".under .menu > summary").click();
  await page.locator(".setup summary").click();
  await page.locator("[data-tool=queen]").click();
  await clickSquare(page, 0, 1);
  await solutions(page, "1");
  await ready(page);
  assert.equal(await page.locator(".stage .queen.standing").count(), 1);
  await page.locator("[data-tool=block]").click();
  await clickSquare(page, 5, 4); // Where the last queen of that solution would be.
  await solutions(page, "0");
  await ready(page);
  assert.equal(await page.locator(".stage .blocked").count(), 1);

  // Every reason has its words: a given queen, a row that has its queen, the blocked square.
  const steps = await walk(page, "ArrowRight", 90);
  const all = steps.flatMap(({ says, reasons }) => [says, ...reasons]).join("\n");
  assert.match(all, /is part of the board/);
  assert.match(all, /the standing queen on \(1, 2\) attacks \(2, 2\) along the column/);
  assert.match(all, /the standing queen on \(1, 2\) attacks \(1, 1\) along the row/);
  assert.match(all, /\(6, 5\).*it is blocked/);

  const other = await lab.open((await link(page)).slice(lab.address.length));
  assert.deepEqual(await shown(other), await shown(page));
  assert.equal(await other.locator(".stage .blocked").count(), 1);

  // A queen that would be attacked is refused with a sentence, and nothing changes.
  await page.locator("[data-tool=queen]").click();
  await clickSquare(page, 2, 3);
  await page.locator(".stage > .refusal").waitFor();
  assert.match(await page.locator(".stage > .refusal").textContent(), /\(1, 2\) attacks \(3, 4\) along the diagonal/);
  await page.locator("[data-act=clear]").click();
  await solutions(page, "4");
  await page.close();
  await other.close();
});

test("a board is set up with the keyboard, and on a torus", async () => {
  const page = await lab.open("?n=5");
  await page.locator(".under .menu > summary").focus();
  await press(page, "Enter");
  await page.locator(".setup summary").focus();
  await press(page, "Enter");
  await page.locator("[data-tool=block]").focus();
  await press(page, "Enter");
  await page.locator(".stage .board").focus();
  await press(page, "ArrowDown");
  await press(page, "ArrowRight", 2);
  await press(page, " ");
  await page.locator(".stage .blocked[data-row='1'][data-column='2']").waitFor();
  await page.locator("[data-act=clear]").click();
  await solutions(page, "10");
  await choose(page, "torus", true);
  await page.waitForFunction(() => new URLSearchParams(location.search).get("torus") === "1");
  await ready(page);
  const torus = await lab.open("?n=5&torus=1&step=8&base=1");
  assert.match((await shown(torus)).says, /along the diagonal \/ around the edge/);
  assert.equal(await torus.locator(".stage .attack line").count(), 2);
  const wrong = await lab.open("?n=5&board=Q..../xxx");
  assert.equal(await wrong.locator(".stage .blocked, .stage .standing").count(), 0);
  for (const one of [page, torus, wrong]) await one.close();
});

test("Korean is chosen from the browser's language, and can be switched", async () => {
  const page = await lab.open("?n=4&step=2#note", { locale: "ko-KR" });
  assert.equal(await page.evaluate(() => document.documentElement.lang), "ko");
  assert.match(
    (await shown(page)).says,
    /78단계 중 2단계\. \(1, 0\) 칸은 유망하지 않습니다\. \(0, 0\)의 퀸이 같은 열에서/,
  );
  await page.locator("select[name=lang]").selectOption("en");
  await page.waitForFunction(
    () => document.documentElement.lang === "en" && document.documentElement.dataset.ready,
  );
  assert.match((await shown(page)).says, /^Step 2 of 78/);
  await page.locator("select[name=n]").selectOption("5");
  await page.waitForFunction(() => document.querySelectorAll(".stage .square").length === 25);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll(".stage .square").length === 16);
  await page.waitForFunction(() => new URLSearchParams(location.search).get("lang") === "en");
  await page.close();
});

test("both languages have the same phrases", async () => {
  const page = await lab.open("");
  const missing = await page.evaluate(async ([modules, about]) => {
    const { en } = await import(`${modules}words/en.js`);
    const { ko } = await import(`${modules}words/ko.js`);
    // Names from the server are English.
    const names = ["names", "titles", "algorithms", "algorithmTitles", "engines"];
    const isGroup = (value) => value && typeof value === "object" && !Array.isArray(value);
    const keys = (object, at = "") =>
      Object.entries(object)
        .filter(([name]) => !names.includes(name))
        .flatMap(([name, value]) =>
          isGroup(value) ? keys(value, `${at}${name}.`) : [`${at}${name}: ${typeof value}`],
        );
    const [one, other] = [keys(en), keys(ko)];
    const { maze, evolution, count, compare } = about;
    const knobs = [
      ...evolution.encodings,
      ...evolution.selections,
      ...evolution.scalings,
      ...evolution.encodings.flatMap(({ crossovers }) => crossovers),
    ];
    const untold = (entries, told) => entries.map(({ name }) => name).filter((name) => !told[name]);
    return [
      ...one.filter((key) => !other.includes(key)),
      ...other.filter((key) => !one.includes(key)),
      ...untold(maze.algorithms, ko.maze.algorithms),
      ...untold(maze.runners, ko.maze.runners),
      ...untold(knobs, ko.evolution.names),
      ...untold(knobs, ko.evolution.titles),
      ...untold(maze.algorithms, ko.maze.algorithmTitles),
      ...untold(compare.methods, ko.compare.methods),
      ...untold(count.engines, ko.count.engines),
    ];
  }, [lab.modules, await lab.ask("about")]);
  assert.deepEqual(missing, []);
  await page.close();
});
