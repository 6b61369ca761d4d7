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

/** Shows these children instead of those there are; `null` is none. */
export function put(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
}

/** A text whose **words** are set in an element of their own. */
export function marked(text, name = "b") {
  return text.split("**").map((part, index) => (index % 2 ? h(name, {}, part) : part));
}

/** Changes a text, if it is another: what stays as it is need not be laid out again. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Drawn things that come and go from step to step. Those that stay are not touched. */
export class Layer {
  constructor() {
    this.element = s("g");
    this.shown = new Map();
  }

  /** Shows `[signature, make]` each; a signature says everything that the thing depends on. */
  show(things) {
    const shown = new Map(things.map(([signature, make]) => [signature, this.shown.get(signature) ?? make]));
    for (const [signature, element] of this.shown) {
      if (!shown.has(signature)) element.remove();
    }
    for (const [signature, thing] of shown) {
      if (typeof thing !== "function") continue;
      const element = thing();
      shown.set(signature, element);
      this.element.append(element);
    }
    this.shown = shown;
  }
}

/** A scrolling box. Reading sizes forces a layout, so they are recorded when they change. */
export class Pane {
  unit;

  constructor(box, resized = () => {}) {
    this.box = box;
    this.left = this.top = this.width = this.height = 0;
    box.addEventListener("scroll", () => this.note(), { passive: true });
    new ResizeObserver(() => {
      const before = this.width;
      this.note();
      if (this.width !== before) resized();
    }).observe(box);
  }

  note() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.box;
    Object.assign(this, { left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight });
  }

  /** Scrolls, if that is needed, so that a place can be seen with some room around it. */
  bring({ x, y, aside = 0, above = 0 }) {
    if (this.width === 0) this.note();
    const [wide, high] = [Math.min(aside, this.width / 4), Math.min(above, this.height / 4)];
    if (x < this.left + wide || x > this.left + this.width - wide) {
      this.box.scrollLeft = this.left = Math.max(0, x - this.width / 2);
    }
    if (y < this.top + high || y > this.top + this.height - high) {
      const top = Math.max(0, y - this.height / 2);
      this.box.scrollTop = this.top = this.unit ? Math.round(top / this.unit) * this.unit : top;
    }
  }
}

/** Calls `act` when an element becomes wider or narrower. */
export function onWidth(element, act) {
  let before = null;
  new ResizeObserver(([{ contentRect }]) => {
    const changed = before !== null && before !== contentRect.width;
    before = contentRect.width;
    if (changed) act();
  }).observe(element);
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
  let last = value;
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
    const kept = Number.isFinite(whole) ? Math.min(max, Math.max(min, whole)) : last;
    last = kept;
    event.target.value = kept;
    onchange(kept);
  };
  return h("input", { ...attributes, onchange: keep });
}

/** Knobs that are rarely used, behind a button; they close at a click elsewhere and at Escape. */
export function menu(label, ...knobs) {
  return h(
    "details",
    { class: "menu" },
    h("summary", { class: "icon", title: label, "aria-label": label }, "⋯"),
    h("div", { class: "items" }, knobs),
  );
}

/** @returns {any} the menu that is open */
const openMenu = () => document.querySelector(".menu[open]");
addEventListener("pointerdown", ({ target }) => {
  const menu = openMenu();
  if (menu && !menu.contains(/** @type {Node} */ (target))) menu.open = false;
});
addEventListener("keydown", ({ key }) => {
  const menu = openMenu();
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.firstChild.focus();
});
