import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { useLab, link, press, ready } from "./lab.js";

const folder = new URL("../../../bezzel-lab/page/lessons/", import.meta.url);
const LESSONS = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name.replace(".json", ""), JSON.parse(readFileSync(new URL(name, folder), "utf8"))]);

const lab = useLab();

/** Waits until a station is shown. */
const atStation = (page, number) =>
  page.waitForFunction(
    (number) =>
      document.querySelector("#guide")?.dataset.station === String(number) && document.documentElement.dataset.ready,
    number,
  );

test("lessons are complete, in both languages", async () => {
  assert.deepEqual(
    LESSONS.map(([name]) => name),
    ["000", "001", "002", "003", "004", "recursion"],
  );
  const page = await lab.open("");
  const parts = await page.evaluate(async (modules) => Object.keys((await import(`${modules}lessons/guide.js`)).PARTS), lab.modules);
  for (const [name, { title, about, stations }] of LESSONS) {
    assert.ok(stations.length >= 8 && stations.length <= 17, name);
    for (const text of [title, about, ...stations.map(({ text }) => text)]) {
      assert.match(text.en, /[a-z]{3}/, name);
      assert.match(text.ko, /[가-힣]{2}/, name);
    }
    for (const { at, look = [], shows } of stations) {
      assert.ok(at && shows, `${name}: ${at}`);
      assert.deepEqual(look.filter((part) => !parts.includes(part)), []);
    }
    assert.ok(stations.filter(({ at, choose }) => choose || at.includes("ask=")).length >= 1, `${name} asks something`);
  }
  // Every term is explained where it is first needed.
  const all = LESSONS.flatMap(([, { stations }]) => stations.map(({ text }) => text.ko)).join(" ");
  for (const term of ["부분해", "후보해", "유망성", "가지치기", "상태 공간 트리"]) {
    assert.ok(all.indexOf(`**${term}`) >= 0, term);
  }
  await page.close();
});

for (const [name, lesson] of LESSONS) {
  test(`lesson ${name}: every station opens its step`, async () => {
    const page = await lab.open("");
    await page.locator(`[data-lesson="${name}"]`).click();
    for (const [index, { look = [], shows, at, choose }] of lesson.stations.entries()) {
      const where = `station ${index + 1}: ${at}`;
      await atStation(page, index + 1);
      await page
        .waitForFunction((text) => document.body.textContent.includes(text), shows)
        .catch(() => assert.fail(`${where} does not show ${shows}`));
      // What the station names is seen, in view, and nothing else of the stage is.
      const hidden = await page.evaluate(async ([modules, look]) => {
        const { PARTS } = await import(`${modules}lessons/guide.js`);
        const main = document.querySelector("main").getBoundingClientRect();
        const seen = (element) => {
          const { width, height, top, bottom } = element.getBoundingClientRect();
          return width > 0 && height > 0 && bottom > main.top && top < Math.min(main.bottom, innerHeight);
        };
        return look.filter((name) => ![...document.querySelectorAll(`#lab ${PARTS[name].split(", ").join(", #lab ")}`)].some(seen));
      }, [lab.modules, look]);
      assert.deepEqual(hidden, [], where);
      const next = page.locator("#guide [data-act=nextStation]");
      if (choose || at.includes("ask=")) {
        assert.equal(await next.isDisabled(), true, where);
        if (choose) {
          await page.locator(`[data-choice="${choose.right}"]`).click();
        } else {
          await page.locator("[data-act=give-up]").click();
        }
      }
      await page.waitForFunction(() => !document.querySelector("#guide [data-act=nextStation]").disabled);
      // The link alone leads to the same place.
      if (index === 1) {
        const other = await lab.open((await link(page)).slice(lab.address.length));
        await atStation(other, 2);
        assert.equal(await other.locator("#guide .text").textContent(), await page.locator("#guide .text").textContent());
        await other.close();
      }
      await next.click();
    }
    // A lesson ends with what was learnt, and the start page marks it.
    await page.locator(".summing").waitFor();
    assert.ok((await page.locator(".summing .terms li").count()) >= 1);
    await page.locator(".summing [data-act=home]").click();
    await page.waitForFunction(() => document.documentElement.dataset.ready === "start");
    await page.locator(`[data-lesson="${name}"] .mark.done`).waitFor();
    await page.close();
  });
}

test("presentation mode: arrows change the station, and text is large", async () => {
  const page = await lab.open("?lesson=000");
  await atStation(page, 1);
  const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.querySelector("#guide .text")).fontSize));
  const before = await size();
  await page.locator("[data-act=lecture]").click();
  await page.waitForFunction(() => document.documentElement.classList.contains("lecture"));
  assert.ok((await size()) > before * 1.3);
  await press(page, "ArrowRight", 1);
  await atStation(page, 2);
  await press(page, "ArrowRight", 1);
  await atStation(page, 3);
  await press(page, "ArrowLeft", 1);
  await atStation(page, 2);
  await press(page, "Escape");
  await page.waitForFunction(() => !document.documentElement.classList.contains("lecture"));
  // Outside of a lecture the arrows step.
  await press(page, "ArrowRight");
  await page.waitForFunction(() => document.querySelector(".says").dataset.step === "1");
  assert.equal(await page.locator("#guide").getAttribute("data-station"), "2");
  await press(page, "PageDown");
  await atStation(page, 3);
  await page.close();
});

test("a lesson stays open during other actions, keeps its answers, and moves the focus", async () => {
  const page = await lab.open("?lesson=000&station=4");
  await atStation(page, 4);
  const next = page.locator("#guide [data-act=nextStation]");
  // A question that is left open stays behind.
  await page.locator("#tab-maze").click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "maze");
  assert.ok(await page.locator("[data-act=play]").isVisible());
  await page.locator("#guide [data-act=again]").click();
  await page.waitForFunction(() => document.documentElement.dataset.asking === "may");
  const step = () => page.locator(".says").getAttribute("data-step");
  // No way past the question, and none around it.
  await press(page, "ArrowLeft");
  await press(page, "ArrowRight", 2);
  assert.equal(await step(), "1");
  assert.equal(await next.isDisabled(), true);
  await page.locator("[data-answer='0.0']").click();
  await page.waitForFunction(() => !document.querySelector("#guide [data-act=nextStation]").disabled);
  // In another language, or after a reload, it is still answered.
  await page.locator("select[name=lang]").selectOption("ko");
  await page.waitForFunction(() => document.documentElement.lang === "ko" && document.documentElement.dataset.ready);
  await atStation(page, 4);
  assert.equal(await next.isDisabled(), false);
  await page.locator("#tab-maze").click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "maze");
  await atStation(page, 4);
  await page.locator("#guide [data-act=again]").click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "queens" && document.documentElement.dataset.asking === "may");
  await page.locator("[data-act=give-up]").click();
  await next.focus();
  await press(page, "Enter");
  await atStation(page, 5);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.act), "nextStation");
  await page.close();
});

test("a lesson is opened from a file, and is part of the link", async () => {
  const page = await lab.open("");
  const own = {
    title: "Six queens",
    stations: [
      { text: "Look at the **board**.", at: "lab=queens&n=6&step=3", look: ["board"] },
      { text: "퀸을 보세요.", at: "lab=queens&n=6&step=5", choose: { asks: "?", answers: ["a", "b"], right: 0 } },
    ],
  };
  const file = (content) => ({ name: "own.json", mimeType: "application/json", buffer: Buffer.from(content) });
  for (const [content, why] of [
    ["{", /not JSON/],
    ["[]", /no stations/],
    ['{"stations": []}', /no stations/],
    ['{"stations": [{"at": "n=4"}]}', /station 1 has no text/],
    ['{"stations": [{"text": "a", "choose": {}}]}', /question of station 1/],
  ]) {
    await page.locator("input[name=lesson]").setInputFiles(file(content));
    await page.locator(".lessons .refusal:visible", { hasText: why }).waitFor();
  }
  await page.locator("input[name=lesson]").setInputFiles(file(JSON.stringify(own)));
  await atStation(page, 1);
  assert.equal(await page.locator("#guide dfn").textContent(), "board");
  await page.locator("[data-act=nextStation]").click();
  await atStation(page, 2);
  const address = await link(page);
  assert.match(address, /lesson=own&station=2.*#lesson=/);
  const other = await lab.open(address.slice(lab.address.length));
  await atStation(other, 2);
  assert.equal(await other.locator("#guide .where strong").textContent(), "Six queens");
  await other.waitForFunction(() => document.querySelector(".says").dataset.step === "5");
  await other.locator("[data-choice='1']").click();
  assert.equal(await other.locator("[data-act=nextStation]").isDisabled(), true);
  await other.locator("[data-choice='0']").click();
  await other.waitForFunction(() => !document.querySelector("[data-act=nextStation]").disabled);
  await other.close();
  const broken = await lab.open("?lesson=own&lab=queens&n=4#lesson=abc");
  await ready(broken);
  assert.match(await broken.locator("#guide").textContent(), /cannot be read/);
  await broken.close();
  await page.close();
});

test("a digit answers a question, and the focus moves to Next", async () => {
  const page = await lab.open("?lesson=000&station=16");
  await atStation(page, 16);
  await page.keyboard.press("1");
  assert.match(await page.locator("#guide .choose [role=status]").textContent(), /Not quite/);
  assert.equal(await page.locator("[data-act=nextStation]").isDisabled(), true);
  await page.keyboard.press("2");
  assert.match(await page.locator("#guide .choose [role=status]").textContent(), /Right/);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.act), "nextStation");
  // The digit has opened no other tab, and afterwards it does again.
  assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), "queens");
  await page.keyboard.press("3");
  await page.waitForFunction(() => document.documentElement.dataset.ready === "hand");
  await page.close();
});

test("the help of a lesson lists the keys of presenters, and opens at its top", async () => {
  const page = await lab.open("?lesson=000&station=1", { viewport: { width: 900, height: 400 } });
  await atStation(page, 1);
  await page.keyboard.press("?");
  const dialog = page.locator("dialog");
  assert.match(await dialog.textContent(), /PageDown.*PageUp/s);
  assert.equal(await dialog.evaluate((element) => element.scrollTop), 0);
  await page.close();
});

test("a page opens with its current lines in view, and the board at least 400 pixels wide", async () => {
  const page = await lab.open("?n=4&step=12", { viewport: { width: 1440, height: 900 } });
  await page.waitForFunction(() => {
    const box = document.querySelector(".listing pre").getBoundingClientRect();
    const lit = [...document.querySelectorAll(".listing .line.lit")].map((line) => line.getBoundingClientRect());
    return lit.length > 0 && lit.every(({ top, bottom }) => top >= box.top && bottom <= Math.min(box.bottom, innerHeight));
  });
  assert.ok((await page.locator(".stage .board").boundingBox()).width >= 400);
  await page.close();
});

test("ten exercises do not repeat", async () => {
  const page = await lab.open("?n=4&exercises=7");
  const asked = new Set();
  for (let number = 1; number <= 10; number += 1) {
    const question = await page.locator(".exercise .asks").textContent();
    const step = await page.evaluate(() => document.querySelector(".says").textContent.match(/\d+/)[0]);
    assert.ok(!asked.has(`${question} ${step}`), question);
    asked.add(`${question} ${step}`);
    await page.locator("[data-act=give-up]").click();
    await page.locator("[data-act=next-exercise]").click();
  }
  await page.close();
});
