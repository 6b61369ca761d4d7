import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { bezzel, useLab, engines, link, ofServer, press, ready } from "./lab.js";

const lab = useLab();

// Waits for the number of routes, and for the searches, which are asked for at the same time.
const routes = (page, count) =>
  page.waitForFunction((count) => {
    const isCounted = document.querySelector("[data-routes]").dataset.routes === count;
    return isCounted && document.querySelector(".editor").ariaBusy === "false";
  }, count);
const ends = (page) => page.locator(".runner .end").allTextContents();

test("a maze is drawn, solved and counted", async () => {
  const page = await lab.open("?lab=maze");
  await page.locator(".under .menu > summary").click();
  await page.locator("input[name=width]").fill("2");
  await page.locator("input[name=height]").fill("2");
  await page.locator("input[name=height]").press("Tab");
  await page.locator("[data-act=clear]").click();
  // Without drawing the mouse changes nothing.
  await page.locator("[data-act=draw]").click();
  // A room of 3 by 3 cells has 12 ways from corner to corner, its ring 2.
  await routes(page, "12");
  const canvas = page.locator(".editor canvas");
  const box = await canvas.boundingBox();
  const side = Math.min(box.width, box.height) / 5;
  await page.mouse.click(box.x + 2.5 * side, box.y + 2.5 * side);
  await routes(page, "2");
  await page.locator("[data-act=next]").click();
  await page.waitForFunction(() => /Route 1, 4 steps/.test(document.querySelector(".routes").textContent));
  await page.locator("[data-act=next]").click();
  await page.waitForFunction(() => /Route 2, 4 steps/.test(document.querySelector(".routes").textContent));
  await page.locator("[data-act=random]").click();
  await page.waitForFunction(() => /Route [12], 4 steps/.test(document.querySelector(".routes").textContent));
  await page.evaluate(() => document.activeElement.blur());
  await press(page, "End");
  for (const end of await ends(page)) assert.match(end, /route of 4/);

  // With the keyboard: a wall right of the start, one below it, and there is no route.
  await press(page, "d");
  await press(page, "ArrowUp", 4);
  await press(page, "ArrowLeft", 4);
  await press(page, "ArrowRight", 2);
  await press(page, "ArrowDown");
  await press(page, "Enter");
  await routes(page, "1");
  await press(page, "ArrowLeft");
  await press(page, "ArrowDown");
  await press(page, " ");
  await routes(page, "0");
  await page.evaluate(() => document.activeElement.blur());
  await press(page, "End");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".runner .end")].every((end) => end.textContent === "no route"),
  );

  // The address holds the maze.
  const other = await lab.open((await link(page)).slice(lab.address.length));
  await routes(other, "0");
  await page.close();
  await other.close();
});

test("a maze is loaded from a file, and the searches differ", async () => {
  const page = await lab.open("?lab=maze");
  // Another number of routes than the maze before has.
  const text = "########\n#S     #\n# #### #\n#    # #\n# ## # #\n#  #  G#\n########\n";
  await page
    .locator("input[name=file]")
    .setInputFiles({ name: "maze.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await routes(page, "2");
  await press(page, "End");
  const counters = await page.locator(".runner [data-counter=entered]").allTextContents();
  assert.deepEqual(
    counters.map(Number).map((entered) => entered > 9),
    [true, true, true],
  );
  // One that was solved before has its route drawn in.
  const solved = { name: "solved.txt", mimeType: "text/plain", buffer: Buffer.from("#####\n#S+ #\n# +G#\n#####") };
  await page.locator("input[name=file]").setInputFiles(solved);
  await routes(page, "4");
  const bad = { name: "bad.txt", mimeType: "text/plain", buffer: Buffer.from("S x") };
  await page.locator("input[name=file]").setInputFiles(bad);
  await page.locator(".refusal:visible").waitFor();
  assert.match(await page.locator(".refusal").textContent(), /line 1, column 3: 'x'/);
  await page.close();
});

test("errors are in the language of the page", async () => {
  const page = await lab.open("?lab=maze&lang=ko");
  const bad = { name: "bad.txt", mimeType: "text/plain", buffer: Buffer.from("S x") };
  await page.locator("input[name=file]").setInputFiles(bad);
  await page.locator(".refusal:visible").waitFor();
  assert.match(await page.locator(".refusal").textContent(), /처리하지 못했습니다: 1행 3열: 'x'/);

  // Whatever the tabs may be refused.
  const left = await page.evaluate(async (modules) => {
    const { sentence } = await import(`${modules}words/ko/refusals.js`);
    const { ask, tell } = await import(`${modules}source.js`);
    const maze = (text) => ["maze/read", new Blob([text])];
    const endpoint = (path, values) => [path, values];
    const asked = [
      ...["", "S G\nS", "S  \n G", "S \0G", "  G", "S  ", "\x89PNG", `S${" ".repeat(100_000)}G`].map(maze),
      ["maze/generate?seed=1&width=1&height=1"],
      ["maze/generate?seed=1&width=9999&height=9999"],
      ["maze/generate?seed=1&width=3&height=3&loops=7"],
      ["maze/generate?seed=1&width=3&height=3&exits=99"],
      ["maze/generate?seed=1&width=3&height=3&algorithm=x"],
      endpoint("maze/race", { maze: "S G", order: "NNNN" }),
      endpoint("maze/routes", { maze: "S G", order: "NSWE", position: "x" }),
      endpoint("maze/picture", { maze: "S G", order: "NSWE", format: "x", runner: "marking" }),
      endpoint("maze/picture", { maze: "S G", order: "NSWE", format: "svg", runner: "x" }),
      ["queens/0"],
      ["queens/x"],
      ["queens/4/page?method=masks&step=x"],
      endpoint("maze/race", []),
      ["queens/99"],
      ["queens/4/page?method=x&step=0"],
      ["queens/4?board=Q.../Q.../..../...."],
      ["queens/4?board=Q..x/..../..../...."],
      ["queens/4?board=Q..../..../..../...."],
      ["queens/4?board=..../..../...."],
      ["queens/4?board=Q../.../..."],
      ["queens/4?torus=x"],
      ["count?n=99&engine=masks"],
      ["count?n=8&engine=x"],
      ["count?n=8&engine=masks&threads=9999"],
      ["evolution?n=8&seed=1&from=0&count=1&population=1"],
      ["evolution?n=8&seed=1&from=0&count=1&elite=99"],
      ["evolution?n=8&seed=1&from=0&count=1&population=5&selection=tournament&tournament=9"],
      ["evolution?n=8&seed=1&from=0&count=1&selection=rank&tournament=2"],
      ["evolution?n=8&seed=1&from=0&count=1&mutation=7"],
      ["evolution?n=8&seed=1&from=0&count=1&encoding=columns&crossover=order"],
      ["evolution?n=8&seed=1&from=0&count=1&encoding=x"],
      ["evolution?n=9999&seed=1&from=0&count=1"],
      ["evolution?n=3&seed=1&from=0&count=1"],
      ["queens/11/hand?queens="],
      ["queens/4/hand?queens=x"],
      ["queens/4/hand?queens=9.9"],
      ["compare/9?method=arrays"],
      ["compare/4?method=x"],
      ["problems/x"],
      ["problems/sudoku?lang=x"],
      ...["x", "5:", "5: 0", `5:${" 1".repeat(13)}`].map((text) => [`problems/subset-sum?problem=${encodeURIComponent(text)}`]),
      ...["x", "9: A-B", "3: A-A", "3: AB", "3:"].map((text) => [`problems/colouring?problem=${encodeURIComponent(text)}`]),
      ...["x", "99", "5 x"].map((text) => [`problems/knight?problem=${encodeURIComponent(text)}`]),
      ...["123", `11${".".repeat(14)}`, `5${".".repeat(15)}`].map((text) => [`problems/sudoku?problem=${text}`]),
    ];
    const left = [];
    for (const [path, body] of asked) {
      const answer = body === undefined ? ask(path) : tell(path, body);
      const { message, reason } = await answer.then(() => ({ message: "it was granted" }), (refusal) => refusal);
      const known = /\b(promising|arrays|masks|unpruned|complete|scan|subset|colouring|knight|sudoku|plain|border|lanes|halves|gpu|columns|permutation|order|torus|tournament|NSWE|NNNN|svg|depth|first|wilson|kruskal|text|moves|json|retreat|marking|shortest)\b/g;
      const said = sentence(reason);
      if (said === null || /[A-Za-z]{4}/.test(said.replace(known, ""))) left.push(`${path}: ${message} / ${said}`);
    }
    return left;
  }, lab.modules);
  assert.deepEqual(left, []);
  await page.close();
});

test("repeated visits to tabs keep nodes, listeners and heap constant", async () => {
  const page = await lab.open("?lab=queens");
  const browser = await page.context().newCDPSession(page);
  await browser.send("Performance.enable");
  const measure = async () => {
    await browser.send("HeapProfiler.collectGarbage");
    const { metrics } = await browser.send("Performance.getMetrics");
    const { Nodes, JSEventListeners, JSHeapUsedSize } = Object.fromEntries(
      metrics.map(({ name, value }) => [name, value]),
    );
    return { nodes: Nodes, listeners: JSEventListeners, heap: JSHeapUsedSize };
  };
  const visit = async (times) => {
    for (let time = 0; time < times; time += 1) {
      for (const tab of ["maze", "evolution"]) {
        await page.evaluate((tab) => document.getElementById(`tab-${tab}`).click(), tab);
        await page.waitForFunction((tab) => document.documentElement.dataset.ready === tab, tab);
      }
    }
  };
  // The first visits fill what is kept for good.
  await visit(4);
  const before = await measure();
  await visit(12);
  const after = await measure();
  const grown = Object.keys(after).map((what) => after[what] - before[what]);
  assert.ok(grown[0] < 100 && grown[1] < 10 && grown[2] < 1_000_000, `nodes, listeners, heap: ${grown}`);
  await page.close();
});

test("a maze is loaded from a PNG", async () => {
  const text = execFileSync(bezzel, ["maze", "generate", "6", "4", "--seed", "7", "--loops", "0.3"]);
  const png = execFileSync(bezzel, [
    "maze",
    "generate",
    "6",
    "4",
    "--seed",
    "7",
    "--loops",
    "0.3",
    "--format",
    "png",
  ]);
  const count = String(execFileSync(bezzel, ["maze", "routes", "-"], { input: text })).trim();
  assert.ok(Number(count) > 1);
  const page = await lab.open("?lab=maze");
  await page
    .locator("input[name=file]")
    .setInputFiles({ name: "maze.png", mimeType: "image/png", buffer: png });
  await routes(page, count);
  await page.close();
});

test("the same seed gives the same evolution", async () => {
  const board = (page) => page.locator(".evolution .says").evaluate((says) => ({ ...says.dataset }));
  const page = await lab.open("?lab=evolution&n=8&seed=7&phases=0");
  await press(page, "ArrowRight", 20);
  const mine = await board(page);
  assert.equal(mine.generation, "20");
  const other = await lab.open((await link(page)).slice(lab.address.length));
  assert.deepEqual(await board(other), mine);
  const slices = await other.locator(".wheel path:not(.needle)").count();
  assert.equal(slices, 64);
  const third = await lab.open("?lab=evolution&n=8&seed=8&generation=20");
  assert.notEqual((await board(third)).columns, mine.columns);
  await press(page, "End");
  await page.waitForFunction(() => /Solved in generation/.test(document.querySelector(".says").textContent));
  assert.equal(await page.locator(".best .attack").count(), 0);
  for (const one of [page, other, third]) await one.close();
});

test("parameters changed together are applied together, and only in their tab", async () => {
  const page = await lab.open("?lab=evolution&n=8&seed=7", { clock: true });
  await page.locator(".evolution .menu > summary").click();
  await page.locator("input[name=n]").fill("12");
  await page.locator("input[name=seed]").fill("77");
  await page.locator("input[name=seed]").press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".best .square").length === 144);
  await ready(page);
  assert.equal(await page.locator("input[name=seed]").inputValue(), "77");
  await page.locator(".evolution .menu > summary").click();
  await page.locator("input[name=n]").fill("20");
  await page.locator("#tab-queens").click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "queens");
  await page.clock.fastForward(2_000);
  assert.equal(await page.locator("select[name=n]").inputValue(), "4");
  const small = await lab.open("?lab=evolution&population=2&elite=9&selection=luck&mutation=abc");
  assert.equal(await small.locator(".refusal:visible").count(), 0);
  assert.equal(await small.locator(".wheel path:not(.needle)").count(), 2);
  await page.close();
  await small.close();
});

test("a maze changed during a race restarts the race", async () => {
  const page = await lab.open("?lab=maze", { clock: true });
  await press(page, "+", 2);
  await press(page, " ");
  await page.waitForFunction(() => Number(document.querySelector(".player input").value) > 60);
  await page.locator("[data-act=draw]").click();
  const box = await page.locator(".editor canvas").boundingBox();
  await page.mouse.click(box.x + (2.5 * box.width) / 25, box.y + (1.5 * box.width) / 25);
  const atStart = () => document.querySelector(".player input").value === "0";
  await page.waitForFunction(atStart);
  await page.clock.fastForward(2_000);
  assert.ok(await page.evaluate(atStart));
  await page.close();
});

test("a count is run, checked, compared and cancelled", async () => {
  const page = await lab.open("?lab=count&n=10&engine=border&threads=1");
  await page.locator("[data-act=count]").click();
  await page.waitForFunction(() => /724 solutions/.test(document.querySelector(".result").textContent));
  assert.match(await page.locator(".result").textContent(), /published count/);
  await page.locator("[data-act=compare]").click();
  const bars = (count) => document.querySelectorAll(".compared .bar").length === count;
  await page.waitForFunction(bars, await engines(page));
  await page.locator("select[name=engine]").selectOption("promising");
  await page.locator("select[name=n]").selectOption("18");
  await page.locator("[data-act=count]").click();
  await page.waitForFunction(() =>
    /nodes\/s/.test(document.querySelector("[data-counter=rate]").textContent),
  );
  await page.locator("[data-act=cancel]").click();
  await page.waitForFunction(() => document.querySelector(".result").textContent === "Cancelled.");
  await page.close();
});

test("tabs keep their state, and a hidden tab announces nothing", async () => {
  const page = await lab.open("?n=8&method=masks&step=100", { clock: true });
  await press(page, "2");
  assert.match(await page.locator(".says").textContent(), /^Step 100/);
  await press(page, "6");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "maze");
  await page.locator("[data-act=generate]").click();
  await page.locator("#tab-queens").click(); // While the maze is being solved.
  await page.waitForFunction(() => document.documentElement.dataset.ready === "queens");
  await page.clock.fastForward(2_000);
  assert.match(await page.locator(".says").textContent(), /^Step 100 of 17,868/);
  assert.deepEqual(await page.evaluate(() => [...new URLSearchParams(location.search).keys()].sort()), [
    "lab",
    "method",
    "n",
    "step",
  ]);
  await page.close();
});

test("a server that does not answer is reported", ofServer, async () => {
  const page = await lab.open("?n=8&method=masks&step=100");
  const before = lab.trouble.length;
  await page.route("**/api/**", (route) => route.abort());
  await press(page, "End");
  await page.waitForFunction(() => /does not answer/.test(document.querySelector(".says").textContent));
  lab.trouble.splice(before); // The browser reports what was cut off; it is meant.
  await page.close();
});

test("every step is announced, except during fast play", async () => {
  const page = await lab.open("?n=5");
  assert.equal(await page.locator(".says").getAttribute("aria-live"), "polite");
  await press(page, "ArrowRight");
  assert.match(await page.locator(".says").textContent(), /A queen on \(0, 0\)/);
  assert.match(await page.locator(".stage .board").getAttribute("aria-label"), /queens on \(0, 0\)/);
  await press(page, " ");
  await page.waitForFunction(() => document.querySelector(".says").getAttribute("aria-live") === "off");
  await press(page, " ");
  await press(page, "ArrowRight");
  assert.equal(await page.locator(".says").getAttribute("aria-live"), "polite");
  await page.close();
});

