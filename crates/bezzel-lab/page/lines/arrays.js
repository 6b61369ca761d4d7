// The listings that look up three arrays, as programs that run line by line: see `programs.js`.

const test = (text, result) => ["test", text, result];
const set = (name, value) => ["set", name, value];
const over = (name) => ["over", name];

/** Three arrays, one for each kind of line. `rising` and `falling` have a cell for every diagonal. */
function arrays({ n, list }, names, index) {
  const taken = names.map(() => Array(2 * n).fill(0));
  const mark = (row, column, value) => index(row, column).forEach((at, line) => (taken[line][at] = value));
  list.forEach((column, row) => mark(row, column, 1));
  const memory = () => names.map((name, line) => ({ name, cells: taken[line].slice(), bits: true, wraps: line === 2 && name === "falling" }));
  return { taken, mark, memory };
}

/** Post 003, Python: an index below zero counts from the end of the array. */
function* python(m) {
  const { n, list } = m;
  const index = (row, column) => [column, row + column, (row - column + 2 * n) % (2 * n)];
  const { taken, mark, memory } = arrays(m, ["columns", "rising", "falling"], index);
  m.memory = memory;
  function* search(row) {
    const at = m.resume(row);
    m.call("search", { row });
    if (!at) yield m.line(3, test(`row == n: ${row} == ${n}`, row === n));
    if (row === n) {
      if (!at) yield m.line(4, set("count", m.position.found + 1), "solution");
      yield m.leave(5);
      return;
    }
    for (let j = at?.column ?? 0; ; j += 1) {
      const skip = at?.column === j ? at.skip : null;
      m.set({ j: Math.min(j, n - 1) });
      if (!skip) {
        yield m.line(7, j < n ? set("j", j) : over("j"));
        if (j === n) break;
        const cells = index(row, j).map((cell, line) => taken[line][cell]);
        const free = cells.every((cell) => cell === 0);
        yield m.line(8, test(`columns[${j}], rising[${row + j}], falling[${row - j}]: ${cells.join(", ")}`, free), free ? null : "reject");
        if (!free) continue;
        mark(row, j, 1);
        yield m.line(9, ["mark", `columns[${j}], rising[${row + j}], falling[${row - j}]`, 1], "enter");
      }
      if (skip === "call") m.wait(10);
      else yield m.line(10, ["calls", `search(${row + 1})`]);
      list[row] = j;
      yield* search(row + 1);
      mark(row, j, 0);
      yield m.line(11, ["mark", `columns[${j}], rising[${row + j}], falling[${row - j}]`, 0], "retreat");
    }
    yield m.leave(7);
  }
  m.position.found ??= 0;
  m.call("main", { n });
  if (m.position.place === "begin") {
    yield m.line(14, set("n", n));
    yield m.line(15, set("count", 0));
    yield m.line(17, ["mark", "columns, rising, falling", 0]);
    yield m.line(19, ["calls", "search(0)"]);
  } else {
    m.wait(19);
  }
  yield* search(0);
  yield m.line(20, ["print", "count"]);
}

/** The engine `arrays`, Rust. */
function* rust(m) {
  const { n } = m;
  const index = (row, column) => [column, row + column, row + n - column];
  const { taken, mark, memory } = arrays(m, ["taken[0]", "taken[1]", "taken[2]"], index);
  m.memory = memory;
  function* search(row) {
    const at = m.resume(row);
    m.call("search", { row });
    if (!at) yield m.line(2, test(`row == n: ${row} == ${n}`, row === n));
    if (row === n) {
      if (!at) yield m.line(3, set("count", m.position.found + 1), "solution");
      yield m.leave(4);
      return;
    }
    for (let column = at?.column ?? 0; ; column += 1) {
      const skip = at?.column === column ? at.skip : null;
      // `lines` belongs to one round of the loop.
      m.set({ column: column < n ? column : undefined, lines: skip ? `[${index(row, column).join(", ")}]` : undefined });
      if (!skip) {
        yield m.line(6, column < n ? set("column", column) : over("column"));
        if (column === n) break;
        const lines = index(row, column);
        m.set({ lines: `[${lines.join(", ")}]` });
        yield m.line(7, set("lines", `[${lines.join(", ")}]`));
        const hit = lines.findIndex((cell, line) => taken[line][cell] === 1);
        for (let line = 0; line < 3 && (hit < 0 || line <= hit); line += 1)
          yield m.line(8 + line, test(`taken[${line}][${lines[line]}]`, line === hit));
        if (hit >= 0) {
          yield m.line(12, ["continue"], "reject");
          continue;
        }
        mark(row, column, 1);
        yield m.line(14, ["mark", "taken", 1], "enter");
      }
      if (skip === "call") m.wait(15);
      else yield m.line(15, ["calls", `search(n, ${row + 1}, taken, count)`]);
      yield* search(row + 1);
      mark(row, column, 0);
      yield m.line(16, ["mark", "taken", 0], "retreat");
    }
    yield m.leave(18);
  }
  m.position.found ??= 0;
  m.call("queens", { n });
  if (m.position.place === "begin") {
    yield m.line(21, set("count", 0));
    yield m.line(22, ["calls", "search(n, 0, …)"]);
  } else {
    m.wait(22);
  }
  yield* search(0);
  yield m.leave(23, "count");
}

/** The programs of the listings of `arrays`, by name. */
export const ARRAYS = { python, rust };
