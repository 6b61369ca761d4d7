// How fast the lab is, as a server, as a site and as one file: npm run measure
// BEZZEL and SITE name the program and the folder that `./site` has written.

import { openLab } from "./lab.js";

const round = (time) => `${time.toFixed(1)} ms`;
const at = (times, share) => round(times.sort((a, b) => a - b)[Math.floor((times.length - 1) * share)]);
const say = (what, times) => console.log(`  ${what}: median ${at(times, 0.5)}, 95 % ${at(times, 0.95)}, worst ${at(times, 1)}`);

/** So many times, in a browser that has seen empty. */
async function again(times, measure) {
  const measured = [];
  for (let time = 0; time < times; time += 1) measured.push(await measure());
  return measured;
}

/** From the address to the first words, and to the first step a reader takes. */
async function opening(lab) {
  const once = async () => {
    const page = await lab.open("?n=8", { fresh: true });
    const measured = await page.evaluate(async () => {
      const says = document.querySelector(".says");
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      while (says.dataset.step !== "1") await new Promise((done) => setTimeout(done));
      return { paint: performance.getEntriesByName("first-contentful-paint")[0].startTime, step: performance.now() };
    });
    await page.close();
    return measured;
  };
  const measured = await again(10, once);
  say("first paint", measured.map(({ paint }) => paint));
  say("first step", measured.map(({ step }) => step));
}

/** From a key to the picture laid out, pages of the trace on their way included. */
async function steps(lab, path, name) {
  const page = await lab.open(path, { fresh: true });
  for (const key of ["ArrowRight", "ArrowLeft"]) {
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
    say(`${name}, ${key}`, times);
  }
  await page.close();
}

/** What the library is asked, without anything drawn. */
async function answers(lab) {
  const page = await lab.open("?lab=hand", { fresh: true });
  const measured = await page.evaluate(async (modules) => {
    const { get, ask } = await import(`${modules}source.js`);
    const timed = async (work) => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const whole = async () => {
      const { steps } = await get("queens/8");
      for (let step = 0; step < steps; ) {
        const page = await get("queens/8/page", { method: "arrays", step });
        step += page.events.length;
      }
    };
    const count = async () => (await ask("count", { n: 14, engine: "lanes", threads: 2 })).text();
    const measured = {
      "eight queens, the whole trace": await timed(whole),
      "twelve queens, the index of pages": await timed(() => get("queens/12")),
      "twelve queens, a page in the middle": await timed(() => get("queens/12/page", { method: "arrays", step: 5_000_000 })),
      "fourteen queens counted by two workers": await timed(count),
    };
    measured["the same again"] = await timed(count);
    return measured;
  }, lab.modules);
  for (const [what, time] of Object.entries(measured)) console.log(`  ${what}: ${round(time)}`);
  await page.close();
}

/** Frames while a thousand steps a second are played. */
async function frames(lab, step) {
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
  say(`frames from step ${step}, ${Math.round(played / seconds)} steps a second`, times);
  await page.close();
}

for (const kind of process.argv.length > 2 ? process.argv.slice(2) : ["server", "site", "file"]) {
  console.log(kind);
  const lab = await openLab([], kind);
  await opening(lab);
  await steps(lab, "?n=8&step=3000", "eight queens");
  await steps(lab, "?n=12&step=5000000", "twelve queens");
  await answers(lab);
  await frames(lab, 1_000_000);
  await lab.close();
}
