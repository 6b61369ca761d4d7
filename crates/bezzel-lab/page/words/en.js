// English.

import { square, plural, attack, objection } from "/words/en/grammar.js";
import { labs } from "/words/en/labs.js";

function say({ event, path, total }, marks, isEnd) {
  const none = total.solutions === 0;
  const over = none
    ? `The search is over without a solution: every branch of the tree ends in a ×, and the tree has all ways to put ${plural(marks.n, "queen", "queens")}.`
    : "The search is over.";
  const end = isEnd ? ` ${over}` : "";
  const marked = marks.all.length > 0;
  if (!event) return `${marked ? "The board as it is given" : "An empty board"}. The search begins in the first row.`;
  const row = path.length;
  switch (event.kind) {
    case "enter":
      if (marks.at(row - 1, event.column) === "Q")
        return `The queen on ${square(row, event.column + 1)} stands already; the search goes on below.${end}`;
      return `A queen on ${square(row, event.column + 1)}: promising, no queen attacks it.${end}`;
    case "reject":
      return `${square(row + 1, event.column + 1)} is rejected: ${objection(event.objection)}.${end}`;
    case "solution":
      return `Solution ${total.solutions.toLocaleString("en")}: ${path.map((column) => column + 1).join(", ")}.${end}`;
    default: {
      const at = square(row + 1, event.column + 1);
      if (event.left.solved) return `The solution is kept. Back from ${at}, to look for others.${end}`;
      if (event.left.dead) return `Back from ${at}: no square of row ${row + 2} is left.${end}`;
      return `Back from ${at}: everything below it was tried.${end}`;
    }
  }
}

export const en = {
  name: "English",
  labs: "Labs",
  tabs: {
    start: "Start",
    queens: "Queens",
    hand: "By hand",
    compare: "Compare",
    problems: "Problems",
    maze: "Maze",
    evolution: "Evolution",
    count: "Count",
    runs: "Runs",
  },
  language: "Language",
  help: "Help",
  keys: "Keys",
  leads: {
    start: "Begin with a lesson, or go to the lab and try things out. Every address can be sent to someone else.",
    hand: "Put queens on the board yourself. Lines show who attacks whom, shaded squares are attacked. A square is forced when it is the only one left of its row or column.",
    compare:
      "Two ways to search the same board, with one clock. The table has the posts' figures for 4, 8 and 12 queens; a row leads to its tree.",
    problems:
      "The same search for other problems: a choice is made, checked, and taken back when it leads nowhere. Write a problem of your own into the field.",
    queens:
      "Backtracking puts one queen into each row, from the top. A square that an earlier queen attacks is rejected (×). A free square is promising: the search puts a queen there and goes on below. When a row has no square left it goes back, takes the last queen away and tries the next square. The tree keeps every square that was looked at, a folded part says how many; the lit lines of the code are what happens now.",
    maze: "Three searches leave S for G at the same time. Post 002 walks as far as it can and forgets a way when it retreats, so it may walk it again; the second remembers dead ends; the third goes one step further in all directions at once and finds a shortest way. A route visits no cell twice: all of them are counted, and any can be shown.",
    evolution:
      "Evolution does not search the tree. A population of boards is judged by its pairs of queens that do not attack each other; the fitter a board, the larger its share of the wheel that picks parents; children take after both and change a little. The same seed gives the same run.",
    runs: "Counts that take hours or weeks, on any number of machines. A ledger hands out tasks of some units in a row, takes them back from workers that fall silent, and has some of them counted again by another party.",
    count:
      "How many solutions are there? Each engine counts them all, from the search of the posts to many boards at once in one vector register. The published counts are there to compare with.",
  },
  close: "Close",
  settings: "Settings",
  spaceKey: "space",
  refused: ({ message }) => `That did not work: ${message}.`,
  noLibrary: "The lab's library could not be loaded. Try again, or load the page anew.",
  noAnswer: "The server does not answer. Is it still running?",

  play: "Play",
  pause: "Pause",
  playPause: "Play or pause",
  forward: "One step on",
  back: "One step back",
  tenForward: "Ten steps on",
  tenBack: "Ten steps back",
  toStart: "To the start",
  toEnd: "To the end",
  faster: "Faster",
  slower: "Slower",
  speed: "Speed",
  slider: "Step",
  steps: "Steps",
  perSecond: (speed) => `${speed} / s`,
  units: { us: "µs", ms: "ms", s: "s", min: "min", h: "h" },
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
  memory: "What the method remembers",
  method: "Method",
  methods: {
    promising: "promising (posts 000, 001, 002, 004)",
    arrays: "arrays (post 003)",
    masks: "masks (bits)",
  },
  stopAtFirst: "Stop at the first solution",
  queensCount: (n) => plural(n, "queen", "queens"),
  quiz: "Quiz",
  quizTitle: "Say what happens before it is shown",
  exercise: {
    title: "Your turn",
    begin: (count) => `${count} exercises`,
    number: (at, all) => `Exercise ${at} of ${all}`,
    may: (what) => `May a queen stand here? ${what}: if not, who attacks her?`,
    next: "Where does the search put the next queen? Or does it go back?",
    children: (where) => `How many children of this node are promising? (${where})`,
    reject: (where) => `Click a square of ${where} that the search will reject.`,
    yes: "Yes",
    no: (who) => `No: the queen on ${who}`,
    noPlain: "No",
    blocked: "No: it is blocked",
    back: "It goes back",
    show: "Show me",
    leave: "Leave the exercises",
    empty: "nothing yet",
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
    goOn: "Go on",
    summary: "How it went",
    result: (right, all, best) => `${right} of ${all} right, at most ${best} in a row.`,
    question: "Question",
    yours: "Your answer",
    verdict: "Verdict",
    print: "Print",
    save: "Save (JSON)",
    again: "The same again",
    another: "Others",
    forClass: "The same exercises for everyone:",
    seed: (seed) => `link with seed ${seed}`,
  },
  numbersOn: "Numbers",
  numbers: { none: "none", sum: "row + column", difference: "row − column" },
  same: { column: "the same column", diagonal: "the diagonal" },
  taken: "taken",
  rowWord: "row",
  calls: "Calls under way",
  callsNote: "Each call waits for the one above it; returning gives control back to its caller.",
  stack: "The stack",
  stackNote: "Going down pushes a column, going back pops it: what the calls of the other listings do by themselves.",
  zoomIn: "Closer",
  zoomOut: "Further away",
  fit: "All of it",
  treeView: "What the tree shows",
  treeViews: { visited: "nodes visited", saved: "and nodes saved", whole: "the whole tree" },
  setup: {
    title: "Set up the board",
    queen: "Stand a queen",
    block: "Block a square",
    torus: "Joined edges (torus)",
    clear: "Empty the board",
  },
  row: (row) => `row ${row}`,
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
  memoryNotes: {
    promising: "The columns of the queens, counted from 0.",
    arrays:
      "The number is the row, from 1, of the queen that took the line, where the post has 1. Small numbers are indices; those of falling begin at −n, for Python's negative ones.",
    masks: "Bits of the row at hand, from its first column.",
  },
  mirrors: (post) => `Mirrors the listing of post ${post} line by line, in words of our own.`,
  ours: "As this program's own engine does it, in short.",
  stopped: "Post 001 wants one solution and stops here.",
  cut: "This page tells no more; the search goes on.",
  stepOf: (step, all) => `Step ${step} of ${all}.`,
  say,
  visited: "visited",
  promising: "promising",
  rejected: "rejected",
  solutions: "solutions",
  depth: "depth",
  level: "level",
  soFar: "so far",
  wholeSearch: "in the end",
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
  solutionLabel: (columns) => `Solution with queens in columns ${columns.join(", ")}`,
  eachSolution: "every one, as a list",
  skyline: "How deep the search is along the way; marks are solutions",

  export: "Export",
  making: "One moment …",
  exports: { svg: "Picture (SVG)", png: "Picture (PNG)", gif: "Run (GIF)", html: "Run (HTML page)" },

  lesson: {
    title: "Lesson",
    again: "Show the station again",
    broken: "The lesson in this address cannot be read: the link may have been cut off.",
    of: (at, all) => `station ${at} of ${all}`,
    stations: (count) => `${count} stations`,
    nextStation: "Next",
    previousStation: "Back",
    finish: "Finish",
    answerFirst: "Answer first",
    lecture: "Lecture",
    close: "Leave the lesson",
    saveLesson: "Save as file",
    load: "Open a lesson from a file …",
    loadNote: "Lessons are JSON: save one of these, change it, open it again. The address then carries it, and can be sent to a class.",
  },

  start: {
    title: "See backtracking",
    lead: [
      "Backtracking builds a solution one choice at a time and checks each choice at once: what cannot become a solution is dropped, with everything below it.",
      "When no choice is left, it takes the last one back and tries the next.",
    ],
    lessons: "Begin here: five short lessons",
    free: "Or look around",
    take: "Take the lab along",
    takeNote: "The whole lab is one file, its library included. Any browser opens it by a double click, without a network: send it to students, or put it on a memory stick.",
    takeFile: "The lab as one file",
    readOn: "Read on",
    pages: { "pages/README.html": "About Bezzel", "pages/README.ko.html": "About Bezzel, in Korean", "pages/docs/lessons.html": "Lessons of your own", "pages/crates/bezzel/README.html": "The library", "doc/bezzel/index.html": "Its guide and documentation" },
    labs: {
      queens: "Board, tree and code of the search, step by step",
      hand: "Put queens yourself, with and without a hint",
      compare: "With and without pruning, side by side",
      problems: "Sudoku, knight's tour, colouring, subset sum",
      maze: "Draw a maze and watch the search get out",
      evolution: "Breed boards until one is a solution",
      count: "Count all solutions, as fast as it goes",
    },
  },

  ...labs,
};
