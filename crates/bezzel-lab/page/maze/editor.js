// Drawing walls, with the mouse, a finger or the keyboard.

import { h } from "/dom.js";
import { words } from "/words.js";
import { meaning } from "/keys.js";
import { icon } from "/icons.js";
import { paint } from "/maze/grid.js";

const TOOLS = { "#": "wall", " ": "way", S: "start", G: "exit" };
const MOVES = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Editor {
  past; undoing; redoing;

  /** `changed()` is called when the maze is another. */
  constructor(grid, changed) {
    this.grid = grid;
    this.changed = changed;
    this.tool = "#";
    this.cursor = Math.min(grid.width + 1, grid.cells.length - 1);
    this.stroke = null;
    this.route = null;
    [this.past, this.future] = [[], []];
    this.canvas = h("canvas", {
      tabindex: 0,
      role: "application",
      onpointerdown: (event) => this.press(event),
      onpointermove: (event) => this.drag(event),
      onpointerup: () => {
        this.stroke = null;
      },
      onkeydown: (event) => this.key(event),
      onfocus: () => this.paint(),
      onblur: () => this.paint(),
    });
    this.buttons = Object.entries(TOOLS).map(([letter, name]) =>
      h("button", { "data-tool": name, onclick: () => this.choose(letter) }, words.maze[name]),
    );
    const turn = (name, act) =>
      h("button", { class: "icon", "data-act": name, title: words.maze[name], "aria-label": words.maze[name], onclick: act }, icon(name));
    [this.undoing, this.redoing] = [turn("undo", () => this.undo()), turn("redo", () => this.redo())];
    this.status = h("p", { class: "sr", role: "status" });
    this.tools = h("div", { class: "tools-row", role: "group", "aria-label": words.maze.draw, hidden: true }, this.buttons, this.undoing, this.redoing);
    this.help = h("p", { class: "note", hidden: true }, words.maze.help);
    this.element = h("div", { class: "editor" }, this.tools, this.canvas, this.help, this.status);
    // What a search shows in the maze.
    this.overlay = {};
    this.drawing = false;
    this.choose("#");
    this.offer();
  }

  /** Lets the reader draw, or not. */
  draw(on) {
    this.drawing = on;
    this.tools.hidden = this.help.hidden = !on;
    this.element.classList.toggle("drawing", on);
    if (on) this.canvas.focus();
    this.paint();
  }

  /** Shows a search in the maze. */
  show(overlay) {
    this.overlay = overlay;
    this.paint();
  }

  choose(letter) {
    this.tool = letter;
    this.buttons.forEach((button, index) =>
      button.setAttribute("aria-pressed", Object.keys(TOOLS)[index] === letter),
    );
    this.paint();
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    // The picture keeps its shape inside the element.
    const scale = Math.min(box.width / this.canvas.width, box.height / this.canvas.height);
    const side = (this.canvas.width / this.grid.width) * scale;
    const [x, y] = [
      Math.floor((event.clientX - box.left) / side),
      Math.floor((event.clientY - box.top) / side),
    ];
    return x >= 0 && y >= 0 && x < this.grid.width && y < this.grid.height ? y * this.grid.width + x : null;
  }

  press(event) {
    const cell = this.cellAt(event);
    if (!this.drawing || cell === null || event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    // With the wall tool, dragging from an open cell builds walls, and from a wall removes them.
    this.remember();
    this.stroke = this.tool === "#" && this.grid.cells[cell] === "#" ? " " : this.tool;
    this.cursor = cell;
    this.put(cell, this.stroke);
  }

  drag(event) {
    // There is one start, and exits are set one by one: only walls and ways are drawn.
    if (!(event.buttons & 1) || !["#", " "].includes(this.stroke)) return;
    const cell = this.cellAt(event);
    if (cell === null || cell === this.cursor) return;
    for (const between of this.line(this.cursor, cell)) this.put(between, this.stroke);
    this.cursor = cell;
    this.paint();
  }

  /** The cells from one to another, without the first: a quick hand leaves no gaps. */
  line(from, to) {
    const { width } = this.grid;
    const [x, y] = [from % width, Math.floor(from / width)];
    const [dx, dy] = [(to % width) - x, Math.floor(to / width) - y];
    const steps = Math.max(Math.abs(dx), Math.abs(dy));
    const at = (step) => Math.round(y + (dy * step) / steps) * width + Math.round(x + (dx * step) / steps);
    return Array.from({ length: steps }, (_, step) => at(step + 1));
  }

  key(event) {
    if (!this.drawing || event.ctrlKey || event.altKey || event.metaKey) return;
    const key = meaning(event);
    const move = event.shiftKey ? undefined : MOVES[key];
    const tool = { w: "#", e: " ", s: "S", g: "G" }[key.toLowerCase()];
    if (move) {
      const [x, y] = [
        (this.cursor % this.grid.width) + move[0],
        Math.floor(this.cursor / this.grid.width) + move[1],
      ];
      if (x >= 0 && y >= 0 && x < this.grid.width && y < this.grid.height)
        this.cursor = y * this.grid.width + x;
      this.paint();
    } else if (key === " " || key === "Enter") {
      const there = this.grid.cells[this.cursor];
      this.remember();
      this.put(this.cursor, this.tool === "#" && there === "#" ? " " : this.tool);
    } else if (tool) {
      this.choose(tool);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  put(cell, letter) {
    if (this.grid.put(cell, letter)) {
      this.route = null;
      this.changed();
      this.offer();
    }
    this.paint();
  }

  /** Keeps the maze as it is now, to come back to. */
  remember() {
    const last = this.past[this.past.length - 1];
    if (last?.text !== this.grid.text) this.past.push(this.grid.copy);
    if (this.past.length > 200) this.past.shift();
    this.future = [];
    this.offer();
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  /** Goes to the last maze of one list that is another than this one, which joins the other list. */
  travel(from, to) {
    let grid = from.pop();
    while (grid && grid.text === this.grid.text) grid = from.pop();
    if (grid) {
      to.push(this.grid.copy);
      this.grid = grid;
      this.cursor = Math.min(this.cursor, grid.cells.length - 1);
      this.route = null;
      this.changed();
      this.paint();
    }
    this.offer();
  }

  offer() {
    const other = (list) => list.some(({ text }) => text !== this.grid.text);
    this.undoing.disabled = !other(this.past);
    this.redoing.disabled = !other(this.future);
  }

  /** Puts another maze in the place of this one. */
  use(grid) {
    this.remember();
    this.grid = grid;
    this.cursor = Math.min(this.cursor, grid.cells.length - 1);
    this.route = null;
    this.offer();
    this.paint();
  }

  showRoute(route) {
    this.route = route;
    this.paint();
  }

  paint() {
    const { grid, cursor } = this;
    const focused = document.activeElement === this.canvas;
    const shown = this.overlay.grid === grid.text ? this.overlay : {};
    paint(this.canvas, grid, { ...shown, route: this.route ?? shown.route ?? null, head: this.route ? null : shown.head, cursor: focused && this.drawing ? cursor : null });
    const what = words.maze.cells[grid.cells[cursor]];
    const label = words.maze.editor(
      grid.width,
      grid.height,
      Math.floor(cursor / grid.width) + 1,
      (cursor % grid.width) + 1,
      what,
    );
    this.canvas.setAttribute("aria-label", label);
    if (focused) this.status.textContent = label;
  }
}
