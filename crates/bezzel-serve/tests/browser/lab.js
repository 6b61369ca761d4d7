// Starts a lab to test (the server, the site or the one file) and a real Chromium, and checks for
// errors and foreign requests.

import { after, before } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** The program under test. */
export const bezzel =
  process.env.BEZZEL ?? fileURLToPath(new URL("../../../../target/debug/bezzel", import.meta.url));

/** Where the site lies that `./site` has written. */
export const site = process.env.SITE ?? fileURLToPath(new URL("../../../../target/site", import.meta.url));

/** Which lab is tested: that of the `server`, the `site`, or the one `file`. */
export const kind = process.env.LAB ?? "server";

/** For tests of what a server alone has. */
export const ofServer = { skip: kind === "server" ? false : "there is no server" };

const KINDS = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
  png: "image/png",
  wasm: "application/wasm",
};

/** Starts a web host with the site in a folder. */
export async function host() {
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url, "http://here").pathname);
    // Some hosts lead from the name of a page to its folder.
    if (path === "/some/where/index.html") return response.writeHead(301, { location: "/some/where/" }).end();
    const file = path.startsWith("/some/where/") && `${site}/${path.slice("/some/where/".length) || "index.html"}`;
    if (!file || !existsSync(file)) return response.writeHead(404).end();
    const type = KINDS[file.split(".").pop()] ?? "application/octet-stream";
    return response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://127.0.0.1:${server.address().port}/some/where/`, close: () => server.close() };
}

/** The server of the lab. */
export async function serve(options = []) {
  const server = spawn(bezzel, ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "ignore"] });
  // The test runner terminates a file that exceeds its time limit: `close` is not called then.
  process.once("exit", () => server.kill("SIGTERM"));
  process.once("SIGTERM", () => process.exit(143));
  const [address] = await once(createInterface({ input: server.stdout }), "line");
  const close = async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  };
  return { address, close };
}

/** Whatever shows the lab, until `close`. */
async function show(what, options) {
  if (what === "server") return serve(options);
  if (what === "site") return host();
  return { address: `${pathToFileURL(`${site}/lab.html`)}`, close: () => {} };
}

const CHROMIUM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The lab and the browser, until `close`. */
export async function openLab(options = [], what = kind) {
  const shown = await show(what, options);
  const { address } = shown;
  let asked = what === "server" ? shown : null;
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
  // A browser context for each set of options, shared by its pages: the lab stores nothing but its
  // address.
  const contexts = new Map();
  const contextFor = async ({ fresh, ...options }) => {
    const key = JSON.stringify(options);
    if (fresh || !contexts.has(key)) {
      const context = await browser.newContext({
        viewport: { width: 1400, height: 950 },
        locale: "en-US",
        ...options,
      });
      await context.addInitScript(installReader);
      contexts.set(key, context);
    }
    return contexts.get(key);
  };
  const lab = {
    address,
    trouble: [],
    /** Where the page's modules are imported from. */
    modules: { server: "/", site: address, file: "lab/" }[what],
    /** What the program itself answers. */
    async ask(path) {
      asked ??= await serve();
      return (await fetch(`${asked.address}api/${path}`)).json();
    },
    /**
     * Opens a page at `path` that reports errors and requests to other origins. A `fresh` one
     * shares nothing with earlier pages.
     */
    async open(path = "", { clock = false, ...options } = {}) {
      const page = await (await contextFor(options)).newPage();
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) lab.trouble.push(`${path}: ${message.text()}`);
      });
      page.on("pageerror", (error) => lab.trouble.push(`${path}: ${error.message}`));
      page.on("request", (request) => {
        const url = request.url();
        const here = url.startsWith(address) || /^(data|blob|file):/.test(url);
        if (!here) lab.trouble.push(`${path}: asks for ${url}`);
      });
      // A clock that can be advanced, to check what must not happen later.
      if (clock) await page.clock.install();
      await page.goto(path.startsWith("file:") ? path : address + path);
      await ready(page);
      return page;
    },
    async close() {
      await browser.close();
      await shown.close();
      if (asked && asked !== shown) await asked.close();
    },
  };
  return lab;
}

/** A lab for all tests of a file. At the end, no error or foreign request may have occurred. */
export function useLab(options, what = kind) {
  const lab = {};
  before(async () => Object.assign(lab, await openLab(options, what)));
  after(async () => {
    await lab.close();
    assert.deepEqual(lab.trouble, []);
  });
  return lab;
}

/** Waits until the tab is open. */
export const ready = (page) => page.waitForFunction(() => document.documentElement.dataset.ready);

/** Returns the address, once it contains what is shown. */
export async function link(page) {
  await page.waitForFunction(() => document.documentElement.dataset.writing === undefined);
  return page.url();
}

/** How many engines can be chosen: a browser's tab has one less than the program. */
export const engines = (page) => page.locator("select[name=engine] option").count();

/** What the queens' tab shows, as a reader takes it in. */
export const shown = (page) => page.evaluate(() => globalThis.reader.shown());

/** Returns what is shown after each of a number of key presses. */
export const walk = (page, key, times) =>
  page.evaluate(([key, times]) => globalThis.reader.walk(key, times), [key, times]);

/** What it shows at each of these steps. */
export const visit = (page, steps) => page.evaluate((steps) => globalThis.reader.visit(steps), steps);

/** Put into every page: reads what is shown, and many steps of it without a message to and fro for each. */
function installReader() {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const texts = (selector) => all(selector).map((element) => element.textContent);
  const text = (selector) => document.querySelector(selector)?.textContent;
  // A page of the trace may still be on its way; so may the solutions, which come after the board.
  const isWhole = () =>
    document.querySelector(".says")?.dataset.step === document.querySelector(".player input").value &&
    (text("[data-counter=solutions]") === "0" || text(".gallery li") !== undefined);
  const read = () => ({
    says: text(".says"),
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
    reasons: texts(".tree .node.rejected title"),
    here: text(".tree .node.here title") ?? "",
    gallery: all(".gallery li").length,
    memory: texts(".cells .values"),
    table: texts(".levels tfoot tr"),
  });
  const shown = async () => {
    while (!isWhole()) await new Promise(requestAnimationFrame);
    return read();
  };
  // Many steps are drawn one after the other, without waiting for the screen to show each.
  const walk = async (key, times) => {
    const onScreen = globalThis.requestAnimationFrame;
    globalThis.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()));
    const seen = [];
    for (let time = 0; time < times; time += 1) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      seen.push(await shown());
    }
    globalThis.requestAnimationFrame = onScreen;
    return seen;
  };
  const visit = async (steps) => {
    const slider = document.querySelector(".player input");
    const seen = [];
    for (const step of steps) {
      slider.value = step;
      slider.dispatchEvent(new Event("input"));
      seen.push(await shown());
    }
    return seen;
  };
  globalThis.reader = { shown, visit, walk };
}

/** Sets a knob, which may be behind a menu. */
export const choose = (page, name, value) =>
  page.locator(`[name=${name}]`).first().evaluate((knob, value) => {
    if (knob.type === "checkbox") knob.checked = value;
    else knob.value = value;
    knob.dispatchEvent(new Event("change", { bubbles: true }));
  }, value);

/** Clicks a square of the board, counted from 0. */
export async function clickSquare(page, row, column) {
  const { x, y } = await page.locator(".stage .board").evaluate(
    (board, [row, column]) => {
      const { x, y } = new DOMPoint((column + 0.5) * 45, (row + 0.5) * 45).matrixTransform(board.getScreenCTM());
      return { x, y };
    },
    [row, column],
  );
  await page.mouse.click(x, y);
}

/** Presses a key a number of times. */
export async function press(page, key, times = 1) {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
}
