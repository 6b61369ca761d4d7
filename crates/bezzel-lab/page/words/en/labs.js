// English: the words of the tabs other than queens.

import { square, plural, attack } from "/words/en/grammar.js";

export const labs = {
  maze: {
    draw: "Draw",
    drawOwn: "Draw your own",
    drawn: "Done drawing",
    search: "search",
    end: "result",
    callsNote: "one for each cell of the path",
    kinds: { start: "Start", enter: "Step", retreat: "Backtrack", solution: "Exit" },
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
    help: "Drag to draw. With the keyboard: arrows move the cursor, space or enter draws, W, E, S and G choose what to draw (wall, empty cell, start, exit).",
    runners: {
      retreat: ["Retreat (post 002)", "does not mark dead ends"],
      marking: ["Marking", "marks dead ends"],
      shortest: ["Breadth first", "finds a shortest route"],
    },
    entered: "entered",
    retreats: "retreats",
    onPath: "on the path",
    found: (length, steps) => `exit found after ${steps} steps; route of ${length}`,
    none: "no route",
    cut: (steps) => `not done after ${steps} steps`,
    running: "searching",
    routes: "All routes",
    count: (text) => (text === "0" ? "No route" : text === "1" ? "1 route" : `${text} routes`),
    digits: (count) => ` (${count} digits)`,
    counting: "counting …",
    uncounted: "The browser cannot count the routes of this maze: an open area is too wide. Use bezzel maze routes.",
    showing: (position, length) => `Route ${position}, ${length} steps`,
    next: "Next route",
    previous: "Previous route",
    random: "Random route",
    hide: "Hide the route",
    step: (step, all) => `Step ${step} of ${all}.`,
    say: (name, what) => `${name}: ${what}.`,
    undo: "Undo",
    redo: "Redo",
    lead: "Search shown in the maze",
    others: "Three searches of this maze",
    listing: "Code (post 002)",
    tree: "The choices as a tree",
    noTree: "Breadth-first search follows many paths at once, so it has no path of choices.",
    largeTree: (count) => `${count.toLocaleString("en")} branches are too many to display. Try a smaller maze, or one without loops.`,
    branch: (name, fate) =>
      `${name}${{ dead: ": a dead end, the search went back", solution: ": leads to an exit", open: "" }[fate] ?? ""}`,
    rules: [
      "At a junction the first way in the chosen order is taken (left first, if you choose it).",
      "At a dead end the search goes back to the last junction and tries the next way.",
      "Both are repeated until the exit is reached or every way was tried.",
    ],
    legend: { walked: "on the path", left: "tried and left", head: "current cell", route: "route" },
    orders: { NSWE: "NSWE (program of post 002)", NSEW: "NSEW (text of post 002)", left: "left first" },
    directions: { N: "north", S: "south", E: "east", W: "west" },
    sets: (at) => `**The search starts at S**, ${at}.`,
    enters: (at, way, branch, goal) =>
      `**${goal ? `Exit: ${at}` : `One step ${way} to ${at}`}**${branch ? `, choosing branch ${branch}` : ""}.`,
    leaves: (from, to, branch) =>
      branch
        ? `**Branch ${branch} is a dead end.** There is no way on from ${from}: its mark is removed, back to ${to}.`
        : `**There is no way on from ${from}.** Its mark is removed; back to ${to}.`,
    spreads: (at) => `The next cell, at the same distance from S or one further: ${at}.`,
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
    working: (generation) => `Generation ${generation} …`,
    chart: "Fitness by generation",
    board: "The best board",
    wheel: "The roulette wheel",
    noWheel: "Parents are selected by tournament (the fittest of some random boards), so there is no wheel.",
    wheelNote: (scaling) =>
      `Each board has a share of the wheel; parents are drawn by spinning it. Scaling: ${scaling}. Stronger colours are fitter.`,
    says: (generation, best, goal, pairs) =>
      `**Generation ${generation}:** best fitness ${best} of ${goal}; ${plural(pairs, "pair attacks", "pairs attack")} each other.`,
    encoded: "The board as an array: the index is the row, the value the column of its queen. Red ones are attacked.",
    byPhase: "Phase by phase",
    breeding: "How the next generation is made",
    phases: ["1. Fitness of the boards", "2. Selection: the wheel selects parents", "3. Crossover", "4. Mutation"],
    individual: (number, fitness) => `Board ${number}: fitness ${fitness}`,
    everyone: (shown, all, elite) =>
      `${shown} of ${all}: the fittest, and both parents; the number is the fitness. ${elite === "1" ? "The best one is" : `The best ${elite} are`} kept unchanged.`,
    child: (at, all) => `Child ${at} of the first ${all}`,
    nextChild: "Next child",
    previousChild: "Previous child",
    mother: "mother",
    father: "father",
    fitness: (fitness) => `Fitness ${fitness}.`,
    alone: "This child has one parent: it is a copy of its mother.",
    copied: "No crossover.",
    crossed: "Violet queens come from the mother, orange ones from the father; grey ones are in both. A bar marks the crossover point.",
    mutated: (changes) => `Mutation: ${changes.map(([row, from, to]) => `row ${row} from column ${from} to ${to}`).join(", ")}.`,
    unchanged: "No mutation this time.",
    solved: (generation) => `Solved in generation ${generation}: no queen attacks another.`,
    limit: (generations) =>
      `Not solved within ${generations} generations, which is the limit of this page. Try another seed.`,
    names: {},
    titles: {},
  },

  hand: {
    title: (n) => `Your board of ${n} by ${n}`,
    task: (n) => `Place ${plural(n, "queen", "queens")} on the board so that none attacks another: no two in the same row, column or diagonal.`,
    help: "Click a square to place or remove a queen; point at one to see its eight directions. With the keyboard: arrows and Enter.",
    history: "Max Bezzel, a chess player, asked for eight queens on a board of 8 by 8 in 1848. For 2 and 3 queens there is no solution; from 4 on there is.",
    forced: "Show me the next forced move",
    compare: "Show this in the search",
    undo: "Undo",
    clear: "Clear",
    unmet: "The search fills rows from the top, and only with queens that are not attacked, so it never reaches this board.",
    met: (step) => `The search reaches this board after ${step} steps.`,
    says: ({ queens, n, attacks, solutions, dead, done }) => {
      if (done) return `Solved: ${n} queens, and none attacks another.`;
      if (attacks.length) return `${plural(attacks.length, "pair attacks", "pairs attack")} each other: ${attack(attacks[0])}.`;
      const left = `${plural(queens, "queen", "queens")} of ${n}. `;
      if (dead) return `${left}No square is left in ${dead.line} ${dead.index + 1}: this cannot become a solution.`;
      if (solutions === "0" && queens === 0) return `There is no solution for ${plural(n, "queen", "queens")}. Try, and see why.`;
      if (solutions === "0") return `${left}No queen attacks another, but no solution contains these queens.`;
      return `${left}${queens === 0 ? plural(solutions, "solution is", "solutions are") : plural(solutions, "solution contains", "solutions contain")} ${queens === 0 ? "to be found" : queens === 1 ? "this queen" : "these queens"}.`;
    },
    mustBe: (row, column, line) => `${square(row, column)}: the only square left in its ${line}.`,
    isDead: (line, index) => `No square is left in ${line} ${index}: remove a queen.`,
    free: "No square is forced: several are left in every row and column.",
  },

  compare: {
    left: "Left",
    right: "Right",
    tests: "tests",
    methods: {
      unpruned: ["No pruning at all", "visits every node, tests it, and continues below it in any case"],
      complete: ["Test complete boards only", "visits every node, and tests a board when all queens are placed"],
      scan: ["Scan eight directions", "scans from the square to a queen or the edge (post 003 calls it heavy)"],
      promising: ["With pruning (promising)", "compares with every queen above, and prunes (posts 000, 001, 002, 004)"],
      arrays: ["With pruning (arrays)", "looks up the column and both diagonals, and prunes (post 003)"],
    },
    says: (event, path, over, complete) => {
      const done = over ? (complete ? " Done." : " The page ends here.") : "";
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
    choose64: "There are 64! / (8! 56!) = 4,426,165,368 ways to place eight queens on any of the 64 squares; 92 of them are solutions.",
    postsFigures: "The post writes 9.74 × 10^12 and 8.57 × 10^5 for twelve queens; the numbers here are exact.",
    open: (n) => `Open the tree of ${n} queens`,
  },

  problems: {
    problem: "Problem",
    posed: "As written",
    examples: "Examples",
    asks: {
      may: (what) => `${what}: is that promising?`,
      next: "What does the search choose next? Or does it go back?",
      reject: () => "Which of these choices will the search reject?",
    },
    root: "no choices yet",
    place: "this node",
    level: (level) => `${level}`,
    picture: (choices) => `The problem after ${plural(choices, "choice", "choices")}`,
    folded: ({ visited, promising, solutions }) =>
      `${visited} visited, ${promising} promising, ${plural(solutions, "solution", "solutions")}`,
    start: "No choices yet.",
    says: ({ kind, column, objection, left }, solutions) => {
      if (kind === "enter") return `${column.name}: promising.`;
      if (kind === "reject") return `${column.name}: rejected, ${objection.says}.`;
      if (kind === "solution") return `Solution ${solutions}.`;
      if (left.solved) return "The solution is stored. Back, to look for others.";
      return `Back. ${column.name}: ${left.dead ? "no choice is left below it" : "everything below it was tried"}.`;
    },
    over: (solutions, first) =>
      first && solutions ? "The search ends with the first solution." : `The search has ended: ${plural(solutions, "solution", "solutions")}.`,
  },

  count: {
    growth: "How solutions and time grow",
    growthNote: "Bars: solutions (from OEIS A000170), on a logarithmic scale. Line: the time of this engine, measured for 8 to 14 queens; dashed: continued in proportion to the solutions.",
    engine: "Engine",
    n: "Queens",
    threads: "Threads",
    workers: "Workers",
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
    native: (rate, share) =>
      `The command bezzel queens count does about ${rate} nodes/s with this engine on one core (AMD EPYC, AVX2)${share === null ? "" : `; a worker of this browser reaches ${share} % of that`}.`,
    done: (n, count, time) =>
      `${plural(n, "queen", "queens")}: ${plural(count, "solution", "solutions")} in ${time}.`,
    right: "This is the published count.",
    wrong: (count) => `This result is wrong: the published count is ${count}.`,
    cancelled: "Cancelled.",
    chart: (n) => `Engines side by side, ${n} queens`,
    chartNote: "Time on a logarithmic scale; the longer the bar, the slower.",
    published: "Published counts",
    queens: "n",
    solutionsOf: "solutions",
    from: "OEIS A000170; for comparison only.",
    warn: "This will take a minute or more.",
  },

  runs: {
    run: "Run",
    none: "There are no runs yet",
    begin: [
      ["Start a run: the ledger is a file that keeps its tasks and results.", "bezzel run start 18 --name q18 --ledger runs.db"],
      ["Start workers, as many and on as many machines as you like; any of them may stop at any time.", "bezzel run work q18 --ledger runs.db"],
      ["Watch it here.", "bezzel serve --ledger runs.db"],
    ],
    progress: "Progress",
    share: "done",
    units: "units",
    left: "left at this rate",
    rate: "rate",
    solutions: "solutions so far",
    workersNow: "active workers",
    audits: "audits done",
    disputes: "disputes settled",
    of: (part, whole) => `${part} of ${whole}`,
    aMinute: (share) => `${share} a minute`,
    anHour: (share) => `${share} an hour`,
    aDay: (share) => `${share} a day`,
    queens: (n) => plural(n, "queen", "queens"),
    says: (what, state) =>
      `${what}: ${{ open: "running", paused: "paused", complete: "complete; `bezzel run close` prints the total" }[state]}.`,
    closed: (what, total, certified) => `${what}: ${total} solutions, ${certified}.`,
    certified: (words) => words,
    map: "The plan",
    mapNote: "Each square is a part of the plan, in the order of its units: not started, started or done.",
    mapSays: (whole, all) => `${whole} of ${all} parts of the plan are done`,
    workers: "Workers",
    party: "party",
    threads: "threads",
    seen: "last seen",
    standing: "state",
    ago: (time) => `${time} ago`,
    standings: { alive: "active", gone: "gone", distrusted: "distrusted" },
  },
};
