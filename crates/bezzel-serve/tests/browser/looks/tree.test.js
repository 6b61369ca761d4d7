import { test } from "node:test";
import assert from "node:assert/strict";
import { useLab, choose, press, ready, shown } from "../lab.js";

const lab = useLab();

/** Where every node of the tree is on the screen, and the box it is in. */
const places = (page) =>
  page.evaluate(() => {
    const rect = (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    };
    return {
      box: rect(document.querySelector(".treebox")),
      nodes: [...document.querySelectorAll(".tree .node :is(circle, .box, .frame)")].map(rect),
      root: rect(document.querySelector(".tree .node[data-step='0'] :is(circle, .frame)")),
      here: rect(document.querySelector(".tree .node.here :is(circle, .box, .frame)")),
    };
  });
const inside = (one, box) =>
  one.left >= box.left - 1 && one.right <= box.right + 1 && one.top >= box.top - 1 && one.bottom <= box.bottom + 1;

/**
 * Steps forward. Returns the position of the root, and whether everything was inside of the box at
 * each step.
 */
const watch = (page, steps) =>
  page.evaluate(async (steps) => {
    const box = document.querySelector(".treebox").getBoundingClientRect();
    const inside = (one) =>
      one.left >= box.left - 1 && one.right <= box.right + 1 && one.top >= box.top - 1 && one.bottom <= box.bottom + 1;
    const roots = new Set();
    const outside = [];
    for (let step = 0; step <= steps; step += 1) {
      const says = document.querySelector(".says");
      const nodes = [...document.querySelectorAll(".tree .node :is(circle, .box, .frame)")].map((one) => one.getBoundingClientRect());
      if (!nodes.every(inside)) outside.push(says.dataset.step);
      // The current node is drawn slightly larger than the others.
      const root = document.querySelector(".tree .node[data-step='0'] :is(circle, .frame)").getBoundingClientRect();
      roots.add([root.left + root.right, root.top + root.bottom].map((at) => Math.round(at)).join(" "));
      const before = says.dataset.step;
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      while (step < steps && says.dataset.step === before) await new Promise((done) => setTimeout(done));
    }
    return { roots: roots.size, outside, nodes: document.querySelectorAll(".tree .node").length };
  }, steps);

test("four queens: the whole tree is in view at every step, and its root does not move", async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const page = await lab.open("?n=4", { viewport });
    assert.deepEqual(await watch(page, 78), { roots: 1, outside: [], nodes: 61 }, `${viewport.width} pixels`);
    await page.close();
  }
});

test("eight queens: the root and every node stay in view", async () => {
  for (const n of [8]) {
    const page = await lab.open(`?n=${n}&step=1000`, { viewport: { width: 1440, height: 900 } });
    const { roots, outside } = await watch(page, 60);
    assert.deepEqual({ roots, outside }, { roots: 1, outside: [] }, `${n} queens`);
    await page.close();
  }
});

test("twelve queens: letters stay readable, and the current node in view", async () => {
  const page = await lab.open("?n=12&step=1000", { viewport: { width: 1280, height: 720 } });
  for (let step = 0; step < 40; step += 1) {
    const { here, box } = await places(page);
    assert.ok(inside(here, box), `step ${1000 + step}`);
    const letters = await page.evaluate(() => Math.min(...[...document.querySelectorAll(".tree .node.lit text, .tree .count")].map((one) => one.getScreenCTM().a * parseFloat(getComputedStyle(one).fontSize))));
    assert.ok(letters > 11.9, `${letters} pixels`);
    await press(page, "ArrowRight");
  }
  await page.close();
});

test("the tree takes the whole stage, and Escape gives it back", async () => {
  const page = await lab.open("?lesson=000&station=5");
  const wide = async () => (await page.locator(".treebox").boundingBox()).width;
  const before = await wide();
  await page.locator(".treetools [data-act=whole]").click();
  assert.ok((await wide()) > before * 1.3);
  assert.equal(await page.locator(".stage .board").isVisible(), false);
  await press(page, "Escape");
  assert.equal(await wide(), before);
  // The keys of lessons work as before.
  await press(page, "PageDown");
  await page.waitForFunction(() => document.querySelector("#guide").dataset.station === "6");
  await page.close();
});

test("the text below a folded node overlaps no edge", async () => {
  for (const [n, step] of [
    [8, 9000],
    [8, 15000],
    [10, 100000],
    [12, 5000000],
  ]) {
    const page = await lab.open(`?n=${n}&step=${step}`, { viewport: { width: 1280, height: 720 } });
    const touching = await page.evaluate(() => {
      const texts = [...document.querySelectorAll(".tree text.count")].map((text) => text.getBoundingClientRect());
      const touched = [];
      for (const path of document.querySelectorAll(".tree .edge")) {
        const matrix = path.getScreenCTM();
        const length = path.getTotalLength();
        for (let at = 0; at < length; at += 1.5) {
          const { x, y } = path.getPointAtLength(at).matrixTransform(matrix);
          if (texts.some((box) => x > box.left && x < box.right && y > box.top + 2 && y < box.bottom - 2)) touched.push([x, y]);
        }
      }
      const overlap = texts.flatMap((one, index) =>
        texts.slice(index + 1).filter((other) => one.top === other.top && one.right > other.left && other.right > one.left),
      );
      return [texts.length, touched.length, overlap.length];
    });
    assert.ok(touching[0] > 0);
    assert.deepEqual(touching.slice(1), [0, 0], `${n} queens`);
    await page.close();
  }
});

test("the tree zooms, pans and fits; row labels stay", async () => {
  const page = await lab.open("?n=4&step=40");
  const scale = () => page.locator(".treebox").getAttribute("data-scale").then(Number);
  const label = async () => (await page.locator(".tree .level").first().boundingBox()).x;
  const [before, x] = [await scale(), await label()];
  await page.locator("[title='Zoom in']").click();
  await page.locator("[title='Zoom in']").click();
  assert.ok((await scale()) > before * 1.8);
  assert.equal(await label(), x);
  const box = await page.locator(".treebox").boundingBox();
  const root = async () => (await places(page)).root.left;
  const left = await root();
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 80, box.y + 70, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs((await root()) - left + 80) < 4);
  assert.equal(await label(), x);
  // Wherever the view is, the current node comes into view.
  await press(page, "Home");
  await press(page, "ArrowRight", 12);
  const now = await places(page);
  assert.ok(inside(now.here, now.box));
  await page.locator("[title='Fit']").click();
  assert.equal(await scale(), before);
  await page.close();
});

test("nodes take the focus one by one, and open their step", async () => {
  const page = await lab.open("?n=4&step=12");
  assert.equal(await page.locator(".tree .node[tabindex='0']").count(), 1);
  await page.locator(".tree .node[tabindex='0']").focus();
  await press(page, "ArrowUp");
  await press(page, "ArrowLeft");
  const step = () => page.evaluate(() => document.activeElement.dataset.step);
  assert.equal(await step(), "4");
  await press(page, "ArrowDown");
  assert.equal(await step(), "5");
  await press(page, "Enter");
  assert.match((await shown(page)).says, /^Step 5 of 78/);
  assert.match(await page.locator(".tree .node[data-step='3'] title").textContent(), /\(1, 1\) ×/);
  await page.close();
});

test("the whole tree: unvisited nodes are grey, and the nodes saved by pruning are counted", async () => {
  const page = await lab.open("?n=4&step=30");
  await choose(page, "tree", "whole");
  const dots = await page.locator(".tree .ghost.dot").getAttribute("d");
  assert.equal(dots.split("M").length - 1, 341);
  await choose(page, "tree", "saved");
  // A × in row 2 saves 4 + 16 nodes, one in row 4 none.
  const saved = await page.locator(".tree .saved").allTextContents();
  assert.deepEqual([...new Set(saved)].sort(), ["−20", "−4"]);
  assert.match(await page.locator(".tree .node[data-step='2'] title").textContent(), /saves 20 nodes/);
  const five = await lab.open("?n=5&tree=whole&step=100");
  const grey = await five.locator(".tree .ghost.dot").getAttribute("d");
  assert.equal(grey.split("M").length - 1, 3906);
  await page.close();
  await five.close();
});

test("node, sentence and controls are in view together on small screens", async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 640, height: 360 },
  ]) {
    for (const path of ["?n=4&step=30", "?n=8&step=2000", "?lab=problems&step=9"]) {
      const page = await lab.open(path, { viewport });
      const screen = { left: 0, top: 0, right: viewport.width, bottom: viewport.height };
      const { here } = await places(page);
      assert.ok(inside(here, screen), `${path} ${viewport.width}`);
      for (const part of [".says", "[data-act=forward]", "[data-act=play]"]) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${part} ${path} ${viewport.width}`);
      }
      const bar = await page.locator(".transport").boundingBox();
      assert.ok(here.bottom <= bar.y + 1, `${path} ${viewport.width}: the node is behind the controls`);
      await page.close();
    }
  }
});

test("no listing is cut", async () => {
  for (const width of [1280, 1440]) {
    const page = await lab.open("?n=4&step=14", { viewport: { width, height: 900 } });
    for (const method of ["promising", "arrays", "masks"]) {
      await page.goto(`${lab.address}?n=4&step=14&method=${method}`);
      await ready(page);
      const names = await page.locator("select[name=code] option").evaluateAll((all) => all.map(({ value }) => value));
      for (const name of names) {
        await page.locator("select[name=code]").selectOption(name);
        const [wide, room] = await page.locator(".code pre").evaluate((pre) => [pre.scrollWidth, pre.clientWidth]);
        assert.ok(wide <= room, `${name} at ${width}`);
      }
    }
    await page.close();
  }
});

test("lines have their reasons, and calls their variables", async () => {
  const because = (page) => page.locator(".because").textContent();
  const calls = (page) => page.locator(".calls li").evaluateAll((all) => all.map((one) => [...one.children].map(({ textContent }) => textContent.trim()).join(" | ")));
  for (const [path, reason, top] of [
    ["?n=4&step=6&code=python", "|2 − 1| = 1 = row 2 − row 1: the diagonal", "is_free | column = 1row = 2above = 1 | returns False to line 16"],
    ["?n=4&step=6&code=java", "|3 − 2| = 1 = level 3 − level 2: the diagonal", "search | level = 3 | returns false to line 13"],
    ["?n=4&step=2&code=c", "0 = 0: the same column", "search | row = 1 | returns to line 16"],
    ["?n=4&step=6&method=arrays&code=rust", "2 + 1 = 3: taken", "search | row = 2column = 1lines = [1, 3, 5] | line 12"],
    ["?n=4&step=3&method=arrays&code=python", "1 − 1 = 0: taken", "search | row = 1j = 1 | line 8"],
    ["?n=4&step=7&method=arrays&code=python", "columns[2]: taken", "search | row = 2j = 2 | line 8"],
  ]) {
    const page = await lab.open(path);
    assert.equal(await because(page), reason, path);
    assert.equal((await calls(page))[0], top, path);
    await page.close();
  }
  // Three calls are shown; the others are a click away.
  const page = await lab.open("?n=4&step=13&code=python");
  assert.deepEqual(await calls(page), ["is_free | column = 0row = 3above = 0 | returns False to line 16", "search | row = 3column = 0 | line 16", "search | row = 2column = 1 | line 18"]);
  await page.locator(".older").click();
  assert.equal((await calls(page)).at(-1), "queens | n = 4 | line 24");
  await page.locator("select[name=code]").selectOption("stack");
  assert.deepEqual(await calls(page), ["queens | n = 4column = 1 | line 20"]);
  // A board that the listing knows nothing of has the calls of its rows.
  const given = await lab.open("?board=.Q../..../..../....&n=4&step=3");
  assert.ok((await calls(given)).every((call) => call.startsWith("search | row = ")));
  await page.close();
  await given.close();
});

test("line by line: every line is lit in view, and leads to the same steps as the search", async () => {
  const page = await lab.open("?n=4&step=8&unit=line&code=python", { viewport: { width: 1440, height: 900 } });
  const lit = () => page.locator(".line.lit").allTextContents();
  const seen = [];
  while ((await page.locator(".says").getAttribute("data-step")) === "8") {
    await press(page, "ArrowRight");
    seen.push(await page.locator(".says").textContent());
    assert.equal((await lit()).length >= 1, true);
    const inView = await page.evaluate(() => {
      const box = document.querySelector(".listing pre").getBoundingClientRect();
      return [...document.querySelectorAll(".line.lit")].every((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return top >= box.top - 1 && bottom <= box.bottom + 1;
      });
    });
    assert.ok(inView, seen.at(-1));
  }
  // The last square of row 2 was rejected; the loop ends, the call returns, and the queen is popped.
  assert.match(seen[0], /Line 15 ends the loop/);
  assert.match(seen[1], /Line 15 ends search.*search goes on after line 18/);
  assert.match(seen.at(-1), /Row 2 has no free square/);
  assert.equal(seen.length, 3);
  // A link leads to the same line, and back is the way it came.
  await press(page, "ArrowLeft");
  assert.equal(await page.locator(".says").textContent(), seen[1]);
  const other = await lab.open((await page.evaluate(() => new Promise((done) => setTimeout(() => done(location.search), 400)))));
  assert.equal(await other.locator(".says").textContent(), seen[1]);
  await page.close();
  await other.close();
});

test("comparisons are drawn with every queen above, up to one that attacks", async () => {
  for (const [path, pairs] of [
    ["?n=4&step=16", 1],
    ["?n=4&step=15", 3],
    ["?n=4&step=12", 0],
    ["?n=4&step=15&method=arrays", 0],
  ]) {
    const page = await lab.open(path);
    assert.equal(await page.locator(".stage .compared").count(), pairs, path);
    await page.close();
  }
});

test("diagonals have their numbers, arrays their indices", async () => {
  const page = await lab.open("?n=5&method=arrays&numbers=sum&step=119");
  const texts = await page.locator(".stage .number text").allTextContents();
  assert.deepEqual(texts.slice(0, 6), ["0", "1", "2", "3", "4", "1"]);
  await choose(page, "numbers", "difference");
  assert.deepEqual((await page.locator(".stage .number text").allTextContents()).slice(0, 6), ["0", "−1", "−2", "−3", "−4", "1"]);
  const set = await page
    .locator(".cells")
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll(".cell.set small")].map((one) => one.textContent).join()));
  // A queen in row 0, column 2.
  assert.deepEqual(set, ["2", "2", "8−2"]);
  await page.close();
});

test("a board without a solution is reported with the reason, and so is leaving a solution", async () => {
  for (const n of [2, 3]) {
    const page = await lab.open(`?n=${n}`);
    await press(page, "End");
    assert.match((await shown(page)).says, /without a solution: every branch of the tree ends in a ×/);
    await page.close();
  }
  const page = await lab.open("?n=4&step=32");
  assert.match((await shown(page)).says, /The solution is stored\. Take the queen off \(3, 2\); next is \(3, 3\)\./);
  await page.close();
});

test("a search for one solution stops there", async () => {
  const page = await lab.open("?n=4&code=python&first=1");
  await press(page, "End");
  assert.match((await shown(page)).says, /^Step 31 of 31\. Solution 1: .* The search has ended\./);
  await choose(page, "first", false);
  await page.waitForFunction(() => document.querySelector(".player input")?.max === "78");
  await page.close();
});

test("all solutions are listed in the order found", async () => {
  const page = await lab.open("?n=8&step=17868");
  await page.locator("input[name=all]").check();
  assert.equal(await page.locator(".gallery li").count(), 48);
  await page.locator(".queens > section > button").click();
  assert.equal(await page.locator(".gallery li").count(), 92);
  const lists = await page.locator(".gallery code").allTextContents();
  assert.deepEqual([lists[0], lists[91]], ["[0, 4, 7, 5, 2, 6, 1, 3]", "[7, 3, 0, 2, 5, 1, 6, 4]"]);
  await page.close();
});
