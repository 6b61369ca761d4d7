// The lab without a server: its answers, its independence of any server, and its robustness.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ready, serve, shown, site, useLab } from "../lab.js";

const lab = useLab([], "site");
let server;
before(async () => {
  server = await serve();
});
after(() => server.close());

/** Returns every example of the API's description: method, address, media type and body. */
async function examples() {
  const { paths } = await (await fetch(`${server.address}api`)).json();
  return Object.entries(paths).map(([path, ways]) => {
    const [[way, { "x-example": example }]] = Object.entries(ways);
    if (way === "get") return { method: "GET", address: example || path };
    return { method: "POST", address: path, kind: "application/json", body: example };
  });
}

/** What may differ: times, the bounds of a server and of a tab, and an engine that a tab does without. */
function comparable(address, bytes) {
  const text = bytes.toString("latin1");
  if (address.startsWith("/api/count")) return text.trim().split("\n").at(-1).replace(/"seconds":[^,]*/, "");
  if (address !== "/api/about") return text;
  const about = JSON.parse(bytes);
  delete about.file;
  delete about.count.limit;
  delete about.count.usual;
  // Boards for which halves are worth joining are too large for a tab.
  about.count.engines = about.count.engines.filter(({ name }) => name !== "halves");
  about.count.engines.forEach((engine) => {
    delete engine.limit;
    delete engine.slow_from;
  });
  return JSON.stringify(about);
}

test("the browser and the server answer with equal bytes", async () => {
  const page = await lab.open("");
  const asked = await examples();
  assert.ok(asked.length >= 20);
  for (const { method, address, kind, body } of asked) {
    const native = await fetch(new URL(address, server.address), { method, body, headers: kind ? { "content-type": kind } : {} });
    const expected = Buffer.from(await native.arrayBuffer());
    const answer = await page.evaluate(
      async ([modules, method, address, body]) => {
        const { library } = await import(`${modules}source.js`);
        const response = await (await library()).request(address, { method, body });
        const bytes = new Uint8Array(await response.arrayBuffer());
        let letters = "";
        for (const byte of bytes) letters += String.fromCharCode(byte);
        return { status: response.status, kind: response.headers.get("content-type"), text: btoa(letters) };
      },
      [lab.modules, method, address, body],
    );
    const bytesInBrowser = Buffer.from(answer.text, "base64");
    assert.deepEqual([answer.status, answer.kind], [native.status, native.headers.get("content-type")], address);
    assert.equal(comparable(address, bytesInBrowser), comparable(address, expected), address);
  }
  await page.close();
});

test("every engine in the browser agrees with the published counts", async () => {
  const page = await lab.open("?lab=count");
  const wrong = await page.evaluate(
    async ([modules]) => {
      const { ask } = await import(`${modules}source.js`);
      const { engines, published } = (await (await ask("about")).json()).count;
      const wrong = [];
      for (const { name } of engines) {
        const most = { promising: 8, arrays: 9, masks: 10 }[name] ?? 13;
        for (let n = 1; n <= most; n += 1) {
          const lines = await (await ask("count", { n, engine: name })).text();
          const { done } = JSON.parse(lines.trim().split("\n").at(-1));
          if (done?.count !== published[n]) wrong.push(`${name} ${n}: ${lines}`);
        }
      }
      return wrong;
    },
    [lab.modules],
  );
  assert.deepEqual(wrong, []);
  await page.close();
});

test("after the first visit the site needs no network", async () => {
  const page = await lab.open("", { fresh: true });
  await page.evaluate(async () => {
    const { active, waiting, installing } = await navigator.serviceWorker.ready;
    const worker = active ?? waiting ?? installing;
    while (worker.state !== "activated") await new Promise((done) => worker.addEventListener("statechange", done, { once: true }));
  });
  // What was read is kept, too.
  await page.goto(`${lab.address}pages/README.html`);
  // The way back leads to the lab, also on hosts that lead from its name to its folder.
  await page.locator("nav a").click();
  await ready(page);
  await page.context().setOffline(true);
  for (const [path, tab] of [
    ["?n=8&step=100", "queens"],
    ["?lab=maze", "maze"],
    ["?lesson=000&station=2", "queens"],
    ["", "start"],
  ]) {
    await page.goto(lab.address + path);
    await ready(page);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), tab);
  }
  await page.goto(`${lab.address}pages/README.html`);
  assert.match(await page.title(), /Bezzel/);
  assert.ok(await page.evaluate(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0)));
  await page.context().setOffline(false);
  await page.close();
});

test("every link of the site has a target", async () => {
  const pages = readdirSync(site, { recursive: true }).filter((name) => /^pages\/.*\.html$/.test(name));
  assert.ok(pages.includes("pages/README.ko.html") && pages.length > 10);
  for (const name of pages) {
    const html = readFileSync(join(site, name), "utf8");
    for (const [, target] of html.matchAll(/(?:href|src)="([^"#]+)(?:#[^"]*)?"/g)) {
      if (/^(https:|data:|mailto:)/.test(target)) continue;
      const file = join(site, dirname(name), target);
      assert.ok(existsSync(file) && !relative(site, file).startsWith(".."), `${name} leads to ${target}`);
    }
  }
  const page = await lab.open("");
  for (const link of await page.locator(".take a").evaluateAll((links) => links.map(({ href }) => href))) {
    assert.ok(existsSync(join(site, link.slice(lab.address.length))), link);
  }
  await page.close();
});

test("the server serves the same file", async () => {
  const response = await fetch(`${server.address}lab.html`);
  assert.match(response.headers.get("content-disposition"), /attachment/);
  assert.equal(await response.text(), readFileSync(join(site, "lab.html"), "utf8"));
  const page = await lab.open(`${pathToFileURL(join(site, "lab.html"))}?n=6&step=40`);
  assert.match((await shown(page)).says, /^Step 40/);
  await page.close();
});

/** Runs in the page: an instance of the library, and a request that takes minutes. */
const begin = (page) =>
  page.evaluate(async (modules) => {
    const { library } = await import(`${modules}source.js`);
    const { Library } = await import(`${modules}library.js`);
    const { module, script } = await library();
    const own = new Library(module, script);
    // A long room: its routes have hundreds of digits, and are counted again at every fork.
    const lines = Array.from({ length: 700 }, () => " ".repeat(12));
    lines[0] = `S${lines[0].slice(1)}`;
    lines[699] = `${lines[699].slice(1)}G`;
    const body = JSON.stringify({ maze: lines.join("\n"), seed: 7 });
    globalThis.own = own;
    globalThis.long = (signal) => own.request("/api/maze/routes", { method: "POST", body, signal });
    globalThis.short = async () => (await own.request("/api/queens/4")).status;
  }, lab.modules);

test("an aborted request ends at once", async () => {
  const page = await lab.open("");
  await begin(page);
  const outcomes = await page.evaluate(async () => {
    const control = new AbortController();
    const left = globalThis.long(control.signal).catch(({ name }) => name);
    const behind = globalThis.short();
    while (!globalThis.own.instance) await new Promise((done) => setTimeout(done));
    control.abort();
    return [await left, await behind];
  });
  assert.deepEqual(outcomes, ["AbortError", 200]);
  await page.close();
});

test("a request over its time limit ends with an error", async () => {
  const page = await lab.open("", { clock: true });
  await begin(page);
  const late = page.evaluate(async () => (await (await globalThis.long()).json()).error);
  let over = false;
  late.finally(() => {
    over = true;
  });
  // The clock of the page is the test's: eleven seconds are over at once.
  while (!over) await page.clock.runFor(11_000);
  assert.equal(await late, "the request was stopped after 10 seconds; try a smaller size");
  assert.equal(await page.evaluate(() => globalThis.short()), 200);
  await page.close();
});

test("a panic in the browser module is reported, and a new module is loaded", async () => {
  const page = await lab.open("");
  await begin(page);
  const answers = await page.evaluate(async () => {
    const before = await globalThis.short();
    const broken = globalThis.own.request("/api/queens/5");
    // What no page sends.
    globalThis.own.instance.worker.postMessage(null);
    const answer = await broken;
    const { error } = await answer.json();
    return [before, answer.status, error, await globalThis.short()];
  });
  assert.deepEqual(answers, [200, 500, "internal error in this request; the lab is still running, try again", 200]);
  await page.close();
});

test("a count is cancelled at once, and invalid requests are refused", async () => {
  const page = await lab.open("?lab=count&n=18&engine=promising");
  await page.locator("[data-act=count]").click();
  await page.locator("[data-act=cancel]").click();
  await page.waitForFunction(() => document.querySelector(".result").textContent === "Cancelled.");
  const accepted = await page.evaluate(async (modules) => {
    const { ask } = await import(`${modules}source.js`);
    const asked = [
      "count?n=4000000000&engine=lanes",
      "count?n=8&engine=lanes&threads=100000",
      "queens/4000000000",
      `queens/4?board=${"Q".repeat(1_000_000)}`,
      "maze/generate?width=4000000000&height=4000000000&seed=1",
      "evolution?n=64&seed=1&population=4000000000",
      "queens/4/page?method=masks&step=99999999999999999999",
    ];
    const outcomes = asked.map((path) =>
      ask(path).then(
        () => path,
        ({ message }) => (message ? null : path),
      ),
    );
    return (await Promise.all(outcomes)).filter((path) => path !== null);
  }, lab.modules);
  assert.deepEqual(accepted, []);
  await page.close();
});
