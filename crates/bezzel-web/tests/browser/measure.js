// How fast the page is: npm run measure

import { openLab } from "./lab.js";

const lab = await openLab();
const round = (time) => `${time.toFixed(1)} ms`;
const at = (times, share) => round(times.sort((a, b) => a - b)[Math.floor((times.length - 1) * share)]);

const paints = [];
const readies = [];
let size = 0;
for (let time = 0; time < 10; time += 1) {
  const page = await lab.open("?n=8", { fresh: true });
  const { paint, ready, bytes } = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    ready: Math.max(...performance.getEntriesByType("resource").map(({ responseEnd }) => responseEnd)),
    bytes: performance
      .getEntriesByType("resource")
      .filter(({ name }) => !name.includes("/api/"))
      .reduce(
        (sum, { encodedBodySize }) => sum + encodedBodySize,
        performance.getEntriesByType("navigation")[0].encodedBodySize,
      ),
  }));
  paints.push(paint);
  readies.push(ready);
  size = bytes;
  await page.close();
}
console.log(`page: ${size} bytes; first paint: median ${at(paints, 0.5)}, worst ${at(paints, 1)}`);
console.log(`everything there: median ${at(readies, 0.5)}, worst ${at(readies, 1)}`);

for (const [path, name] of [
  ["?n=4", "four queens"],
  ["?n=8&step=3000", "eight queens"],
  ["?n=12&step=5000000", "twelve queens"],
]) {
  const page = await lab.open(path, { fresh: true });
  for (const key of ["ArrowRight", "ArrowLeft"]) {
    // From the key to the picture laid out, pages of the trace on their way included.
    const times = await page.evaluate(async (key) => {
      const says = document.querySelector(".says");
      const times = [];
      for (let step = 0; step < 60; step += 1) {
        const before = says.dataset.step;
        const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        // A step within a page is shown in the same task; a timer would be slower than that.
        for (let tries = 0; says.dataset.step === before; tries += 1) {
          await (tries < 50 ? null : new Promise((done) => setTimeout(done)));
        }
        document.body.getBoundingClientRect();
        times.push(performance.now() - start);
        await new Promise((done) => requestAnimationFrame(done));
      }
      return times;
    }, key);
    console.log(`${name}, ${key}: median ${at(times, 0.5)}, 95 % ${at(times, 0.95)}, worst ${at(times, 1)}`);
  }
  await page.close();
}
// Frames while a thousand steps a second are played.
for (const step of [0, 1_000_000, 5_000_000, 9_000_000]) {
  const page = await lab.open(`?n=12&speed=1000&step=${step}`, { fresh: true });
  const times = await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    const times = [];
    let last = performance.now();
    for (let frame = 0; frame < 300; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    return times;
  });
  const played = Number(await page.locator(".says").getAttribute("data-step")) - step;
  const seconds = times.reduce((a, b) => a + b) / 1000;
  console.log(
    `frames from step ${step}: median ${at(times, 0.5)}, 95 % ${at(times, 0.95)}, worst ${at(times, 1)}; ${Math.round(played / seconds)} steps a second`,
  );
  await page.close();
}
await lab.close();
