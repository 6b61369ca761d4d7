import { after, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bezzel, ofServer, useLab, press, shown } from "./lab.js";

const lab = useLab();
const folder = mkdtempSync(join(tmpdir(), "bezzel-"));
after(() => rmSync(folder, { recursive: true }));

async function exported(page, name) {
  if (!(await page.locator(".under .menu").evaluate((menu) => menu.open))) await page.locator(".under .menu > summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`[data-export=${name}]`).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return { path, bytes: readFileSync(path) };
}

test("pictures and recordings are exported", async () => {
  const page = await lab.open("?n=4&step=30");
  const svg = (await exported(page, "svg")).bytes.toString();
  const drawn = await page.evaluate(
    (text) => {
      const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
      return {
        error: drawing.querySelector("parsererror")?.textContent,
        queens: drawing.querySelectorAll(".queen").length,
        nodes: drawing.querySelectorAll(".node").length,
      };
    },
    svg.replace(/<style>[^]*<\/style>/, ""),
  ); // The policy of the page holds for what the test parses there.
  assert.equal(drawn.error, undefined);
  assert.equal(drawn.queens, 4);
  assert.equal(drawn.nodes, (await shown(page)).nodes);
  assert.ok(!svg.includes("var(--"), "colours are spelt out");

  const png = (await exported(page, "png")).bytes;
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  assert.ok(png.readUInt32BE(16) > 1000, "wide enough to be read");

  const gif = (await exported(page, "gif")).bytes;
  assert.equal(gif.subarray(0, 6).toString(), "GIF89a");

  const html = await exported(page, "html");
  const own = await lab.open(`${pathToFileURL(html.path)}?step=30`);
  assert.deepEqual((await shown(own)).queens, (await shown(page)).queens);
  await page.close();
  await own.close();
});

test("an exported page needs no server", ofServer, async () => {
  const file = join(folder, "five.html");
  execFileSync(bezzel, ["queens", "trace", "5", "--html", file]);
  const page = await lab.open(String(pathToFileURL(file)));
  assert.equal(await page.locator("[role=tab]").count(), 1);
  await press(page, "s");
  const now = await shown(page);
  assert.deepEqual(now.queens, [
    [0, 0],
    [1, 2],
    [2, 4],
    [3, 1],
    [4, 3],
  ]);
  await press(page, "End");
  const { counters } = await shown(page);
  assert.deepEqual([counters.visited, counters.promising, counters.solutions], ["221", "54", "10"]);
  assert.equal(await page.locator("[data-export=gif]").count(), 0);
  const svg = (await exported(page, "svg")).bytes.toString();
  assert.ok(svg.includes("<svg"));
  await page.close();

  const korean = join(folder, "ko.html");
  execFileSync(bezzel, [
    "queens",
    "trace",
    "8",
    "--html",
    korean,
    "--method",
    "masks",
    "--lang",
    "ko",
    "--limit",
    "3000",
  ]);
  const other = await lab.open(String(pathToFileURL(korean)));
  await press(other, "End");
  assert.match((await shown(other)).says, /단계/);
  await other.close();
});

test("an exported lesson is one page", ofServer, async () => {
  const file = join(folder, "lesson.html");
  const said = spawnSync(bezzel, ["queens", "trace", "4", "--html", file, "--lesson", "002"]);
  assert.match(String(said.stderr), /10 stations left out/);
  const page = await lab.open(String(pathToFileURL(file)));
  const station = (number) =>
    page.waitForFunction(
      (number) => document.querySelector("#guide").dataset.station === String(number) && document.documentElement.dataset.ready,
      number,
    );
  // Its boards have 3, 4 and 8 queens; it ends with a summary.
  const sizes = [];
  for (let number = 1; number <= 6; number += 1) {
    await station(number);
    sizes.push(Math.sqrt(await page.locator(".stage .square").count()));
    if ((await page.evaluate(() => document.documentElement.dataset.asking)) !== undefined)
      await page.locator("[data-act=give-up]").click();
    await page.waitForFunction(() => !document.querySelector("[data-act=nextStation]").disabled);
    await page.locator("[data-act=nextStation]").click();
  }
  await page.locator(".summing").waitFor();
  assert.deepEqual(sizes, [3, 4, 4, 4, 8, 8]);
  assert.match(await page.locator(".says").textContent(), /^Step 17,868 of 17,868/);
  await page.close();
});

/** The files of an archive that is not compressed. */
function unpack(archive) {
  const files = {};
  for (let at = 0; archive.readUInt32LE(at) === 0x04034b50; ) {
    const [size, name] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const start = at + 30 + name;
    files[archive.toString("utf8", at + 30, start)] = archive.toString("utf8", start, start + size);
    at = start + size;
  }
  return files;
}

test("a SCORM package reports start, score and completion", ofServer, async () => {
  const file = join(folder, "lesson.zip");
  execFileSync(bezzel, ["queens", "trace", "4", "--scorm", file, "--lesson", "001"]);
  const files = unpack(readFileSync(file));
  assert.deepEqual(Object.keys(files), ["imsmanifest.xml", "index.html"]);
  assert.match(files["imsmanifest.xml"], /<schemaversion>1\.2</);
  // The archive is one that others read, too.
  assert.match(String(execFileSync("python3", ["-m", "zipfile", "-t", file])), /Done testing/);
  const page = await lab.open("");
  const html = { contentType: "text/html" };
  await page.route("**/sco.html", (route) => route.fulfill({ ...html, body: files["index.html"] }));
  await page.route("**/lms.html", (route) =>
    route.fulfill({
      ...html,
      body: `<!doctype html><html lang="en"><title>LMS</title><link rel="icon" href="data:,"><script>
        window.received = { calls: [], values: {} };
        const called = (name) => (...values) => { received.calls.push(name); return "true"; };
        window.API = {
          LMSInitialize: called("LMSInitialize"), LMSFinish: called("LMSFinish"), LMSCommit: called("LMSCommit"),
          LMSGetValue: (name) => received.values[name] ?? "", LMSSetValue: (name, value) => { received.values[name] = value; return "true"; },
        };
        </script><iframe id="sco" src="/sco.html" width="1200" height="800"></iframe></html>`,
    }),
  );
  await page.goto(`${lab.address}lms.html`);
  const received = () => page.evaluate(() => globalThis.received);
  const frame = page.frameLocator("#sco");
  await frame.locator("#guide[data-station='1']").waitFor();
  assert.equal((await received()).values["cmi.core.lesson_status"], "incomplete");
  assert.equal((await received()).calls[0], "LMSInitialize");
  for (let number = 1; number < 12; number += 1) {
    await frame.locator(`#guide[data-station='${number}']`).waitFor();
    const next = frame.locator("[data-act=nextStation]");
    // One question is answered rightly, the other is given up.
    if (await next.isDisabled()) {
      const right = frame.locator("[data-answer=back]");
      await ((await right.count()) ? right : frame.locator("[data-act=give-up]")).click();
    }
    await next.click();
  }
  await frame.locator("#guide[data-station='12']").waitFor();
  await page.waitForFunction(() => globalThis.received.values["cmi.core.lesson_status"] === "completed");
  const { values } = await received();
  assert.deepEqual([values["cmi.core.lesson_location"], values["cmi.core.score.raw"]], ["12", "50"]);
  await page.evaluate(() => document.getElementById("sco").remove());
  await page.waitForFunction(() => globalThis.received.calls.includes("LMSFinish"));
  await page.close();
});

test("the whole lab is exported as one page, opened at a board or a lesson", ofServer, async () => {
  const file = join(folder, "lab.html");
  const board = "#....\n.....\n..Q..\n.....\n.....\n";
  execFileSync(bezzel, ["queens", "trace", "--board", "-", "--method", "masks", "--html", file, "--with-lab"], { input: board });
  const page = await lab.open(String(pathToFileURL(file)));
  assert.equal(await page.locator(".stage .queen:not(.gone)").count(), 1);
  assert.equal(await page.locator("select[name=method]").inputValue(), "masks");
  await page.locator("#tab-maze").click();
  await page.waitForFunction(() => document.documentElement.dataset.ready === "maze");
  await page.close();
  execFileSync(bezzel, ["queens", "trace", "4", "--html", file, "--with-lab", "--lesson", "002", "--lang", "ko"]);
  const lesson = await lab.open(String(pathToFileURL(file)));
  await lesson.waitForFunction(() => document.documentElement.dataset.ready === "maze");
  assert.equal(await lesson.locator("#guide").getAttribute("data-station"), "1");
  assert.equal(await lesson.evaluate(() => document.documentElement.lang), "ko");
  await lesson.close();
});
