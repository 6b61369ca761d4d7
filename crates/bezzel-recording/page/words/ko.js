// 한국어.

import { translate } from "/words/refusals-ko.js";

const square = (row, column) => `(${row}, ${column})`;
const LINES = {
  column: "같은 열에서",
  rising: "대각선 / 방향으로",
  falling: "대각선 \\ 방향으로",
  row: "같은 행에서",
};
const attack = ({ queen, target, line, standing }) =>
  `${standing ? "처음부터 있던 " : ""}${square(queen.row + 1, queen.column + 1)}의 퀸이 ${isAround(queen, target) ? "가장자리를 돌아 " : ""}${LINES[line]} ${square(target.row + 1, target.column + 1)} 칸을 공격합니다`;
const isAround = (one, other) => {
  const [down, right] = [Math.abs(one.row - other.row), Math.abs(one.column - other.column)];
  return down !== right && down !== 0 && right !== 0;
};
const objection = (why) => (why.blocked ? "막힌 칸입니다" : attack(why));

function say({ event, path, total }, marks, isEnd, hides) {
  const end = isEnd ? " 탐색이 끝났습니다." : "";
  const marked = marks.all.length > 0;
  if (!event) return `${marked ? "주어진 체스판입니다" : "빈 체스판입니다"}. 첫 번째 행부터 탐색을 시작합니다.`;
  const row = path.length;
  switch (event.kind) {
    case "enter":
      if (marks.at(row - 1, event.column) === "Q")
        return `${square(row, event.column + 1)}에는 처음부터 퀸이 있습니다. 아래로 내려갑니다.${end}`;
      return hides
        ? `${square(row, event.column + 1)}에 퀸을 놓습니다. 놓아도 될까요?`
        : `${square(row, event.column + 1)}에 퀸을 놓습니다. 공격하는 퀸이 없으니 유망합니다.${end}`;
    case "reject":
      return hides
        ? `${square(row + 1, event.column + 1)} 칸은 유망하지 않습니다. 왜일까요?`
        : `${square(row + 1, event.column + 1)} 칸은 유망하지 않습니다. ${objection(event.objection)}.${end}`;
    case "solution":
      return `${total.solutions.toLocaleString("ko")}번째 해: ${path.map((column) => column + 1).join(", ")}.${end}`;
    default:
      return hides
        ? `${square(row + 1, event.column + 1)}에서 되돌아갑니다. 왜일까요?`
        : `${square(row + 1, event.column + 1)}에서 되돌아갑니다. 그 아래는 모두 시도했습니다.${end}`;
  }
}

export const ko = {
  name: "한국어",
  labs: "실험실",
  tabs: { queens: "퀸", maze: "미로", evolution: "진화", count: "개수 세기", runs: "작업" },
  language: "언어",
  help: "도움말",
  keys: "단축키",
  leads: {
    queens:
      "백트래킹은 위에서부터 한 행에 퀸을 하나씩 놓습니다. 앞에 놓인 퀸이 공격하는 칸은 유망하지 않으니 버립니다(×). 유망한 칸이면 퀸을 놓고 다음 행으로 내려갑니다. 그 행에 놓을 칸이 더 없으면 되돌아가 마지막 퀸을 치우고 다음 칸을 시도합니다. 트리에는 살펴본 칸이 모두 남고, 접힌 부분은 그 수를 보여 줍니다. 불이 켜진 코드가 지금 일어나는 일입니다.",
    maze: "세 가지 탐색이 S에서 G로 동시에 출발합니다. 글 002의 탐색은 갈 수 있는 데까지 가고, 되돌아올 때 그 길을 잊으므로 같은 길을 또 갈 수 있습니다. 두 번째는 막다른 길을 기억합니다. 세 번째는 모든 방향으로 한 걸음씩 나아가 가장 짧은 길을 찾습니다. 경로는 같은 칸을 두 번 지나지 않으며, 모두 세고 무엇이든 보여 줍니다.",
    evolution:
      "진화는 트리를 탐색하지 않습니다. 서로 공격하지 않는 퀸의 쌍이 많을수록 적합한 체스판이고, 적합할수록 부모를 고르는 룰렛에서 큰 몫을 차지합니다. 자식은 부모를 닮고 조금씩 바뀝니다. 같은 시드는 같은 과정을 보여 줍니다.",
    runs: "몇 시간에서 몇 주가 걸리는 세기를 여러 대의 컴퓨터가 나누어 합니다. 장부는 이어진 단위 몇 개씩을 일감으로 내주고, 소식이 끊긴 작업자의 일감은 거두어들이며, 일부는 다른 쪽이 다시 세게 합니다.",
    count:
      "해는 모두 몇 개일까요? 글의 탐색부터 벡터 레지스터에서 여러 판을 한꺼번에 세는 방법까지, 엔진마다 모든 해를 셉니다. 알려진 값은 비교하는 데에만 씁니다.",
  },
  close: "닫기",
  settings: "설정",
  spaceKey: "스페이스",
  refused: (sentence) => `처리하지 못했습니다: ${translate(sentence)}`,
  noAnswer: "서버가 대답하지 않습니다. 아직 실행 중인가요?",

  play: "재생",
  pause: "멈춤",
  playPause: "재생 또는 멈춤",
  forward: "한 단계 앞으로",
  back: "한 단계 뒤로",
  tenForward: "열 단계 앞으로",
  tenBack: "열 단계 뒤로",
  toStart: "처음으로",
  toEnd: "끝으로",
  faster: "더 빠르게",
  slower: "더 느리게",
  speed: "속도",
  slider: "단계",
  steps: "단계",
  perSecond: (speed) => `${speed}/초`,
  nextSolution: "다음 해",
  previousSolution: "이전 해",
  nextRetreat: "다음 되돌아가기",
  toParent: "위 노드로",

  board: "체스판",
  tree: "상태 공간 트리",
  code: "코드",
  memory: "이 방법이 기억하는 것",
  method: "방법",
  methods: {
    promising: "promising (글 000, 001, 002, 004)",
    arrays: "arrays (글 003)",
    masks: "masks (비트)",
  },
  queensCount: (n) => `퀸 ${n}개`,
  quiz: "퀴즈",
  setup: {
    title: "체스판 차리기",
    queen: "퀸 세우기",
    block: "칸 막기",
    torus: "가장자리 잇기 (토러스)",
    clear: "비우기",
  },
  showReason: "이유와 코드 보기",
  row: (row) => `${row}행`,
  boardLabel: (n, queens) =>
    queens.length === 0
      ? `${n} × ${n} 빈 체스판`
      : `${n} × ${n} 체스판, 퀸의 위치: ${queens.map(([row, column]) => square(row, column)).join(", ")}`,
  treeLabel: ({ visited, promising }, depth) =>
    `지금까지의 트리: 방문 ${visited}, 유망 ${promising}, 깊이 ${depth}`,
  nodeTitle: ({ fate, level, column, objection: why, counts }, hides) => {
    if (level === 0) return "빈 체스판";
    const at = square(level, column + 1);
    if (fate === "rejected") return hides ? `${at} ×` : `${at} ×: ${objection(why)}`;
    if (fate === "folded")
      return `${at}: 방문 ${counts.visited}, 유망 ${counts.promising}, 해 ${counts.solutions}`;
    return fate === "solution" ? `${at}: 해` : at;
  },
  memoryNotes: {
    promising: "퀸이 놓인 열. 0부터 셉니다.",
    arrays: "그 줄을 차지한 퀸의 행 번호입니다(글에서는 1). falling은 0부터 시작하도록 n만큼 옮겼습니다.",
    masks: "지금 행의 비트. 첫 번째 열부터 보여 줍니다.",
  },
  mirrors: (post) => `글 ${post}의 코드를 한 줄씩 우리 이름으로 다시 쓴 것입니다.`,
  ours: "이 프로그램의 엔진을 짧게 옮긴 것입니다.",
  stopped: "글 001은 해를 하나만 찾고 여기서 멈춥니다. 여기서는 나머지 해도 계속 찾습니다.",
  cut: "이 페이지는 여기까지 보여 줍니다. 탐색은 더 이어집니다.",
  stepOf: (step, all) => `${all}단계 중 ${step}단계.`,
  say,
  visited: "방문",
  promising: "유망",
  rejected: "가지치기",
  solutions: "해",
  depth: "깊이",
  level: "레벨",
  soFar: "지금까지",
  wholeSearch: "전체",
  tableTitle: (n) => `${n}-퀸 트리의 노드 수`,
  allNodes: (all, bound) =>
    `가지치기가 없으면 노드는 ${ko.long(all)}개, 유망한 노드는 많아야 ${ko.long(bound)}개입니다.`,
  long: (text) =>
    text.length > 15
      ? Number(text).toExponential(2).replace("e+", " × 10^")
      : BigInt(text).toLocaleString("ko"),
  galleryTitle: (found, all, groups, allGroups) =>
    `해: ${all}개 중 ${found}개, 대칭을 빼면 ${allGroups}개 중 ${groups}개`,
  moreGroups: (count) => `더 보기 (${count}개 남음)`,
  solutionLabel: (columns) => `퀸의 열이 ${columns.join(", ")}인 해`,
  skyline: "탐색의 깊이가 변하는 모습. 표시는 해의 위치",

  export: "내보내기",
  making: "잠시만요 …",
  exports: { svg: "그림 (SVG)", png: "그림 (PNG)", gif: "과정 (GIF)", html: "과정 (HTML 페이지)" },

  maze: {
    draw: "그리기",
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
  },

  count: {
    engine: "엔진",
    n: "퀸",
    threads: "스레드",
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
    },
    perSecond: (nodes) => `초당 노드 ${nodes}개`,
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
    run: "작업",
    none: "보여 줄 작업이 없습니다. `bezzel run start 16 --name q16 --ledger q16.db`로 작업을 시작하고, `bezzel serve --ledger q16.db`로 이 페이지를 여세요.",
    progress: "진행",
    share: "끝난 몫",
    units: "단위",
    left: "남은 시간 (지금 속도)",
    rate: "속도",
    solutions: "지금까지의 해",
    workersNow: "일하는 작업자",
    audits: "끝난 재검산",
    disputes: "해결된 다툼",
    of: (part, whole) => `${whole} 중 ${part}`,
    aMinute: (share) => `분당 ${share}`,
    anHour: (share) => `시간당 ${share}`,
    aDay: (share) => `하루 ${share}`,
    queens: (n) => `퀸 ${n}개`,
    says: (what, state) =>
      `${what}: ${{ open: "세는 중입니다", paused: "멈춰 있습니다", complete: "남은 것이 없습니다. `bezzel run close`가 합을 냅니다" }[state]}.`,
    closed: (what, total, certified) => `${what}: 해 ${total}개. ${certified}.`,
    certified: (words) => {
      const part = words.match(/^([0-9.]+) % recounted/);
      if (words.startsWith("every unit")) return "모든 단위를 서로 다른 쪽이 두 번 세었습니다";
      if (part) return `서로 다른 쪽이 ${part[1]} %를 다시 세었습니다`;
      return words.startsWith("nothing") ? "다시 센 것은 없습니다" : "일부 단위를 다시 세었습니다";
    },
    map: "계획",
    mapNote: "첫 단위부터 끝 단위까지, 구간마다 한 칸입니다: 빈칸, 시작, 끝.",
    mapSays: (whole, all) => `계획의 구간 ${all}개 중 ${whole}개가 끝났습니다`,
    workers: "작업자",
    party: "누구",
    threads: "스레드",
    seen: "마지막 소식",
    standing: "상태",
    ago: (time) => `${time} 전`,
    standings: { alive: "일하는 중", gone: "떠남", distrusted: "믿지 않음" },
  },
};
