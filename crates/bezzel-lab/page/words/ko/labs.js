// 한국어: 퀸 말고 다른 탭의 말.

import { square, attack } from "/words/ko/grammar.js";

export const labs = {
  maze: {
    draw: "그리기",
    drawOwn: "직접 그리기",
    drawn: "그리기 끝",
    search: "탐색",
    end: "결과",
    callsNote: "경로의 칸마다 하나",
    kinds: { start: "시작", enter: "한 걸음", retreat: "되돌아가기", solution: "출구" },
    wall: "벽",
    way: "길",
    start: "시작 S",
    exit: "출구 G",
    loadFile: "텍스트나 PNG …",
    generate: "새 미로",
    clear: "빈 방",
    save: "텍스트 저장",
    width: "가로 방 수",
    height: "세로 방 수",
    algorithm: "알고리즘",
    loops: "순환(고리)",
    seed: "시드",
    order: "방향 순서",
    algorithmTitles: {
      "depth-first": "막힐 때까지 아무 데로나 가고 막히면 되돌아갑니다: 길고 구불구불한 길",
      wilson: "고리를 지우며 아무 데로나 걷습니다(윌슨 1996): 모든 미로가 똑같은 확률로 나옵니다",
      kruskal: "두 구역을 가르는 벽을 아무 순서로나 헙니다: 짧고 막다른 길이 많습니다",
    },
    algorithms: { "depth-first": "깊이 우선", wilson: "윌슨", kruskal: "크러스컬" },
    editor: (width, height, row, column, what) =>
      `가로 ${width}칸, 세로 ${height}칸 미로. 커서는 ${row}행 ${column}열: ${what}.`,
    cells: { "#": "벽", " ": "길", S: "시작", G: "출구" },
    help: "끌어서 그립니다. 키보드: 화살표로 커서를 움직이고, 스페이스나 엔터로 그리고, W, E, S, G로 무엇을 그릴지 고릅니다.",
    runners: {
      retreat: ["되돌아가기 (글 002)", "막다른 길을 잊음"],
      marking: ["표시", "막다른 길을 기억함"],
      shortest: ["너비 우선", "가장 짧은 길을 찾음"],
    },
    entered: "들어간 칸",
    retreats: "되돌아감",
    onPath: "경로 위",
    found: (length, steps) => `${steps}단계 만에 탈출, 길이 ${length}`,
    none: "나갈 길이 없음",
    cut: (steps) => `${steps}단계가 지나도 끝나지 않음`,
    running: "탐색 중",
    routes: "모든 경로",
    count: (text) => (text === "0" ? "경로 없음" : `경로 ${text}개`),
    digits: (count) => ` (${count}자리)`,
    counting: "세는 중 …",
    uncounted: "여기서 셀 수 있는 것보다 경로가 많습니다. 방이 너무 넓습니다.",
    showing: (position, length) => `${position}번째 경로, ${length}걸음`,
    next: "다음 경로",
    previous: "이전 경로",
    random: "아무 경로나",
    hide: "경로 숨기기",
    step: (step, all) => `${all}단계 중 ${step}단계.`,
    say: (name, what) => `${name}: ${what}.`,
    undo: "되돌리기",
    redo: "다시 하기",
    lead: "미로에 보일 탐색",
    others: "같은 미로의 세 가지 탐색",
    listing: "코드 (글 002)",
    tree: "갈래길의 트리",
    noTree: "너비 우선 탐색은 여러 길을 한꺼번에 가므로 선택의 길이 없습니다.",
    largeTree: (count) => `가지가 ${count.toLocaleString("ko")}개라 한눈에 볼 수 없습니다. 더 작은 미로나 고리가 없는 미로로 해 보세요.`,
    branch: (name, fate) => `${name}${{ dead: ": 막다른 길, 되돌아감", solution: ": 출구로 이어짐", open: "" }[fate] ?? ""}`,
    rules: [
      "갈래길에서는 정해진 차례의 첫 번째 길로 들어갑니다(왼쪽부터 가게 할 수도 있습니다).",
      "막다른 곳이면 갈래길로 되돌아 나와 그다음 길을 시도합니다.",
      "출구에 닿거나 모든 길을 다 가 볼 때까지 되풀이합니다.",
    ],
    legend: { walked: "지금 경로", left: "되돌아 나온 칸", head: "지금 있는 칸", route: "탈출로" },
    orders: { NSWE: "NSWE (글 002의 코드)", NSEW: "NSEW 북남동서 (글 002의 설명)", left: "왼쪽 먼저" },
    directions: { N: "북쪽", S: "남쪽", E: "동쪽", W: "서쪽" },
    sets: (at) => `**탐색이 시작점 S에 있습니다**, ${at}.`,
    enters: (at, way, branch, goal) =>
      `${branch ? `${branch}번 길을 골라 ` : ""}**${goal ? `탈출! ${at} 칸이 출구입니다` : `${way}으로 한 칸 가서 ${at}에 섭니다`}.**`,
    leaves: (from, to, branch) =>
      branch
        ? `**${branch}번 길은 막다른 길입니다.** ${from}에서는 더 갈 길이 없어 표시를 지우고 ${to}까지 되돌아갑니다.`
        : `**${from}에서는 더 갈 길이 없습니다.** 표시를 지우고 ${to}까지 되돌아갑니다.`,
    spreads: (at) => `S에서 앞의 칸들보다 가깝지 않은 다음 칸은 ${at}입니다.`,
  },

  evolution: {
    n: "퀸",
    seed: "시드",
    population: "개체 수",
    encoding: "인코딩",
    selection: "선택",
    scaling: "스케일링",
    crossover: "교차",
    crossover_rate: "교차율",
    mutation: "돌연변이율",
    elite: "엘리트",
    tournament: "토너먼트",
    newSeed: "새 시드",
    best: "최고",
    mean: "평균",
    worst: "최저",
    goal: "해",
    working: (generation) => `${generation}세대를 만드는 중 …`,
    chart: "세대별 적합도",
    board: "가장 좋은 체스판",
    wheel: "룰렛",
    noWheel: "토너먼트로 부모를 고르므로 룰렛이 없습니다.",
    wheelNote: (scaling) =>
      `개체마다 룰렛의 몫이 있고, 룰렛을 돌려 부모를 고릅니다. 스케일링: ${scaling}. 색이 진할수록 적합도가 높습니다.`,
    says: (generation, best, goal, pairs) =>
      `${generation}세대: 가장 좋은 체스판의 적합도는 ${goal} 중 ${best}, 서로 공격하는 쌍은 ${pairs}개입니다.`,
    encoded: "체스판을 배열로 나타냈습니다. 인덱스는 행, 값은 그 행의 퀸이 놓인 열입니다. 빨간 것은 공격받습니다.",
    byPhase: "단계별로",
    breeding: "다음 세대가 태어나는 과정",
    phases: ["1. 모두의 적합도 평가", "2. 선택: 룰렛이 부모를 고름", "3. 교차", "4. 돌연변이"],
    individual: (number, fitness) => `${number}번 체스판: 적합도 ${fitness}`,
    everyone: (shown, all, elite) => `${all}개 중 적합도가 높은 것과 부모, 모두 ${shown}개입니다. 숫자는 적합도입니다. 가장 좋은 ${elite}개는 그대로 살아남습니다.`,
    child: (at, all) => `처음 자식 ${all}개 중 ${at}번째`,
    nextChild: "다음 자식",
    previousChild: "이전 자식",
    mother: "어머니",
    father: "아버지",
    fitness: (fitness) => `적합도 ${fitness}.`,
    alone: "이 자식에게는 아버지가 없습니다. 어머니를 그대로 베낍니다.",
    copied: "교차하지 않았습니다.",
    crossed: "보라색은 어머니, 주황색은 아버지, 회색은 둘이 같은 곳이고, 굵은 선에서 바뀝니다.",
    mutated: (changes) => `돌연변이: ${changes.map(([row, from, to]) => `${row}행이 ${from}열에서 ${to}열로`).join(", ")}.`,
    unchanged: "이번에는 돌연변이가 없습니다.",
    solved: (generation) => `${generation}세대에 해결: 서로 공격하는 퀸이 없습니다.`,
    limit: (generations) =>
      `${generations}세대 안에 해결하지 못했습니다. 이 페이지는 여기까지만 보여 줍니다. 다른 시드로 해 보세요.`,
    names: {
      columns: "열 배열",
      permutation: "순열",
      roulette: "룰렛",
      tournament: "토너먼트",
      rank: "순위",
      "one-point": "한 점",
      "two-point": "두 점",
      uniform: "균등",
      order: "순서",
      auto: "자동",
      raw: "그대로",
      sigma: "시그마",
      exponential: "지수",
    },
    titles: {
      columns: "행마다 아무 열이나 (글 004)",
      permutation: "모든 열을 한 번씩",
      roulette: "적합도에 비례해서 고르기 (글 004)",
      tournament: "아무나 몇 개를 뽑아 그중 가장 좋은 것",
      rank: "순위에 비례해서 고르기",
      "one-point": "어떤 행부터 아래로는 아버지의 퀸",
      "two-point": "어떤 행들에서는 아버지의 퀸",
      uniform: "행마다 어머니나 아버지의 퀸",
      order: "어머니의 행들을 두고 나머지는 아버지의 차례대로",
      auto: "적합도로 구별되면 그대로, 아니면 지수",
      raw: "적합도 그대로 (글 004)",
      sigma: "평균에서 표준편차의 두 배를 뺀 값보다 큰 만큼",
      exponential: "표준편차로 잰 적합도를 e의 지수로",
    },
  },

  hand: {
    title: (n) => `${n} × ${n} 체스판`,
    task: (n) => `퀸 ${n}개를 서로 공격할 수 없게 놓아 보세요. 같은 행, 같은 열, 같은 대각선에 둘이 있으면 안 됩니다.`,
    help: "칸을 누르면 퀸을 놓거나 치웁니다. 칸을 가리키면 퀸이 움직이는 여덟 방향이 보입니다. 키보드로는 화살표와 엔터를 쓰세요.",
    history: "1848년 체스 선수 막스 베첼(Max Bezzel)이 8 × 8 체스판에 퀸 8개를 놓는 퍼즐을 냈습니다. 퀸이 2개나 3개면 방법이 없고 4개부터는 있습니다.",
    forced: "꼭 놓아야 할 칸 보기",
    compare: "탐색은 여기서 무엇을 하나요?",
    undo: "무르기",
    clear: "비우기",
    unmet: "탐색은 위에서부터 공격받지 않는 퀸만 놓으므로 이 모습은 나오지 않습니다.",
    met: (step) => `탐색은 ${step}단계 뒤에 이 모습이 됩니다.`,
    says: ({ queens, n, attacks, solutions, dead, done }) => {
      if (done) return `풀었습니다! 퀸 ${n}개가 서로 공격하지 않습니다.`;
      if (attacks.length) return `서로 공격하는 쌍이 ${attacks.length}개입니다. ${attack(attacks[0])}.`;
      const left = `퀸 ${n}개 중 ${queens}개를 놓았습니다. `;
      if (dead) return `${left}${dead.index + 1}${dead.line === "row" ? "행" : "열"}에 놓을 칸이 없으니 해가 될 수 없습니다.`;
      if (solutions === "0" && queens === 0) return `퀸 ${n}개를 놓는 해는 없습니다. 놓아 보며 이유를 찾아보세요.`;
      if (solutions === "0") return `${left}서로 공격하지는 않지만 이 퀸들이 모두 있는 해는 없습니다.`;
      return `${left}${queens ? "이 퀸들이 모두 있는 해" : "해"}는 ${solutions}개입니다.`;
    },
    mustBe: (row, column, line) => `${square(row, column)}: 그 ${line === "row" ? "행" : "열"}에 남은 단 하나의 칸입니다.`,
    isDead: (line, index) => `${index}${line === "row" ? "행" : "열"}에 놓을 칸이 없습니다. 퀸을 무르세요.`,
    free: "꼭 놓아야 할 칸은 없습니다. 행과 열마다 칸이 둘 이상 남아 있습니다.",
  },

  compare: {
    left: "왼쪽",
    right: "오른쪽",
    tests: "검사",
    methods: {
      unpruned: ["가지치기 없음", "모든 노드를 방문하고 검사하지만, 검사에 걸려도 그 아래로 내려갑니다"],
      complete: ["다 놓은 뒤에만 검사", "모든 노드를 방문하고 퀸을 다 놓았을 때만 검사합니다"],
      scan: ["팔방 탐색", "칸에서 여덟 방향으로 퀸이나 가장자리를 만날 때까지 갑니다 (글 003: 무거운 방법)"],
      promising: ["가지치기 (promising)", "앞의 퀸과 하나씩 비교하고 가지를 칩니다 (글 000, 001, 002, 004)"],
      arrays: ["가지치기 (arrays)", "열과 두 대각선을 배열에서 찾아보고 가지를 칩니다 (글 003)"],
    },
    says: (event, path, over, complete) => {
      const done = over ? (complete ? " 끝났습니다." : " 여기까지만 보여 줍니다.") : "";
      if (!event) return `빈 체스판입니다.${done}`;
      const at = square(path.length + (event.kind === "enter" ? 0 : 1), (event.column ?? 0) + 1);
      const what = { enter: `${at}에 퀸을 놓습니다.`, reject: `${at} 칸을 버립니다.`, retreat: `${at}에서 되돌아갑니다.`, solution: "해를 찾았습니다." };
      return what[event.kind] + done;
    },
    table: "글 004의 표",
    columns: ["모든 노드", "유망한 노드의 상한", "백트래킹으로 방문", "유망한 노드", "해"],
    formula: "식",
    formulas: ["1 + n + n² + … + nⁿ = (nⁿ⁺¹ − 1) / (n − 1)", "1 + n + n(n−1) + … + n!", "센 값", "센 값", "센 값"],
    levels: (n) => `트리 전체의 레벨 i에는 노드가 nⁱ개 있습니다. 퀸 ${n}개라면:`,
    choose64: "64칸 중 아무 8칸에나 퀸을 놓는다면 살펴볼 후보해는 64! / (8! 56!) = 4,426,165,368개이고, 그 가운데 해는 92개뿐입니다.",
    postsFigures: "글에는 퀸 12개의 값이 9.74 × 10^12, 8.57 × 10^5로 적혀 있지만 여기의 값이 정확합니다.",
    open: (n) => `퀸 ${n}개의 트리 열기`,
  },

  problems: {
    problem: "문제",
    posed: "문제 쓰기",
    examples: "예",
    asks: {
      may: (what) => `${what}: 유망할까요?`,
      next: "탐색은 다음에 무엇을 고를까요? 아니면 되돌아갈까요?",
      reject: () => "탐색이 버릴 것은 어느 것일까요?",
    },
    root: "아직 고른 것이 없음",
    place: "이 노드",
    level: (level) => `${level}`,
    picture: (choices) => `${choices}번 고른 뒤의 모습`,
    folded: ({ visited, promising, solutions }) => `방문 ${visited}, 유망 ${promising}, 해 ${solutions}`,
    start: "아직 고른 것이 없습니다.",
    says: ({ kind, column, objection, left }, solutions) => {
      if (kind === "enter") return `${column.name}: 유망합니다.`;
      if (kind === "reject") return `${column.name}: 유망하지 않습니다. ${objection.says}.`;
      if (kind === "solution") return `${solutions}번째 해입니다.`;
      if (left.solved) return "해를 저장했습니다. 다른 해를 찾으러 되돌아갑니다.";
      return left.dead
        ? `${column.name}: 그 아래로 고를 것이 없어 되돌아갑니다.`
        : `${column.name}: 그 아래를 모두 시도했으니 되돌아갑니다.`;
    },
    over: (solutions, first) =>
      first && solutions ? "하나면 충분하므로 탐색을 마칩니다." : `탐색이 끝났습니다. 해는 ${solutions}개입니다.`,
  },

  count: {
    growth: "해의 수와 시간이 늘어나는 모습",
    growthNote: "막대: 해의 수 (OEIS A000170), 로그 눈금. 선: 퀸 8개부터 14개까지 이 엔진으로 잰 시간. 점선: 해의 수에 비례한다고 본 예상값.",
    engine: "엔진",
    n: "퀸",
    threads: "스레드",
    workers: "작업자",
    start: "세기",
    cancel: "취소",
    compare: "모든 엔진 비교",
    progress: "진행",
    rate: "속도",
    left: "남은 시간",
    time: "걸린 시간",
    solutions: "지금까지의 해",
    engines: {
      promising: "앞의 퀸과 하나씩 비교합니다 (글 000, 001, 002, 004)",
      arrays: "방문한 줄을 배열 세 개에 적습니다 (글 003)",
      masks: "비트 마스크 세 개로 한 행의 빈칸을 한꺼번에 찾습니다",
      border: "테두리의 퀸부터 놓고 여덟 가지 대칭을 모두 씁니다",
      lanes: "border와 같은 방법을 벡터 레지스터의 칸마다 한 판씩 돌립니다",
      halves: "위쪽 절반과 아래쪽 절반을 따로 채운 뒤 512판씩 한꺼번에 맞춥니다",
    },
    perSecond: (nodes) => `초당 노드 ${nodes}개`,
    native: (rate, share) =>
      `명령줄 프로그램은 이 엔진으로 코어 하나에서 초당 노드 약 ${rate}개를 셉니다.${share === null ? "" : ` 이 브라우저의 작업자 하나는 그 ${share} %입니다.`}`,
    done: (n, count, time) => `퀸 ${n}개: 해 ${count}개, ${time}.`,
    right: "알려진 값과 같습니다.",
    wrong: (count) => `알려진 값은 ${count}입니다!`,
    cancelled: "취소했습니다.",
    chart: (n) => `퀸 ${n}개, 엔진별 비교`,
    chartNote: "로그 눈금의 시간입니다. 막대가 길수록 느립니다.",
    published: "알려진 값",
    queens: "n",
    solutionsOf: "해의 수",
    from: "OEIS A000170. 비교에만 쓰고, 세는 데는 쓰지 않습니다.",
    warn: "1분 넘게 걸릴 수 있습니다.",
  },

  runs: {
    run: "실행",
    none: "아직 실행이 없습니다",
    begin: [
      ["실행을 시작합니다. 장부는 일감과 결과를 담는 파일입니다.", "bezzel run start 18 --name q18 --ledger runs.db"],
      ["작업자를 시작합니다. 컴퓨터 여러 대에서 몇 개든 좋고, 언제든 멈춰도 됩니다.", "bezzel run work q18 --ledger runs.db"],
      ["여기서 지켜봅니다.", "bezzel serve --ledger runs.db"],
    ],
    progress: "진행",
    share: "끝난 몫",
    units: "단위",
    left: "남은 시간 (지금 속도)",
    rate: "속도",
    solutions: "지금까지의 해",
    workersNow: "일하는 작업자",
    audits: "끝난 재검산",
    disputes: "해결된 불일치",
    of: (part, whole) => `${whole} 중 ${part}`,
    aMinute: (share) => `분당 ${share}`,
    anHour: (share) => `시간당 ${share}`,
    aDay: (share) => `하루 ${share}`,
    queens: (n) => `퀸 ${n}개`,
    says: (what, state) =>
      `${what}: ${{ open: "세는 중입니다", paused: "멈춰 있습니다", complete: "남은 것이 없습니다. `bezzel run close`가 합을 냅니다" }[state]}.`,
    closed: (what, total, certified) => `${what}: 해 ${total}개. ${certified}.`,
    certified: (words) => {
      if (words.startsWith("nothing")) return "다시 센 것은 없습니다";
      const everyone = "장부 파일에 쓸 수 있는 사람은 모두 신뢰합니다";
      const rules = [
        ["by different engines;", `서로 다른 엔진이 세었습니다. ${everyone}`],
        ["by different machines;", `서로 다른 컴퓨터가 세었습니다. ${everyone}`],
        ["by different users;", `서로 다른 사용자가 세었습니다. ${everyone}`],
        ["of one login;", "한 로그인의 서로 다른 엔진이나 컴퓨터가 세었습니다. 컴퓨터 이름은 확인하지 않습니다"],
        ["at least one of them trusted", "서로 다른 로그인이 세었고, 적어도 하나는 신뢰하는 로그인입니다"],
        ["none trusted", "신뢰하지 않는 서로 다른 로그인이 세었습니다"],
      ];
      const used = rules.filter(([rule]) => words.includes(rule)).map(([, korean]) => korean);
      const share = words.match(/^([0-9.]+ %)/);
      const what = words.startsWith("every unit") ? "모든 단위를" : share ? `단위의 ${share[1]}를` : "일부 단위를";
      const found = words.match(/probability of (\d+) %/);
      const chance = found ? ` 그런 로그인들이 짜고 1 %를 틀리게 보고했다면 ${found[1]} %의 확률로 드러납니다` : "";
      return `${what} 두 번 세었습니다: ${used.join("; ")}${chance && `.${chance}`}`;
    },
    map: "계획",
    mapNote: "첫 단위부터 끝 단위까지, 구간마다 한 칸입니다: 빈칸, 시작, 끝.",
    mapSays: (whole, all) => `계획의 구간 ${all}개 중 ${whole}개가 끝났습니다`,
    workers: "작업자",
    party: "누구",
    threads: "스레드",
    seen: "마지막 응답",
    standing: "상태",
    ago: (time) => `${time} 전`,
    standings: { alive: "일하는 중", gone: "떠남", distrusted: "신뢰하지 않음" },
  },
};
