// The programs of the lesson about recursion, line by line; they are run as the listings are.

const test = (text, result) => ["test", text, result];
const set = (name, value) => ["set", name, value];

/** Counts down to zero, and says so on the way back. */
function* countdown(m) {
  function* down(n) {
    m.call("countdown", { n });
    yield m.line(2, test(`n == 0: ${n} == 0`, n === 0));
    if (n === 0) {
      m.output.push("0!");
      yield m.line(3, ["print", "0!"]);
      yield m.leave(4);
      return;
    }
    m.output.push(String(n));
    yield m.line(5, ["print", String(n)]);
    yield m.line(6, ["calls", `countdown(${n - 1})`]);
    yield* down(n - 1);
    m.output.push(`back in ${n}`);
    yield m.line(7, ["print", `back in ${n}`]);
    yield m.leave(7);
  }
  m.call("main", {});
  yield m.line(10, ["calls", `countdown(${m.n})`]);
  yield* down(m.n);
}

/** Adds the numbers of a list: the first one, and the sum of the others. */
function* sum(m) {
  const shown = (list) => `[${list.join(", ")}]`;
  function* add(list) {
    m.call("total", { numbers: shown(list) });
    yield m.line(2, test(`numbers == []: ${shown(list)} == []`, list.length === 0));
    if (list.length === 0) {
      yield m.leave(3, 0);
      return 0;
    }
    const [first, ...others] = list;
    m.set({ first });
    yield m.line(4, set("first", first));
    yield m.line(5, ["calls", `total(${shown(others)})`]);
    const rest = yield* add(others);
    m.set({ rest });
    m.wait(5);
    yield m.leave(6, first + rest);
    return first + rest;
  }
  m.call("main", {});
  yield m.line(9, ["calls", "total([3, 1, 2])"]);
  const value = yield* add([3, 1, 2]);
  m.output.push(String(value));
}

/** All words of some length from two letters. */
function* words(m) {
  function* spell(word) {
    m.call("words", { word: `"${word}"` });
    yield m.line(2, test(`len(word) == length: ${word.length} == 2`, word.length === 2));
    if (word.length === 2) {
      m.output.push(word);
      yield m.line(3, ["print", word]);
      yield m.leave(4);
      return;
    }
    for (const letter of "ab") {
      m.set({ letter: `"${letter}"` });
      yield m.line(5, set("letter", `"${letter}"`));
      yield m.line(6, ["calls", `words("${word + letter}")`]);
      yield* spell(word + letter);
    }
    yield m.line(5, ["over", "letter"]);
    yield m.leave(5);
  }
  m.call("main", {});
  yield m.line(9, set("length", 2));
  yield m.line(10, ["calls", 'words("")']);
  yield* spell("");
}

const text = (source) => source.trim().split("\n");

/** Each with its listing; `value` is what `countdown` begins with. */
export const LESSON_PROGRAMS = {
  countdown: {
    program: countdown,
    value: 3,
    lines: text(`
def countdown(n):
    if n == 0:
        print("0!")
        return
    print(n)
    countdown(n - 1)
    print("back in", n)


countdown(3)
`),
  },
  sum: {
    program: sum,
    value: 3,
    lines: text(`
def total(numbers):
    if numbers == []:
        return 0
    first = numbers[0]
    rest = total(numbers[1:])
    return first + rest


print(total([3, 1, 2]))
`),
  },
  words: {
    program: words,
    value: 2,
    lines: text(`
def words(word):
    if len(word) == length:
        print(word)
        return
    for letter in "ab":
        words(word + letter)


length = 2
words("")
`),
  },
};
