// A maze as the page holds it: letters in a rectangle, and how they are painted.

const LETTERS = " #SG";

export class Grid {
  height; cells; width;

  constructor(width, height, cells) {
    Object.assign(this, { width, height, cells });
  }

  /** From lines of equal length. */
  static parse(text) {
    const lines = text.replace(/\n$/, "").split("\n");
    return new Grid(lines[0].length, lines.length, [...lines.join("")]);
  }

  /** A room without inner walls, large enough for a start and an exit. */
  static room(wide, height) {
    const width = wide * height > 9 ? wide : 5;
    /** @type {string[]} */
    const cells = Array.from({ length: width * height }, (_, cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      return x === 0 || y === 0 || x === width - 1 || y === height - 1 ? "#" : " ";
    });
    cells[width + 1] = "S";
    cells[width * (height - 1) - 2] = "G";
    return new Grid(width, height, cells);
  }

  get text() {
    const lines = Array.from({ length: this.height }, (_, row) =>
      this.cells.slice(row * this.width, (row + 1) * this.width).join(""),
    );
    return `${lines.join("\n")}\n`;
  }

  /** A few characters for the address bar: two bits a cell. */
  get packed() {
    const bytes = new Uint8Array(Math.ceil(this.cells.length / 4));
    this.cells.forEach((letter, cell) => {
      bytes[cell >> 2] |= LETTERS.indexOf(letter) << (2 * (cell & 3));
    });
    const text = btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    return `${this.width}x${this.height}.${text}`;
  }

  /** The maze of such characters, or `null` if they are none of at most `most` cells. */
  static unpack(packed, most) {
    const [, wide, high, text] = /^(\d+)x(\d+)\.([\w-]+)$/.exec(packed ?? "") ?? [];
    const [width, height] = [Number(wide), Number(high)];
    if (
      !width ||
      !height ||
      width * height > most ||
      text.length !== Math.ceil((Math.ceil((width * height) / 4) * 4) / 3)
    )
      return null;
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const cells = Array.from(
      { length: width * height },
      (_, cell) => LETTERS[(bytes.charCodeAt(cell >> 2) >> (2 * (cell & 3))) & 3],
    );
    const count = (letter) => cells.filter((one) => one === letter).length;
    return count("S") === 1 && count("G") > 0 ? new Grid(width, height, cells) : null;
  }

  get copy() {
    return new Grid(this.width, this.height, [...this.cells]);
  }

  /** The cells beside one that can be walked on. */
  open(cell) {
    const { width, cells } = this;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const beside = [
      y > 0 && cell - width,
      y + 1 < this.height && cell + width,
      x > 0 && cell - 1,
      x + 1 < width && cell + 1,
    ];
    return beside.filter((one) => one !== false && cells[one] !== "#");
  }

  /** Puts a letter into a cell. There is always one start, and an exit at least. */
  put(cell, letter) {
    const there = this.cells[cell];
    const lastExit = there === "G" && this.cells.filter((one) => one === "G").length === 1;
    if (there === letter || there === "S" || lastExit) return false;
    if (letter === "S") this.cells[this.cells.indexOf("S")] = " ";
    this.cells[cell] = letter;
    return true;
  }
}

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The colours of now; asked once for many paintings. */
export function palette() {
  const names = ["wall", "way", "walked", "left", "route", "start", "exit", "accent", "head", "ink", "card", "edge2", "on-accent"];
  /** @type {any} */
  const colors = Object.fromEntries(names.map((name) => [name, color(`--${name}`)]));
  return { ...colors, walltext: "#aeb4c2", font: getComputedStyle(document.body).fontFamily };
}

/**
 * Paints a maze. `marks` gives the state of a cell, "walked" or "left"; `route` is a list of cells,
 * `head` the current cell, `labels` are numbers in cells: `[cell, text]`.
 */
export function paint(
  canvas,
  grid,
  { marks = (/** @type {number} */ _cell) => null, route = null, path = null, cursor = null, head = null, labels = [], colors = palette() } = /** @type {any} */ ({}),
) {
  const side = Math.max(3, Math.min(60, Math.floor(900 / Math.max(grid.width, grid.height))));
  const [width, height] = [grid.width * side, grid.height * side];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = colors.way;
  pen.fillRect(0, 0, width, height);
  const fill = (cell, name) => {
    pen.fillStyle = colors[name];
    pen.fillRect((cell % grid.width) * side, Math.floor(cell / grid.width) * side, side, side);
  };
  grid.cells.forEach((letter, cell) => {
    const name = { "#": "wall", S: "start", G: "exit" }[letter] ?? marks(cell);
    if (name) fill(cell, name);
  });
  const middle = (cell) => [((cell % grid.width) + 0.5) * side, (Math.floor(cell / grid.width) + 0.5) * side];
  const disc = (cell, radius, inside, edge, width) => {
    pen.beginPath();
    pen.arc(...middle(cell), side * radius, 0, 2 * Math.PI);
    Object.assign(pen, { fillStyle: inside, strokeStyle: edge, lineWidth: width });
    pen.fill();
    pen.stroke();
  };
  // Rows and columns are numbered in the outer wall, as sentences name them.
  if (side >= 22) {
    pen.fillStyle = colors.walltext;
    pen.font = `${Math.round(side * 0.36)}px ${colors.font}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let x = 0; x < grid.width; x += 1) if (grid.cells[x] === "#") pen.fillText(String(x + 1), ...middle(x));
    for (let y = 1; y < grid.height; y += 1) if (grid.cells[y * grid.width] === "#") pen.fillText(String(y + 1), ...middle(y * grid.width));
  }
  // Cells that were left are hatched: colour is not the only sign.
  pen.strokeStyle = colors.edge2;
  pen.lineWidth = Math.max(1, side / 18);
  pen.beginPath();
  grid.cells.forEach((letter, cell) => {
    if (letter !== " " || marks(cell) !== "left") return;
    const [x, y] = middle(cell);
    pen.moveTo(x - side / 4, y + side / 4);
    pen.lineTo(x + side / 4, y - side / 4);
  });
  pen.stroke();
  if (path && path.length > 1 && !route) {
    pen.strokeStyle = colors.accent;
    pen.lineWidth = Math.max(2, side / 2.6);
    pen.lineJoin = pen.lineCap = "round";
    pen.beginPath();
    path.forEach((cell) => pen.lineTo(...middle(cell)));
    pen.stroke();
  }
  if (route) {
    pen.strokeStyle = colors.route;
    pen.lineWidth = Math.max(2, side / 3);
    pen.lineJoin = pen.lineCap = "round";
    pen.beginPath();
    route.forEach((cell) => pen.lineTo(...middle(cell)));
    pen.stroke();
    for (const cell of [route[0], route[route.length - 1]])
      fill(cell, grid.cells[cell] === "S" ? "start" : "exit");
  }
  pen.fillStyle = colors["on-accent"];
  pen.font = `bold ${Math.round(side * 0.7)}px ${colors.font}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if (side >= 10) {
    grid.cells.forEach((letter, cell) => {
      if (letter === "S" || letter === "G") pen.fillText(letter, ...middle(cell));
    });
  }
  if (side >= 14) {
    pen.fillStyle = colors.ink;
    pen.font = `bold ${Math.round(side * 0.5)}px ${colors.font}`;
    for (const [cell, text] of labels) {
      if (cell === head || "SG".includes(grid.cells[cell])) continue;
      const [x, y] = middle(cell);
      disc(cell, 0.42, colors.card, colors.edge2, Math.max(1, side / 20));
      pen.fillStyle = colors.ink;
      pen.fillText(text, x, y);
    }
  }
  if (head !== null) {
    disc(head, 0.36, colors.head, colors.ink, Math.max(1.5, side / 12));
  }
  if (cursor !== null) {
    pen.strokeStyle = colors.accent;
    pen.lineWidth = 3;
    pen.strokeRect(
      (cursor % grid.width) * side + 1.5,
      Math.floor(cursor / grid.width) * side + 1.5,
      side - 3,
      side - 3,
    );
  }
}
