// English.

const square = (row, column) => `(${row}, ${column})`;
const LINES = { column: "column", rising: "diagonal /", falling: "diagonal \\", row: "row" };
const plural = (count, one, many) => (String(count) === "1" ? `1 ${one}` : `${count} ${many}`);
const attack = ({ queen, target, line, standing }) =>
  `the ${standing ? "standing queen" : "queen"} on ${square(queen.row + 1, queen.column + 1)} attacks ${square(target.row + 1, target.column + 1)} along the ${LINES[line]}${isAround(queen, target) ? " around the edge" : ""}`;
const isAround = (one, other) => {
  const [down, right] = [Math.abs(one.row - other.row), Math.abs(one.column - other.column)];
  return down !== right && down !== 0 && right !== 0;
};
const objection = (why) => (why.blocked ? "it is blocked" : attack(why));

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
  refused: (sentence) => `That did not work: ${sentence}.`,
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
      "The number is the row of the queen that took the line, where the post has 1; falling is shifted by n, so that it starts at 0.",
    masks: "Bits of the row at hand, from its first column.",
  },
  mirrors: (post) => `Mirrors the listing of post ${post} line by line, in words of our own.`,
  ours: "As this program's own engine does it, in short.",
  stopped: "Post 001 wants one solution and stops here; the search shown goes on for the others.",
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

  maze: {
    draw: "Draw",
    wall: "Wall",
    way: "Way",
    start: "Start S",
    exit: "Exit G",
    loadFile: "Text or PNG …",
    generate: "New maze",
    clear: "Empty room",
    save: "Save text",
    width: "Rooms across",
    height: "Rooms down",
    algorithm: "Algorithm",
    loops: "Loops",
    seed: "Seed",
    order: "Directions tried",
    algorithms: {},
    algorithmTitles: {},
    editor: (width, height, row, column, what) =>
      `Maze of ${width} by ${height} cells. Cursor in line ${row}, column ${column}: ${what}.`,
    cells: { "#": "wall", " ": "way", S: "start", G: "exit" },
    help: "Drag to draw. With the keyboard: arrows move the cursor, space or enter draws, W, E, S, G choose what.",
    runners: {
      retreat: ["Retreat (post 002)", "forgets dead ends"],
      marking: ["Marking", "remembers dead ends"],
      shortest: ["Breadth first", "finds a shortest way"],
    },
    entered: "entered",
    retreats: "retreats",
    onPath: "on the path",
    found: (length, steps) => `out after ${steps} steps, by a route of ${length}`,
    none: "no way out",
    cut: (steps) => `not done after ${steps} steps`,
    running: "searching",
    routes: "All routes",
    count: (text) => (text === "0" ? "No route" : text === "1" ? "1 route" : `${text} routes`),
    digits: (count) => ` (${count} digits)`,
    counting: "counting …",
    uncounted: "More routes than can be counted here: the room is too wide.",
    showing: (position, length) => `Route ${position}, ${length} steps`,
    next: "Next route",
    previous: "Previous route",
    random: "Random route",
    hide: "Hide the route",
    step: (step, all) => `Step ${step} of ${all}.`,
    say: (name, what) => `${name}: ${what}.`,
    undo: "Undo",
    redo: "Redo",
    lead: "Show this search in full size",
    others: "The other searches",
    listing: "Code (post 002)",
    tree: "The choices as a tree",
    treeNote: "A branch for every way on from a junction, numbered as the search meets them; the same numbers stand in the maze.",
    noTree: "Breadth first follows many ways at once: it has no path of choices.",
    largeTree: (count) => `${count.toLocaleString("en")} branches are too many to look at. Try a smaller maze, or one without loops.`,
    branch: (name, fate) =>
      `${name}${{ dead: ": a dead end, the search went back", solution: ": leads out", open: "" }[fate] ?? ""}`,
    rules: [
      "At a junction the first way in the chosen order is taken (left first, if you choose it).",
      "At a dead end the search goes back to the last junction and tries the next way.",
      "Both are repeated until the exit is reached or every way was tried.",
    ],
    legend: { walked: "on the path", left: "left again", head: "where it stands", route: "the way out" },
    orders: { NSWE: "NSWE (program of post 002)", NSEW: "NSEW (text of post 002)", left: "left first" },
    directions: { N: "north", S: "south", E: "east", W: "west" },
    sets: (at) => `The search stands on S, ${at}.`,
    enters: (at, way, branch, goal) =>
      `${goal ? `Out: ${at} is an exit` : `One step ${way} to ${at}`}${branch ? `, choosing branch ${branch}` : ""}.`,
    leaves: (from, to, branch) =>
      `No way on from ${from}, so it is unmarked: back to ${to}.${branch ? ` Branch ${branch} is a dead end.` : ""}`,
    spreads: (at) => `The next cell, no nearer to S than those before: ${at}.`,
  },

  evolution: {
    n: "Queens",
    seed: "Seed",
    population: "Boards",
    encoding: "Encoding",
    selection: "Selection",
    scaling: "Scaling",
    crossover: "Crossover",
    crossover_rate: "Crossover rate",
    mutation: "Mutation rate",
    elite: "Elite",
    tournament: "Tournament",
    newSeed: "New seed",
    best: "best",
    mean: "mean",
    worst: "worst",
    goal: "a solution",
    working: (generation) => `Breeding generation ${generation} …`,
    chart: "Fitness by generation",
    board: "The best board",
    wheel: "The roulette wheel",
    noWheel: "Parents are chosen by tournament: there is no wheel.",
    wheelNote: (scaling) =>
      `Each board has a share of the wheel; parents are drawn by spinning it. Scaling: ${scaling}. The stronger the colour, the fitter.`,
    says: (generation, best, goal, pairs) =>
      `Generation ${generation}: the best board has fitness ${best} of ${goal}, ${plural(pairs, "pair attacks", "pairs attack")} each other.`,
    encoded: "The board as an array: the index is the row, the value the column of its queen. Red ones are attacked.",
    byPhase: "Phase by phase",
    breeding: "How the next generation comes about",
    phases: ["1. Fitness of everyone", "2. Selection: the wheel picks parents", "3. Crossover", "4. Mutation"],
    individual: (number, fitness) => `Board ${number}: fitness ${fitness}`,
    everyone: (shown, all, elite) =>
      `The fittest ${shown} of ${all}; the number is the fitness. The best ${elite} live on unchanged.`,
    child: (at, all) => `Child ${at} of ${all}`,
    nextChild: "Next child",
    previousChild: "Previous child",
    mother: "mother",
    father: "father",
    fitness: (fitness) => `Fitness ${fitness}.`,
    alone: "This child has no father: it is a copy of its mother.",
    copied: "Nothing is crossed.",
    crossed: "Violet from the mother, orange from the father, grey what both have; a bar marks where it changes over.",
    mutated: (changes) => `Mutation: ${changes.map(([row, from, to]) => `row ${row} from column ${from} to ${to}`).join(", ")}.`,
    unchanged: "No mutation this time.",
    solved: (generation) => `Solved in generation ${generation}: no queen attacks another.`,
    limit: (generations) =>
      `Not solved within ${generations} generations, which is as far as this page goes. Try another seed.`,
    names: {},
    titles: {},
  },

  count: {
    engine: "Engine",
    n: "Queens",
    threads: "Threads",
    start: "Count",
    cancel: "Cancel",
    compare: "Compare all engines",
    progress: "Progress",
    rate: "rate",
    left: "left",
    time: "time",
    solutions: "solutions so far",
    engines: {},
    perSecond: (nodes) => `${nodes} nodes/s`,
    done: (n, count, time) =>
      `${plural(n, "queen", "queens")}: ${plural(count, "solution", "solutions")} in ${time}.`,
    right: "This is the published count.",
    wrong: (count) => `The published count is ${count}!`,
    cancelled: "Cancelled.",
    chart: (n) => `Engines side by side, ${n} queens`,
    chartNote: "Time on a logarithmic scale; the longer the bar, the slower.",
    published: "Published counts",
    queens: "n",
    solutionsOf: "solutions",
    from: "OEIS A000170; only compared with, never used to count.",
    warn: "This will take a minute or more.",
  },

  hand: {
    title: (n) => `Your board of ${n} by ${n}`,
    task: (n) => `Put ${plural(n, "queen", "queens")} on the board so that none attacks another: no two in the same row, column or diagonal.`,
    help: "Click a square to put a queen there or to take her away; point at one to see where a queen moves: in eight directions. With the keyboard: arrows and Enter.",
    history: "Max Bezzel, a chess player, asked for eight queens on a board of 8 by 8 in 1848. For 2 and 3 queens there is no way; from 4 on there is.",
    forced: "Show me the next forced move",
    compare: "What does the search do here?",
    undo: "Take back",
    clear: "Clear",
    unmet: "The search fills rows from the top, and only with queens that nobody attacks: it never comes here.",
    met: (step) => `The search is here after ${step} steps.`,
    says: ({ queens, n, attacks, solutions, dead, done }) => {
      if (done) return `Solved: ${n} queens, and none attacks another.`;
      if (attacks.length) return `${plural(attacks.length, "pair attacks", "pairs attack")} each other: ${attack(attacks[0])}.`;
      const left = `${plural(queens, "queen", "queens")} of ${n}. `;
      if (dead) return `${left}No square is left in ${dead.line} ${dead.index + 1}: this cannot become a solution.`;
      if (solutions === "0") return `${left}None attacks another, and yet no solution has these queens.`;
      return `${left}${plural(solutions, "solution has", "solutions have")} ${queens ? "these queens" : "been found by the search"}.`;
    },
    mustBe: (row, column, line) => `${square(row, column)}: the only square left in its ${line}.`,
    isDead: (line, index) => `No square is left in ${line} ${index}: take a queen back.`,
    free: "No square is forced: several are left in every row and column.",
  },

  compare: {
    left: "Left",
    right: "Right",
    tests: "tests",
    methods: {
      unpruned: ["No pruning at all", "looks at every node, tests each, and goes on below it in any case"],
      complete: ["Test complete boards only", "looks at every node, and tests a board when all queens are on it"],
      scan: ["Scan eight directions", "walks from the square until a queen or the edge (post 003 calls it heavy)"],
      promising: ["promising", "compares with every queen above, and prunes (posts 000, 001, 002, 004)"],
      arrays: ["arrays", "looks up the column and both diagonals, and prunes (post 003)"],
    },
    says: (event, path, over, complete) => {
      const done = over ? (complete ? " Done." : " As far as it is told here.") : "";
      if (!event) return `An empty board.${done}`;
      const at = square(path.length + (event.kind === "enter" ? 0 : 1), (event.column ?? 0) + 1);
      const what = { enter: `A queen on ${at}.`, reject: `${at} is rejected.`, retreat: `Back from ${at}.`, solution: "A solution." };
      return what[event.kind] + done;
    },
    table: "The table of post 004",
    columns: ["all nodes", "promising at most", "visited by backtracking", "promising", "solutions"],
    formula: "formula",
    formulas: ["1 + n + n² + … + nⁿ = (nⁿ⁺¹ − 1) / (n − 1)", "1 + n + n(n−1) + … + n!", "counted", "counted", "counted"],
    levels: (n) => `Level i of the whole tree has nⁱ nodes. For ${n} queens:`,
    choose64: "Whoever put eight queens on any of the 64 squares would have 64! / (8! 56!) = 4,426,165,368 boards to look at; 92 of them are solutions.",
    postsFigures: "The post writes 9.74 × 10^12 and 8.57 × 10^5 for twelve queens; the numbers here are exact.",
    open: (n) => `Open the tree of ${n} queens`,
  },

  problems: {
    problem: "Problem",
    posed: "As written",
    examples: "Examples",
    root: "nothing chosen yet",
    place: "this node",
    level: (level) => `${level}`,
    picture: (choices) => `The problem after ${plural(choices, "choice", "choices")}`,
    folded: ({ visited, promising, solutions }) =>
      `${visited} visited, ${promising} promising, ${plural(solutions, "solution", "solutions")}`,
    start: "Nothing is chosen yet.",
    says: ({ kind, column, objection, left }, solutions) => {
      if (kind === "enter") return `${column.name}: promising.`;
      if (kind === "reject") return `${column.name}: rejected, ${objection.says}.`;
      if (kind === "solution") return `Solution ${solutions}.`;
      if (left.solved) return "The solution is kept. Back, to look for others.";
      return `Back: ${column.name.toLowerCase()} leads ${left.dead ? "nowhere, no choice is left below it" : "no further, everything below it was tried"}.`;
    },
    over: (solutions, first) =>
      first && solutions ? "It is enough: the search ends with the first." : `The search is over: ${plural(solutions, "solution", "solutions")}.`,
  },

  lesson: {
    title: "Lesson",
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
    noJson: "This file is no JSON.",
    noObject: "This file is no lesson: it has no stations.",
    noStations: "This lesson has no stations.",
    noText: (at) => `Station ${at} has no text.`,
    noAddress: (at) => `The address of station ${at} is no text.`,
  },

  start: {
    title: "See backtracking",
    lead: [
      "Backtracking builds a solution one choice at a time and checks each choice at once: what cannot become a solution is dropped, with everything below it.",
      "When no choice is left, it takes the last one back and tries the next.",
    ],
    lessons: "Begin here: five short lessons",
    free: "Or look around",
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

  runs: {
    run: "Run",
    none: "There are no runs to show. Start one with `bezzel run start 16 --name q16 --ledger q16.db`, and this page with `bezzel serve --ledger q16.db`.",
    progress: "Progress",
    share: "done",
    units: "units",
    left: "left at this rate",
    rate: "rate",
    solutions: "solutions so far",
    workersNow: "workers at work",
    audits: "audits done",
    disputes: "disputes settled",
    of: (part, whole) => `${part} of ${whole}`,
    aMinute: (share) => `${share} a minute`,
    anHour: (share) => `${share} an hour`,
    aDay: (share) => `${share} a day`,
    queens: (n) => plural(n, "queen", "queens"),
    says: (what, state) =>
      `${what}: ${{ open: "under way", paused: "paused", complete: "nothing is left; `bezzel run close` adds up" }[state]}.`,
    closed: (what, total, certified) => `${what}: ${total} solutions, ${certified}.`,
    certified: (words) => words,
    map: "The plan",
    mapNote: "From its first unit to its last, a square for each stretch: empty, begun, done.",
    mapSays: (whole, all) => `${whole} of ${all} stretches of the plan are done`,
    workers: "Workers",
    party: "party",
    threads: "threads",
    seen: "heard of",
    standing: "standing",
    ago: (time) => `${time} ago`,
    standings: { alive: "at work", gone: "gone", distrusted: "distrusted" },
  },
};
