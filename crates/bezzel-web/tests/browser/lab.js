// A lab to test: the server, a real Chromium, and an eye on everything that must not happen.

import { after, before } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The program under test. */
export const bezzel =
  process.env.BEZZEL ?? fileURLToPath(new URL("../../../../target/release/bezzel", import.meta.url));

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The server and the browser, until `close`. */
export async function openLab() {
  const server = spawn(bezzel, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
  const [address] = await once(createInterface({ input: server.stdout }), "line");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? CHROMIUM.find(existsSync),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  const lab = {
    address,
    trouble: [],
    /** A page of its own, opened at `path`, that reports errors and requests to elsewhere. */
    async open(path = "", { clock = false, ...options } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1400, height: 950 },
        locale: "en-US",
        ...options,
      });
      const page = await context.newPage();
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) lab.trouble.push(`${path}: ${message.text()}`);
      });
      page.on("pageerror", (error) => lab.trouble.push(`${path}: ${error.message}`));
      page.on("request", (request) => {
        const url = request.url();
        const here = url.startsWith(address) || /^(data|blob|file):/.test(url);
        if (!here) lab.trouble.push(`${path}: asks for ${url}`);
      });
      // A clock that can be put forward, for what must not happen later either.
      if (clock) await page.clock.install();
      await page.goto(path.startsWith("file:") ? path : address + path);
      await ready(page);
      return page;
    },
    async close() {
      await browser.close();
      server.kill("SIGINT");
      if (server.exitCode === null) await once(server, "exit");
    },
  };
  return lab;
}

/** A lab for all tests of a file. When they are done, nothing may have happened that must not. */
export function useLab() {
  const lab = {};
  before(async () => Object.assign(lab, await openLab()));
  after(async () => {
    await lab.close();
    assert.deepEqual(lab.trouble, []);
  });
  return lab;
}

/** Waits until the tab is open. */
export const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.ready);

/** The address, once it tells what is shown. */
export async function link(page) {
  await page.waitForFunction(() => document.documentElement.dataset.writing === undefined);
  return page.url();
}

/** Waits until something holds here, not in the page. */
export async function until(holds) {
  while (!holds()) await new Promise((done) => setImmediate(done));
}

/** How many engines the program has. */
export const engines = (page) =>
  page.evaluate(async () => (await (await fetch("/api/about")).json()).count.engines.length);

/** What the queens' tab shows, as a reader takes it in. */
export async function shown(page) {
  // A page of the trace may still be on its way.
  await page.waitForFunction(
    () => document.querySelector(".says")?.dataset.step === document.querySelector(".player input").value,
  );
  // So may the solutions, which come after the board.
  await page.waitForFunction(() => {
    const found = document.querySelector("[data-counter=solutions]").textContent;
    return found === "0" || document.querySelector(".gallery li");
  });
  return page.evaluate(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const texts = (selector) => all(selector).map((element) => element.textContent);
    return {
      says: document.querySelector(".says").textContent,
      queens: all(".stage .queen:not(.gone)")
        .map(({ dataset }) => [Number(dataset.row), Number(dataset.column)])
        .sort(([one], [other]) => one - other),
      crosses: all(".stage .cross").length,
      attack: all(".stage .attack").length,
      lit: texts(".line.lit").map((line) => line.trim()),
      counters: Object.fromEntries(
        all("[data-counter]").map((output) => [output.dataset.counter, output.textContent]),
      ),
      nodes: all(".tree .node").length,
      rejected: all(".tree .node.rejected").length,
      solutions: all(".tree .node.solution").length,
      here: document.querySelector(".tree .node.here text")?.textContent ?? "",
      gallery: all(".gallery li").length,
      memory: texts(".cells .values"),
      table: texts(".levels tfoot tr"),
    };
  });
}

/** Presses a key so many times. */
export async function press(page, key, times = 1) {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}
