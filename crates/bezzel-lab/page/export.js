// Exports: the picture as SVG and PNG, the run as GIF and as a one-file page.

import { h, s } from "/dom.js";
import { words, why } from "/words.js";
import { Refusal } from "/source.js";

/** Hands a file to the reader. */
export function download(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The rules of the page that dress drawings, with their colours as they are now. */
function dress() {
  const colors = getComputedStyle(document.documentElement);
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const ours = rules.filter((rule) => /^\.(board|tree|skyline|chart|wheel)\b/.test(/** @type {any} */ (rule).selectorText ?? ""));
  const text = ours.map((rule) => rule.cssText).join("\n");
  return text.replace(/var\((--[\w-]+)\)/g, (_, name) => colors.getPropertyValue(name).trim());
}

/** Wraps a text to lines of at most `most` characters; Korean characters are twice as wide. */
function wrap(text, most) {
  const lines = [];
  let wide = Infinity;
  for (const word of text.split(" ")) {
    const more = [...word].reduce((sum, letter) => sum + (letter > "\u1100" ? 2 : 1), 1);
    if (wide + more > most) {
      lines.push(word);
      wide = more;
    } else {
      lines[lines.length - 1] += ` ${word}`;
      wide += more;
    }
  }
  return lines;
}

/** One drawing of several, side by side, with what they show below. */
export function compose({ drawings, caption }) {
  const gap = 24;
  const height = 420;
  let x = gap;
  const parts = drawings.map((drawing) => {
    const [left, top, w, hgt] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const scale = Math.min(height / hgt, 900 / w);
    const copy = s("g", {
      class: drawing.getAttribute("class"),
      transform: `translate(${x} ${gap}) scale(${scale}) translate(${-left} ${-top})`,
    });
    copy.append(...[...drawing.childNodes].map((child) => child.cloneNode(true)));
    x += w * scale + gap;
    return copy;
  });
  const colors = getComputedStyle(document.documentElement);
  const color = (name) => colors.getPropertyValue(name).trim();
  const width = Math.max(x, 640);
  const lines = wrap(caption, Math.floor((width - 2 * gap) / 8));
  const total = height + 3 * gap + 20 * lines.length - 4;
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${total}`, width, height: total, "font-family": "system-ui, sans-serif" },
    s("title", {}, caption),
    s("rect", { width, height: total, fill: color("--ground") }),
    parts,
    lines.map((line, at) =>
      s("text", { x: gap, y: height + 2 * gap + 12 + 20 * at, "font-size": 15, fill: color("--ink") }, line),
    ),
  );
}

/**
 * Returns the text of a drawing as an SVG file. The page's policy allows styles only in its own
 * files, so they are embedded into the text.
 */
export function svgText(drawing) {
  const text = new XMLSerializer().serializeToString(drawing);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replace("</title>", `</title><style>${dress()}</style>`)}\n`;
}

/** A drawing as pixels, twice as fine as on the page. */
export async function pngBlob(drawing) {
  const address = URL.createObjectURL(new Blob([svgText(drawing)], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** A menu of things to keep: `[name, make]`, where `make()` gives a file's name and what is in it. */
export function keepMenu(items) {
  const says = h("p", { class: "note", role: "status" });
  const item = ([name, make]) => {
    const keep = async () => {
      says.textContent = words.making;
      try {
        const [file, blob] = await make();
        download(file, blob);
        says.textContent = "";
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        says.textContent = why(error);
      }
    };
    return h("button", { "data-export": name, onclick: keep }, words.exports[name]);
  };
  return h("div", { class: "exports", role: "group", "aria-label": words.export }, h("span", { class: "note" }, words.export), items.map(item), says);
}

/** The two pictures of what `picture()` says is shown. */
export function pictureItems(picture) {
  const svg = () => new Blob([svgText(compose(picture()))], { type: "image/svg+xml" });
  return [
    ["svg", async () => [`${picture().name}.svg`, svg()]],
    ["png", async () => [`${picture().name}.png`, await pngBlob(compose(picture()))]],
  ];
}
