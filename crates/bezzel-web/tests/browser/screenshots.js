// The pictures of the READMEs: npm run screenshots

import { fileURLToPath } from "node:url";
import { openLab } from "./lab.js";

const docs = fileURLToPath(new URL("../../../../docs/", import.meta.url));
const lab = await openLab();

const queens = await lab.open("?n=8&method=promising&code=python&step=1401", {
  viewport: { width: 1400, height: 860 },
  deviceScaleFactor: 1.5,
});
await queens.waitForFunction(() => document.querySelector(".skyline .solutions path"));
await queens.screenshot({ path: `${docs}lab-queens.png` });

const maze = await lab.open("?lab=maze&step=300", {
  viewport: { width: 1400, height: 820 },
  deviceScaleFactor: 1.5,
  colorScheme: "dark",
});
await maze.locator("[data-act=next]").click();
await maze.waitForFunction(() => /Route 1/.test(document.querySelector(".routes").textContent));
await maze.evaluate(() => document.activeElement.blur());
await maze.screenshot({ path: `${docs}lab-maze.png` });

await lab.close();
