import { test } from "node:test";
import assert from "node:assert/strict";
import { useLab, press, ready } from "../lab.js";

const lab = useLab();

// Names of programs, methods, units and keys are the same in every language.
const KNOWN = new RegExp(
  `\\b(${[
    "Bezzel|Max|English|OEIS|USB|True|False|is_free|placed|found|countdown|total|numbers|words|word|letter|JSON|SVG|PNG|GIF|HTML|SCORM|Shift|Escape|Home|End|Ctrl|Enter|PDF",
    "promising|arrays|masks|border|lanes|halves|gpu|plain|push|pop|append|pruning|infeasible|visited|DFS",
    "Python|Java|Rust|Pseudocode|stack|columns|rising|falling|free|search|row|level|column|main|len|child|bit|bits|queen",
    "NSWE|NSEW|[NSEW]{4}|PageDown|PageUp|bezzel|run|start|serve|name|ledger|close|db|stations|text|at",
  ].join("|")})\\b`,
  "g",
);

test("nothing is left in English on the Korean page", async () => {
  const left = [];
  const look = async (page, path) => {
    const found = await page.evaluate(() => {
      // Code is the same in all languages.
      const isCode = (element) => element.closest("pre, code, option[value='en'], noscript, style, script, datalist");
      const texts = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        if (!isCode(node.parentElement)) texts.push(node.textContent);
      }
      for (const element of document.querySelectorAll("[title], [aria-label], [placeholder]")) {
        if (isCode(element)) continue;
        for (const name of ["title", "aria-label", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
      }
      return texts;
    });
    for (const text of new Set(found)) {
      const rest = text.replace(KNOWN, "");
      if (/[A-Za-z]{3,}/.test(rest)) left.push(`${path}: ${text.trim()}`);
    }
  };
  const helped = new Set();
  const page = await lab.open("", { locale: "ko-KR" });
  for (const path of [
    "",
    "?n=4&step=2",
    "?n=4&step=32&code=stack",
    "?n=3&step=23&tree=saved",
    "?n=8&step=5000&method=arrays&numbers=sum",
    "?n=8&step=9000&method=masks",
    "?n=4&step=1&ask=may",
    "?n=4&step=4&ask=next",
    "?n=4&step=4&ask=children",
    "?n=4&step=10&ask=reject",
    "?lesson=000&station=1",
    "?lesson=004&station=7",
    "?lab=hand&n=8&queens=2.3,4.5",
    "?lab=hand&n=4&queens=0.0,1.2",
    "?lab=compare&step=40",
    "?lab=problems&problem=subset-sum&step=9",
    "?lab=problems&problem=colouring&step=5",
    "?lab=problems&problem=knight&step=30",
    "?lab=problems&problem=sudoku&step=9",
    "?lab=problems&problem=sudoku&pose=11..............",
    "?lab=maze&step=60",
    "?lab=maze&step=60&runner=shortest",
    "?lab=evolution&generation=3",
    "?lab=evolution&generation=3&phases=1&phase=2&selection=tournament",
    "?lab=count&n=8",
  ]) {
    await page.goto(lab.address + path);
    await ready(page);
    if (path.includes("count")) {
      await page.locator("[data-act=count]").click();
      await page.waitForFunction(() => document.querySelector(".result").textContent);
    }
    await look(page, path);
    const tab = await page.evaluate(() => document.documentElement.dataset.ready);
    if (helped.has(tab)) continue;
    helped.add(tab);
    await press(page, "?");
    await page.locator("dialog[open]").waitFor();
    await look(page, `${path} help`);
  }
  await page.close();
  assert.deepEqual([...new Set(left)], []);
});

test("Korean lines do not break inside of words", async () => {
  const page = await lab.open("?lesson=000&station=2", { locale: "ko-KR", viewport: { width: 390, height: 844 } });
  for (const part of ["#guide .text", ".says", ".note"]) {
    const how = await page.locator(part).first().evaluate((element) => getComputedStyle(element).wordBreak);
    assert.equal(how, "keep-all", part);
  }
  await page.close();
});
