// The posts' listings as programs that run line by line. The number of a line is that of the listing.
//
// Each agrees with its listing: a test compares the Python ones with what Python itself executes, and
// the others with the structure of their text.

const attack = (one, other, apart) => one === other || Math.abs(one - other) === apart;
const test = (text, result) => ["test", text, result];
const set = (name, value) => ["set", name, value];
const over = (name) => ["over", name];

/**
 * The test of a square in the Python listings, lines 2 to 7: a queen after the other is compared with it.
 * Returns whether one attacks it.
 */
function* compare(m, column, { call, array, hit, clear, event = null }) {
  const { list } = m;
  const row = list.length;
  m.call(call, { column });
  m.set({ row });
  yield m.line(2, set("row", row));
  for (let above = 0; above < row; above += 1) {
    const queen = list[above];
    m.set({ above });
    yield m.line(3, set("above", above));
    yield m.line(4, test(`${array}[${above}] == column: ${queen} == ${column}`, queen === column));
    if (queen !== column) yield m.line(5, test(`abs(${queen} − ${column}) == ${row} − ${above}`, Math.abs(queen - column) === row - above));
    if (attack(queen, column, row - above)) {
      yield m.leave(6, hit, event);
      return true;
    }
  }
  yield m.line(3, over("above"));
  yield m.leave(7, clear);
  return false;
}

/** Post 000, Python. */
function* python(m) {
  const { n, list } = m;
  m.memory = () => [{ name: "placed", cells: list.slice(), size: n }];
  const isFree = (column) => compare(m, column, { call: "is_free", array: "placed", hit: "False", clear: "True", event: "reject" });
  function* search(row) {
    const at = m.resume(row);
    m.call("search", { row });
    if (!at) yield m.line(11, test(`row == n: ${row} == ${n}`, row === n));
    if (row === n) {
      if (!at) yield m.line(12, ["store", `[${list.join(", ")}]`], "solution");
      yield m.leave(13);
      return;
    }
    for (let column = at?.column ?? 0; ; column += 1) {
      const skip = at?.column === column ? at.skip : null;
      m.set({ column: Math.min(column, n - 1) });
      if (!skip) {
        yield m.line(15, column < n ? set("column", column) : over("column"));
        if (column === n) break;
        yield m.line(16, ["calls", `is_free(placed, ${column})`]);
        if (yield* isFree(column)) continue;
        list.push(column);
        yield m.line(17, ["push", "placed", column], "enter");
      }
      if (skip === "call") m.wait(18);
      else yield m.line(18, ["calls", `search(n, ${row + 1}, placed, found)`]);
      yield* search(row + 1);
      const popped = list.pop();
      yield m.line(19, ["pop", "placed", popped], "retreat");
    }
    yield m.leave(15);
  }
  m.call("queens", { n });
  if (m.position.place === "begin") {
    yield m.line(23, set("found", "[ ]"));
    yield m.line(24, ["calls", "search(n, 0, [], found)"]);
  } else {
    m.wait(24);
  }
  yield* search(0);
  yield m.leave(25, "found");
}

/** Post 001, Java: it stops at the first solution. */
function* java(m) {
  const { n, cells } = m;
  const columns = (level) => cells[level - 1] + 1;
  m.memory = () => [{ name: "columns", cells: cells.map((cell) => (cell === null ? 0 : cell + 1)), first: 1, used: m.used }];
  function* promising(level) {
    m.call("promising", { level });
    for (let above = 1; above < level; above += 1) {
      m.set({ above });
      yield m.line(20, set("above", above));
      const [queen, column] = [columns(above), columns(level)];
      yield m.line(21, test(`columns[${above}] == columns[${level}]: ${queen} == ${column}`, queen === column));
      if (queen === column) {
        yield m.leave(22, "false");
        return false;
      }
      const near = level - above === Math.abs(column - queen);
      yield m.line(23, test(`${level} − ${above} == |${column} − ${queen}|`, near));
      if (near) {
        yield m.leave(24, "false");
        return false;
      }
    }
    yield m.line(20, over("above"));
    yield m.leave(26, "true", level > 0 ? "enter" : null);
    return true;
  }
  function* search(level) {
    const at = m.resume(level);
    // The node's own call is open once its queen is placed.
    const inside = m.position.place === "entered" && level === m.position.path.length;
    m.call("search", { level });
    m.used = Math.max(level, m.position.path.length);
    if (!at && !inside) {
      m.used = level;
      yield m.line(4, ["calls", `promising(${level})`]);
      if (!(yield* promising(level))) {
        yield m.leave(5, "false", "reject");
        return false;
      }
    }
    if (!at) yield m.line(6, test(`level == n: ${level} == ${n}`, level === n));
    if (level === n) {
      for (let row = 1; !at && row <= n; row += 1) {
        m.set({ row });
        yield m.line(7, set("row", row));
        yield m.line(8, ["print", `(${row}, ${columns(row)})`], row === n ? "solution" : null);
      }
      if (!at) yield m.line(7, over("row"));
      yield m.leave(9, "true");
      return true;
    }
    for (let column = at?.column ?? 0; ; column += 1) {
      const skip = at?.column === column ? at.skip : null;
      m.set({ column: column + 1 });
      if (!skip) {
        yield m.line(11, column < n ? set("column", column + 1) : over("column"));
        if (column === n) break;
        cells[level] = column;
        m.used = level + 1;
        yield m.line(12, set(`columns[${level + 1}]`, column + 1));
        yield m.line(13, ["calls", `search(${level + 1})`]);
      } else {
        m.wait(13);
      }
      const found = yield* search(level + 1);
      m.used = level;
      if (found) {
        yield m.leave(14, "true");
        return true;
      }
    }
    yield m.leave(16, "false", level > 0 ? "retreat" : null);
    return false;
  }
  yield* search(0);
}

/** Post 001, the search with its own stack. */
function* stack(m) {
  const { n, list } = m;
  m.memory = () => [{ name: "stack", cells: list.slice(), size: n }];
  const attacked = (column) => compare(m, column, { call: "attacked", array: "columns", hit: "True", clear: "False" });
  const { place } = m.position;
  let column = place === "next" ? m.position.column + 1 : 0;
  m.call("queens", { n, column });
  if (place === "begin") yield m.line(11, set("column", 0));
  // What an event leaves undone of its round.
  let stored = place === "stored";
  if (place === "entered") yield m.line(23, set("column", 0));
  for (;;) {
    if (!stored) {
      yield m.line(12, ["loop"]);
      yield m.line(13, test(`len(stack) == n: ${list.length} == ${n}`, list.length === n));
      if (list.length === n) yield m.line(14, ["store", `[${list.join(", ")}]`], "solution");
    }
    stored = false;
    const back = list.length === n || column === n;
    yield m.line(15, test(`len(stack) == n or column == n`, back));
    if (back) {
      yield m.line(16, test("not stack", list.length === 0));
      if (list.length === 0) {
        yield m.leave(17, "found");
        return;
      }
      column = list.pop() + 1;
      m.set({ column });
      yield m.line(18, ["pop", "stack", column - 1], "retreat");
    } else {
      yield m.line(19, ["calls", `attacked(stack, ${column})`]);
      if (yield* attacked(column)) {
        column += 1;
        m.set({ column });
        yield m.line(20, set("column", column), "reject");
      } else {
        list.push(column);
        yield m.line(22, ["push", "stack", column], "enter");
        column = 0;
        m.set({ column });
        yield m.line(23, set("column", 0));
      }
    }
  }
}

/** Post 001, the pattern that all searches follow. */
function* skeleton(m) {
  const { n, list } = m;
  const node = (level) => (level === 0 ? "root" : `(${level}, ${list[level - 1] + 1})`);
  m.memory = () => [{ name: "node", cells: list.map((column) => column + 1), size: n }];
  function* search(level) {
    const at = m.resume(level);
    const inside = m.position.place === "entered" && level === m.position.path.length;
    m.call("search", { node: node(level) });
    if (!at && !inside) {
      const column = list[level - 1];
      const free = list.slice(0, -1).every((queen, row) => !attack(queen, column, level - 1 - row));
      yield m.line(2, test("not promising", !free), free && level > 0 ? "enter" : null);
      if (!free) {
        const state = m.leave(3, null, "reject");
        list.pop();
        yield state;
        return;
      }
    }
    if (!at) yield m.line(4, test("solution", level === n));
    if (level === n) {
      if (!at) yield m.line(5, ["store", `[${list.map((column) => column + 1).join(", ")}]`], "solution");
      const state = m.leave(6, null, "retreat");
      list.pop();
      yield state;
      return;
    }
    if (!at) yield m.line(7, ["else"]);
    for (let child = at?.column ?? 0; ; child += 1) {
      const skip = at?.column === child ? at.skip : null;
      m.set({ child: Math.min(child + 1, n) });
      if (!skip) {
        yield m.line(8, child < n ? set("child", child + 1) : over("child"));
        if (child === n) break;
        list.push(child);
        yield m.line(9, ["calls", `search(${child + 1})`]);
      } else {
        m.wait(9);
      }
      yield* search(level + 1);
    }
    const state = m.leave(10, null, level > 0 ? "retreat" : null);
    list.pop();
    yield state;
  }
  yield* search(0);
}

/** Post 002, C: the call for a queen comes after it was placed. */
function* c(m) {
  const { n, cells } = m;
  m.memory = () => [{ name: "columns", cells: cells.slice(), size: n, used: m.used }];
  function* threatened(row) {
    m.call("threatened", { row });
    m.set({ above: 0, attacked: 0 });
    yield m.line(23, set("above", 0));
    let above = 0;
    for (; ; above += 1) {
      yield m.line(24, test(`above < row: ${above} < ${row}`, above < row));
      if (above === row) break;
      const [queen, column] = [cells[above], cells[row]];
      yield m.line(26, test(`columns[${row}] == columns[${above}]: ${column} == ${queen}`, queen === column));
      if (queen !== column)
        yield m.line(27, test(`abs(${column} − ${queen}) == ${row} − ${above}`, Math.abs(queen - column) === row - above));
      if (attack(queen, column, row - above)) {
        m.set({ attacked: 1 });
        yield m.line(29, set("attacked", 1));
        yield m.line(30, ["break"]);
        yield m.leave(34, 1);
        return true;
      }
      m.set({ above: above + 1 });
      yield m.line(32, set("above", above + 1));
    }
    yield m.leave(34, 0, "enter");
    return false;
  }
  function* search(row) {
    const at = m.resume(row + 1);
    const inside = m.position.place === "entered" && row + 1 === m.position.path.length;
    m.call("search", { row });
    if (!at && !inside) {
      yield m.line(3, ["calls", `threatened(columns, ${row})`]);
      if (yield* threatened(row)) {
        yield m.leave(4, null, "reject");
        return;
      }
    }
    if (!at) yield m.line(6, test(`row == n − 1: ${row} == ${n - 1}`, row === n - 1));
    if (row === n - 1) {
      if (!at) {
        yield m.line(8, ["print", `Solution #${m.position.found + 1}`]);
        m.position.found += 1;
        yield m.line(9, ["print", `[${cells.join(", ")}]`], "solution");
      }
    } else {
      for (let i = at?.column ?? 0; ; i += 1) {
        const skip = at?.column === i ? at.skip : null;
        m.set({ i });
        if (!skip) {
          yield m.line(13, i < n ? set("i", i) : over("i"));
          if (i === n) break;
          cells[row + 1] = i;
          m.used = row + 2;
          yield m.line(15, set(`columns[${row + 1}]`, i));
          yield m.line(16, ["calls", `search(columns, ${row + 1}, n, found)`]);
        } else {
          m.wait(16);
        }
        yield* search(row + 1);
        m.used = row + 1;
      }
    }
    m.used = row;
    yield m.leave(19, null, "retreat");
  }
  const at = m.resume(0);
  m.position.found ??= 0;
  m.used = m.position.path.length;
  m.call("main", { n });
  for (let i = at?.column ?? 0; ; i += 1) {
    const skip = at?.column === i ? at.skip : null;
    m.set({ i });
    if (!skip) {
      yield m.line(38, i < n ? set("i", i) : over("i"));
      if (i === n) break;
      cells[0] = i;
      m.used = 1;
      yield m.line(40, set("columns[0]", i));
      yield m.line(41, ["calls", "search(columns, 0, n, &found)"]);
    } else {
      m.wait(41);
    }
    yield* search(0);
    m.used = 0;
  }
  yield m.leave(43, 0);
}

/** Post 004, C#. */
function* csharp(m) {
  const { n, cells } = m;
  const column = (row) => cells[row - 1] + 1;
  m.used = m.position.path.length;
  m.memory = () => [{ name: "column", cells: cells.map((cell) => (cell === null ? 0 : cell + 1)), first: 1, used: m.used }];
  function* promising(row) {
    m.call("Promising", { row });
    for (let above = 1; above < row; above += 1) {
      m.set({ above });
      yield m.line(21, set("above", above));
      const [queen, own] = [column(above), column(row)];
      yield m.line(23, test(`column[${row}] == column[${above}]: ${own} == ${queen}`, queen === own));
      if (queen !== own) yield m.line(24, test(`|${own} − ${queen}| == ${row} − ${above}`, Math.abs(queen - own) === row - above));
      if (attack(queen, own, row - above)) {
        yield m.leave(25, "false");
        return false;
      }
    }
    yield m.line(21, over("above"));
    yield m.leave(27, "true", row > 0 ? "enter" : null);
    return true;
  }
  function* search(row) {
    const at = m.resume(row);
    const inside = m.position.place === "entered" && row === m.position.path.length;
    m.call("Search", { row });
    if (!at && !inside) {
      yield m.line(3, ["calls", `Promising(${row})`]);
      if (!(yield* promising(row))) {
        yield m.leave(4, null, "reject");
        return;
      }
    }
    if (!at) yield m.line(5, test(`row == n: ${row} == ${n}`, row === n));
    if (row === n) {
      if (!at) yield m.line(7, ["print", `[${cells.map((cell) => cell + 1).join(", ")}]`], "solution");
    } else {
      for (let c = at?.column ?? 0; ; c += 1) {
        const skip = at?.column === c ? at.skip : null;
        m.set({ c: c + 1 });
        if (!skip) {
          yield m.line(11, c < n ? set("c", c + 1) : over("c"));
          if (c === n) break;
          cells[row] = c;
          m.used = row + 1;
          yield m.line(13, set(`column[${row + 1}]`, c + 1));
          yield m.line(14, ["calls", `Search(${row + 1})`]);
        } else {
          m.wait(14);
        }
        yield* search(row + 1);
        m.used = row;
      }
    }
    m.used = Math.max(0, row - 1);
    yield m.leave(17, null, row > 0 ? "retreat" : null);
  }
  yield* search(0);
}

/** The engine `promising`, Rust. */
function* rust(m) {
  const { n, list } = m;
  m.memory = () => [{ name: "columns", cells: list.slice(), size: n }];
  function* attacked(column) {
    m.call("attacked", { column });
    const row = list.length;
    m.set({ row });
    yield m.line(2, set("row", row));
    yield m.line(3, ["loop"]);
    for (let above = 0; above < row; above += 1) {
      const queen = list[above];
      m.set({ above, queen });
      yield m.line(4, test(`${queen} == ${column}`, queen === column));
      if (queen !== column) yield m.line(5, test(`|${queen} − ${column}| == ${row} − ${above}`, Math.abs(queen - column) === row - above));
      if (attack(queen, column, row - above)) {
        yield m.leave(6, "true");
        return true;
      }
    }
    yield m.leave(6, "false");
    return false;
  }
  function* search(row) {
    const at = m.resume(row);
    m.call("search", { "columns.len()": row });
    if (!at) yield m.line(10, test(`columns.len() == n: ${row} == ${n}`, row === n));
    if (row === n) {
      if (!at) yield m.line(11, ["store", `[${list.join(", ")}]`], "solution");
      yield m.leave(12);
      return;
    }
    for (let column = at?.column ?? 0; ; column += 1) {
      const skip = at?.column === column ? at.skip : null;
      m.set({ column: column < n ? column : undefined });
      if (!skip) {
        yield m.line(14, column < n ? set("column", column) : over("column"));
        if (column === n) break;
        yield m.line(15, ["calls", `attacked(columns, ${column})`]);
        if (yield* attacked(column)) {
          yield m.line(16, ["continue"], "reject");
          continue;
        }
        list.push(column);
        yield m.line(18, ["push", "columns", column], "enter");
      }
      if (skip === "call") m.wait(19);
      else yield m.line(19, ["calls", "search(n, columns, found)"]);
      yield* search(row + 1);
      const popped = list.pop();
      yield m.line(20, ["pop", "columns", popped], "retreat");
    }
    yield m.leave(22);
  }
  m.call("queens", { n });
  if (m.position.place === "begin") {
    yield m.line(25, set("found", "[ ]"));
    yield m.line(26, ["calls", "search(n, [], found)"]);
  } else {
    m.wait(26);
  }
  yield* search(0);
  yield m.leave(27, "found");
}

/** The programs of the listings of `promising`, by name. */
export const PROMISING = { python, java, stack, skeleton, c, csharp, rust };
