// The pictures of the READMEs: npm run screenshots

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bezzel, openLab } from "./lab.js";

const docs = fileURLToPath(new URL("../../../../docs/", import.meta.url));
const lab = await openLab();

const queens = await lab.open("?n=4&method=promising&code=python&step=9", {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1.5,
});
await queens.waitForFunction(() => document.querySelector(".skyline .solutions path"));
await queens.screenshot({ path: `${docs}lab-queens.png` });

const lesson = await lab.open("?lesson=000&station=9", { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 });
await lesson.waitForFunction(() => document.documentElement.dataset.asking);
await lesson.screenshot({ path: `${docs}lab-lesson.png` });

const maze = await lab.open("?lab=maze&width=9&height=5&seed=7&algorithm=kruskal&step=60", {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 1.5,
  colorScheme: "dark",
});
await maze.screenshot({ path: `${docs}lab-maze.png` });

await lab.close();

// A run of eighteen queens: a worker that left, two that are there, and about half of the plan done.
const folder = mkdtempSync(join(tmpdir(), "bezzel-runs-"));
const ledger = ["--ledger", join(folder, "runs.db")];
execFileSync(bezzel, ["run", "start", "18", "--name", "q18", "--tasks", "2000", ...ledger]);
const work = (...words) => spawn(bezzel, ["run", "work", "q18", "--threads", "1", ...words, ...ledger]);
await once(work("--for", "1"), "exit");
const workers = [work(), work("--method", "border")];
const watched = await openLab(ledger);
const runs = await watched.open("?lab=runs", { viewport: { width: 1400, height: 860 }, deviceScaleFactor: 1.5 });
await runs.waitForFunction(() => document.querySelector(".run progress").value > 0.45);
await runs.screenshot({ path: `${docs}lab-runs.png` });
workers.forEach((worker) => worker.kill());
await watched.close();
rmSync(folder, { recursive: true });

// The lab as one file, which counts without a server.
const alone = await openLab([], "file");
const count = await alone.open("?lab=count&n=17", { viewport: { width: 1400, height: 470 }, deviceScaleFactor: 1.5 });
await count.locator("[data-act=count]").click();
await count.waitForFunction(() => document.querySelector(".result").textContent);
await count.screenshot({ path: `${docs}lab-file.png` });
await alone.close();
