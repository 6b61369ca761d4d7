// Elements from names, attributes and children.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** An element of the page: `h("button", { class: "big", onclick }, "text")`. */
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** The room a drawing has on the page, so that its letters are as large as the page's. */
export function drawingWidth(drawing) {
  return Math.min(720, Math.max(300, drawing.clientWidth || 640));
}

/** A field with its label; `control` is an input or a select. */
export function field(label, control) {
  return h("label", { class: "field" }, h("span", {}, label), control);
}

/** A list to choose from: options are `[value, text]` or `[value, text, title]`. */
export function choice(name, options, chosen, onchange) {
  const option = ([value, text, title]) =>
    h("option", { value, title, selected: String(value) === String(chosen) }, text);
  return h("select", { name, onchange: (event) => onchange(event.target.value) }, options.map(option));
}

/** A number to type. */
export function number(name, value, { min, max, step = 1 }, onchange) {
  const attributes = {
    type: "number",
    name,
    value,
    min,
    max,
    step,
    inputmode: step === 1 ? "numeric" : "decimal",
  };
  const keep = (event) => {
    const typed = event.target.valueAsNumber;
    const whole = step === 1 ? Math.round(typed) : typed;
    const kept = Number.isFinite(whole) ? Math.min(max, Math.max(min, whole)) : value;
    event.target.value = kept;
    onchange(kept);
  };
  return h("input", { ...attributes, onchange: keep });
}

const wide = matchMedia("(min-width: 721px)");

/** Knobs that a small screen folds away. */
export function settings(label, ...knobs) {
  const box = h(
    "details",
    { class: "settings", open: wide.matches },
    h("summary", {}, label),
    h("div", { class: "knobs" }, knobs),
  );
  wide.addEventListener("change", () => {
    box.open ||= wide.matches;
  });
  return box;
}
