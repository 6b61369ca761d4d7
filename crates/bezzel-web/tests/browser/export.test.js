import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bezzel, useLab, press, shown } from "./lab.js";

const lab = useLab();
const folder = mkdtempSync(join(tmpdir(), "bezzel-"));

async function exported(page, name) {
  await page.locator(".menu summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`[data-export=${name}]`).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return { path, bytes: readFileSync(path) };
}

test("the picture and the run can be kept", async () => {
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

test("a page of its own needs no server", async () => {
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
