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

function say({ event, path, total }, marks, isEnd, hides) {
  const end = isEnd ? " The search is over." : "";
  const marked = marks.all.length > 0;
  if (!event) return `${marked ? "The board as it is given" : "An empty board"}. The search begins in the first row.`;
  const row = path.length;
  switch (event.kind) {
    case "enter":
      if (marks.at(row - 1, event.column) === "Q")
        return `The queen on ${square(row, event.column + 1)} stands already; the search goes on below.${end}`;
      return hides
        ? `A queen on ${square(row, event.column + 1)}. May she stand there?`
        : `A queen on ${square(row, event.column + 1)}: promising, no queen attacks it.${end}`;
    case "reject":
      return hides
        ? `${square(row + 1, event.column + 1)} is rejected. Why?`
        : `${square(row + 1, event.column + 1)} is rejected: ${objection(event.objection)}.${end}`;
    case "solution":
      return `Solution ${total.solutions.toLocaleString("en")}: ${path.map((column) => column + 1).join(", ")}.${end}`;
    default:
      return hides
        ? `Back from ${square(row + 1, event.column + 1)}. Why?`
        : `Back from ${square(row + 1, event.column + 1)}: everything below it was tried.${end}`;
  }
}

export const en = {
  name: "English",
  labs: "Labs",
  tabs: { queens: "Queens", maze: "Maze", evolution: "Evolution", count: "Count", runs: "Runs" },
  language: "Language",
  help: "Help",
  keys: "Keys",
  leads: {
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
  setup: {
    title: "Set up the board",
    queen: "Stand a queen",
    block: "Block a square",
    torus: "Joined edges (torus)",
    clear: "Empty the board",
  },
  showReason: "Show the reason and the code",
  row: (row) => `row ${row}`,
  boardLabel: (n, queens) =>
    queens.length === 0
      ? `An empty board of ${n} by ${n}`
      : `A board of ${n} by ${n} with queens on ${queens.map(([row, column]) => square(row, column)).join(", ")}`,
  treeLabel: ({ visited, promising }, depth) =>
    `The tree so far: ${visited} visited, ${promising} promising, depth ${depth}`,
  nodeTitle: ({ fate, level, column, objection: why, counts }, hides) => {
    if (level === 0) return "the empty board";
    const at = square(level, column + 1);
    if (fate === "rejected") return hides ? `${at} ×` : `${at} ×: ${objection(why)}`;
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
    solved: (generation) => `Solved in generation ${generation}: no queen attacks another.`,
    limit: (generations) =>
      `Not solved within ${generations} generations, which is as far as this page goes. Try another seed.`,
    names: {},
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
