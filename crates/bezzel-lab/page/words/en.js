// English.

import { square, plural, attack, objection, counted } from "/words/en/grammar.js";
import { labs } from "/words/en/labs.js";

function say({ event, path, total }, marks, isEnd) {
  const none = total.solutions === 0;
  const over = none
    ? `The search has ended without a solution: every branch of the tree ends in a ×, and the tree contains all ways to place ${plural(marks.n, "queen", "queens")}.`
    : "The search has ended.";
  const end = isEnd ? ` ${over}` : "";
  const marked = marks.all.length > 0;
  if (!event) return `**${marked ? "The given board." : "An empty board."}** The search starts in the first row.`;
  const row = path.length;
  switch (event.kind) {
    case "enter":
      if (marks.at(row - 1, event.column) === "Q")
        return `**The queen on ${square(row, event.column + 1)}** is part of the board; the search continues below.${end}`;
      return `**A queen on ${square(row, event.column + 1)}:** promising, no queen attacks it.${end}`;
    case "reject":
      return `**${square(row + 1, event.column + 1)} is rejected:** ${objection(event.objection)}.${end}`;
    case "solution":
      return `**Solution ${total.solutions.toLocaleString("en")}:** [${path.map((column) => counted(column + 1)).join(", ")}].${end}`;
    default: {
      const at = square(row + 1, event.column + 1);
      const next = event.column + 1 < marks.n && !isEnd ? `; next is ${square(row + 1, event.column + 2)}` : "";
      const leave = `Take the queen off ${at}${next}.`;
      if (event.left.solved) return `**The solution is stored.** ${leave}${end}`;
      if (event.left.dead) return `**Row ${counted(row + 2)} has no free square.** ${leave}${end}`;
      return `**Everything below ${at} was tried.** ${leave}${end}`;
    }
  }
}

/** A sentence about one executed line. */
function lineSays([kind, ...values], line, frames) {
  const text = {
    calls: (call) => `calls ${call}.`,
    test: (condition, result) => {
      const [source, numbers] = condition.split(": ");
      return `tests ${source}: ${numbers ? `${numbers} is ` : ""}${result ? "true" : "false"}.`;
    },
    set: (name, value) => `sets ${name} to ${value}.`,
    over: (name) => `ends the loop: no value is left for ${name}.`,
    store: (list) => `stores a copy of the solution ${list}.`,
    push: (name, value) => `appends ${value} to ${name}.`,
    pop: (name, value) => `removes ${value} from ${name}.`,
    mark: (cells, value) => `sets ${cells} to ${value}.`,
    print: (shown) => `prints ${shown}.`,
    returns: (name, value, at, caller) =>
      `ends ${name}${value === null ? "" : `, which returns ${value}`}${at ? `. ${caller} goes on after line ${at}` : ""}.`,
    loop: () => "begins the next round of the loop.",
    else: () => "goes on with the children.",
    break: () => "leaves the loop.",
    continue: () => "goes on with the next column.",
  }[kind](...values);
  return `**Line ${line}** ${text}`;
}

export const en = {
  name: "English",
  labs: "Labs",
  tabs: {
    start: "Learn",
    recursion: "Recursion",
    queens: "Queens",
    hand: "By hand",
    compare: "Compare",
    problems: "Problems",
    maze: "Maze",
    evolution: "Evolution",
    count: "Count",
    runs: "Runs",
  },
  theme: "Colours",
  themes: { system: "like the system", light: "light", dark: "dark" },
  language: "Language",
  help: "Help",
  keys: "Keys",
  leads: {
    start: "Start with a lesson, or explore the lab. Every address can be shared.",
    recursion: "A function that calls itself with a smaller problem. Each call has its own variables; it returns to the line that called it.",
    hand: "Place queens on the board yourself. Lines show which queens attack each other; shaded squares are attacked. A square is forced if it is the only one left in its row or column.",
    compare:
      "Two searches of the same board, side by side. The table shows the numbers of nodes from the study posts for 4, 8 and 12 queens; click a row to open its tree.",
    problems:
      "The same search for other problems: a choice is made, tested, and undone if it leads to no solution. You can type a problem of your own into the field.",
    queens:
      "Backtracking places one queen in each row, from the top. A square that an earlier queen attacks is rejected (×). A free square is promising: the search places a queen there and continues below. When a row has no square left, the search goes back, removes the last queen and tries the next square. The tree keeps every visited square; a folded part shows how many it contains. The highlighted lines of code are being executed.",
    maze: "Three searches leave S for G at the same time. The first (post 002) walks as far as it can and removes its marks when it goes back, so it may enter the same dead end again. The second marks dead ends. The third goes one step further in all directions at once and finds a shortest route. A route visits no cell twice: all of them are counted, and any can be shown.",
    evolution:
      "Evolution does not search the tree. The fitness of a board is its number of pairs of queens that do not attack each other. The fitter a board, the larger its share of the wheel that selects parents. Children combine both parents and change slightly. The same seed gives the same run.",
    runs: "Counts that take hours or weeks, on any number of machines. A ledger assigns tasks (ranges of units of work) to workers, reassigns the tasks of workers that no longer report, and has some tasks counted again by another party.",
    count:
      "How many solutions are there? Each engine counts all of them, from the simple search of the posts to an engine that counts many boards at once with vector instructions. The published counts are shown for comparison.",
  },
  close: "Close",
  settings: "Settings",
  spaceKey: "space",
  refused: ({ message }) => `That did not work: ${message}.`,
  noLibrary: "The lab's library could not be loaded. Try again, or reload the page.",
  noAnswer: "The server does not answer. Is it still running?",

  play: "Play",
  pause: "Pause",
  playPause: "Play or pause",
  forward: "One step forward",
  back: "One step back",
  tenForward: "Ten steps forward",
  tenBack: "Ten steps back",
  toStart: "To the start",
  toEnd: "To the end",
  faster: "Faster",
  slower: "Slower",
  speed: "Speed",
  slider: "Step",
  steps: "Steps",
  perSecond: (speed) => `${speed} / s`,
  short: {
    toStart: "Start",
    back: "Back",
    forward: "Step",
    toEnd: "End",
    nextSolution: "Solution",
    previousSolution: "Solution",
    nextRetreat: "Retreat",
  },
  nextSolution: "Next solution",
  previousSolution: "Previous solution",
  nextRetreat: "Next retreat",
  toParent: "To the node above",

  board: "Board",
  tree: "State-space tree",
  code: "Code",
  memory: "Stored values",
  method: "Method",
  methods: {
    promising: "promising (posts 000, 001, 002, 004)",
    arrays: "arrays (post 003)",
    masks: "masks (bits)",
  },
  stopAtFirst: "Stop at the first solution",
  queensCount: (n) => plural(n, "queen", "queens"),
  quiz: "Quiz",
  quizTitle: "Predict what happens before it is shown",
  exercise: {
    title: "Your turn",
    begin: (count) => `${count} exercises`,
    number: (at, all) => `Exercise ${at} of ${all}`,
    may: (what) => `Can a queen go on ${what}? If not, which queen attacks it?`,
    next: "Where does the search put the next queen? Or does it go back?",
    children: (where) => `How many squares of ${where} are promising?`,
    reject: (where) => `Click a square of ${where} that the search will reject.`,
    yes: "Yes",
    no: (who) => `No: the queen on ${who} attacks it`,
    noPlain: "No",
    blocked: "No: it is blocked",
    line: (line) => `Line ${line} has just run. Which line runs next?`,
    lineChosen: (line, next) => (line < next ? `Line ${line} is passed over this time.` : `Line ${line} comes later, or not at all.`),
    calls: (line) => `Line ${line} has just run. Which calls are open, the oldest first?`,
    callsChosen: (fewer) => (fewer ? "A call stays open until it returns, and its caller waits for it." : "A call that has returned is no longer open."),
    returns: (name) => `The next line ends the call of ${name}. What does it return, and to which line?`,
    returnsTo: (value, line) => `${value}, to line ${line}`,
    returnsLine: (line) => `A call returns to the line that made it: line ${line}.`,
    returnsValue: "Look at the test that has just been made.",
    list: (name, line, code) => `What is in ${name} after line ${line}, ${code}?`,
    listBefore: "That is the list before this line.",
    listEnd: "append and pop work at the end of the list.",
    back: "It goes back",
    show: "Show me",
    leave: "Leave the exercises",
    empty: "empty",
    position: "Position",
    answer: (answer) => `The answer: ${answer}`,
    paper: (date) => `Name: ______________________   ${date}`,
    right: "Right!",
    wrong: (answer) => `Not quite. The answer: ${answer}`,
    tryAgain: "Not quite. Try again.",
    childrenAre: (names) => (names.length ? `Promising: ${names.join(", ")}.` : "None: the search will have to go back."),
    rejectedAre: (names) => `The search will reject ${names.join(", ")}.`,
    score: (right, asked, streak) => `${right} of ${asked} right${streak > 1 ? `, ${streak} in a row` : ""}`,
    nextOne: "Next exercise",
    goOn: "Continue",
    summary: "Results",
    result: (right, all, best) => `${right} of ${all} right, at most ${best} in a row.`,
    question: "Question",
    yours: "Your answer",
    verdict: "Verdict",
    print: "Print",
    save: "Save (JSON)",
    again: "Same exercises again",
    another: "Other exercises",
    forClass: "The same exercises for everyone:",
    seed: (seed) => `link with seed ${seed}`,
  },
  numbersOn: "Numbers",
  numbers: { none: "none", sum: "row + column", difference: "row − column" },
  same: { column: "the same column", diagonal: "the diagonal" },
  taken: "taken",
  rowWord: "row",
  calls: "Call stack",
  callsNote: "Each call waits for the one above it; returning gives control back to its caller.",
  stack: "The stack",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit",
  treeView: "Nodes shown",
  treeViews: { visited: "nodes visited", saved: "visited and pruned nodes", whole: "the whole tree" },
  setup: {
    title: "Set up the board",
    queen: "Place a queen",
    block: "Block a square",
    torus: "Joined edges (torus)",
    clear: "Clear the board",
  },
  row: (row) => `row ${counted(row)}`,
  boardLabel: (n, queens) =>
    queens.length === 0
      ? `An empty board of ${n} by ${n}`
      : `A board of ${n} by ${n} with queens on ${queens.map(([row, column]) => square(row, column)).join(", ")}`,
  treeLabel: ({ visited, promising }, depth) =>
    `The tree so far: ${visited} visited, ${promising} promising, depth ${depth}`,
  nodeTitle: ({ fate, level, column, objection: why, counts }, saved) => {
    if (level === 0) return "the empty board";
    const at = square(level, column + 1);
    if (fate === "rejected")
      return `${at} ×: ${objection(why)}${saved ? `; pruning it saves ${plural(saved.toLocaleString("en"), "node", "nodes")}` : ""}`;
    if (fate === "folded")
      return `${at}: ${counts.visited} visited, ${counts.promising} promising, ${plural(counts.solutions, "solution", "solutions")}`;
    return fate === "solution" ? `${at}: a solution` : at;
  },
  mirrors: (post) => `Follows the code of study post ${post} line by line, with our own names.`,
  ours: "A short version of this program's engine.",
  stopped: "Post 001 finds one solution and stops here.",
  cut: "The recorded steps end here; the search is not finished.",
  stepOf: (step, all) => `Step ${step} of ${all}.`,
  say,
  lineSays,
  lineNote: ([kind, ...values]) =>
    ({ test: (text, result) => `${text.split(": ").at(-1)}: ${result ? "true" : "false"}`, set: (name, value) => `${name} = ${value}`, returns: (name, value) => (value === null ? null : `returns ${value}`) })[kind]?.(...values) ?? null,
  kinds: { start: "Start", enter: "Placed", reject: "Rejected", solution: "Solution", retreat: "Backtrack", line: "Code line" },
  units: { us: "µs", ms: "ms", s: "s", min: "min", h: "h" },
  unit: "Step by",
  unitNames: { queen: "Queen", line: "Line" },
  noLines: "This code is shown queen by queen only.",
  atLine: (line) => `line ${line}`,
  returning: (value, line) => `returns${value === "" ? "" : ` ${value}`}${line ? ` to line ${line}` : ""}`,
  moreCalls: (count) => `${count} more ${count === 1 ? "call" : "calls"} below …`,
  fewerCalls: "Show fewer",
  base: "Count rows and columns from",
  bases: { code: "the code's number", 0: "0", 1: "1" },
  menu: "More settings",
  queensTitle: "Number of queens",
  byHand: "Place queens yourself",
  fewerQueens: "One queen fewer",
  moreQueens: "One queen more",
  panes: { tree: "Tree", code: "Code", calls: "Calls" },
  whole: "Large",
  visited: "visited",
  promising: "promising",
  rejected: "rejected",
  solutions: "solutions",
  depth: "depth",
  level: "level",
  soFar: "so far",
  wholeSearch: "whole search",
  tableTitle: (n) => `Nodes of the tree, ${plural(n, "queen", "queens")}`,
  allNodes: (all, bound) =>
    `Without pruning the tree has ${en.long(all)} nodes; at most ${en.long(bound)} of them can be promising.`,
  long: (text) =>
    text.length > 15
      ? Number(text).toExponential(2).replace("e+", " × 10^")
      : BigInt(text).toLocaleString("en"),
  galleryTitle: (found, all, groups, allGroups) =>
    `Solutions: ${found} of ${all}, ${groups} of ${allGroups} essentially different`,
  moreGroups: (count) => `Show more (${count} left)`,
  solutionLabel: (columns) => `Solution with queens in columns ${columns.map(counted).join(", ")}`,
  eachSolution: "All solutions, as a list",
  skyline: "The depth of the search over its steps; marks are solutions",

  export: "Export",
  making: "Please wait …",
  exports: { svg: "Picture (SVG)", png: "Picture (PNG)", gif: "Run (GIF)", html: "Run (HTML page)" },

  lesson: {
    title: "Lesson",
    again: "Show this page again",
    return: "To the lesson",
    broken: "The lesson in this address cannot be read: the link may have been cut off.",
    of: (at, all) => `${at} / ${all}`,
    stations: (count) => `${count} pages`,
    nextStation: "Next",
    previousStation: "Back",
    finish: "Finish",
    answerFirst: "Answer first",
    lecture: "Lecture",
    close: "Leave the lesson",
    finished: "Lesson finished",
    learnt: "Terms of this lesson",
    nextLesson: "Next lesson",
    home: "All lessons",
    restart: "Once more",
    score: (right, all) => `${right} of ${all} questions right at the first try.`,
    comeBack: (title) => `Back to: ${title}`,
    needs: "New to recursion? There is a short lesson about it.",
    minutes: (count) => `about ${count} min`,
    ready: "done",
    begun: (at, all) => `page ${at} of ${all}`,
    beginFirst: (title) => `Begin: ${title}`,
    goOn: (title) => `Continue: ${title}`,
    saveLesson: "Save as file",
    load: "Open a lesson from a file …",
    loadNote: "Lessons are JSON: save one of these, change it, open it again. The address then contains the lesson and can be sent to a class.",
  },

  recursion: {
    programs: { countdown: "Countdown", sum: "Sum of a list", words: "All words of two letters" },
    program: "Program",
    output: "Printed so far",
    tree: "Tree of calls",
    start: "**The program starts.** Its last lines call the function.",
    over: "The program has ended.",
  },

  start: {
    title: "See backtracking.",
    lead: "Put queens on a board, one row at a time. When nothing fits, go back one and try the next. Watch the board, the tree and the code do it together.",
    look: "Just look around",
    lessons: "Six lessons with questions",
    free: "Or on your own",
    take: "Take the lab with you",
    takeNote: "The whole lab is one file, which any browser opens without a network: send it to students, or copy it to a USB stick.",
    takeFile: "The lab as one file",
    readOn: "Read more",
    pages: { "pages/README.html": "About Bezzel", "pages/README.ko.html": "About Bezzel, in Korean", "pages/docs/teaching.html": "Your own lessons", "pages/crates/bezzel/README.html": "The library", "doc/bezzel/index.html": "Its guide and documentation" },
    labs: {
      recursion: "Three small programs, call by call",
      queens: "Board, tree and code of the search, step by step",
      hand: "Place queens yourself, with or without hints",
      compare: "With and without pruning, side by side",
      problems: "Sudoku, knight's tour, colouring, subset sum",
      maze: "Draw a maze and watch the search find a way out",
      evolution: "Evolve boards until one is a solution",
      count: "Count all solutions, as fast as possible",
    },
  },

  ...labs,
};
