// 한국어.

import { sentence } from "/words/ko/refusals.js";
import { square, objection, counted } from "/words/ko/grammar.js";
import { labs } from "/words/ko/labs.js";

function say({ event, path, total }, marks, isEnd) {
  const none = total.solutions === 0;
  const over = none
    ? `해가 없이 탐색이 끝났습니다. 트리의 모든 가지가 ×로 끝나고, 트리에는 퀸 ${marks.n}개를 놓는 모든 방법이 들어 있으니 해는 없습니다.`
    : "탐색이 끝났습니다.";
  const end = isEnd ? ` ${over}` : "";
  const marked = marks.all.length > 0;
  if (!event) return `**${marked ? "주어진 체스판입니다." : "빈 체스판입니다."}** 첫 번째 행부터 탐색을 시작합니다.`;
  const row = path.length;
  switch (event.kind) {
    case "enter":
      if (marks.at(row - 1, event.column) === "Q")
        return `**${square(row, event.column + 1)}에는 처음부터 퀸이 있습니다.** 아래로 내려갑니다.${end}`;
      return `**${square(row, event.column + 1)}에 퀸을 놓습니다.** 공격하는 퀸이 없으니 유망합니다.${end}`;
    case "reject":
      return `**${square(row + 1, event.column + 1)} 칸은 유망하지 않습니다.** ${objection(event.objection)}.${end}`;
    case "solution":
      return `**${total.solutions.toLocaleString("ko")}번째 해:** [${path.map((column) => counted(column + 1)).join(", ")}].${end}`;
    default: {
      const at = square(row + 1, event.column + 1);
      const next = event.column + 1 < marks.n && !isEnd ? ` 다음은 ${square(row + 1, event.column + 2)} 칸입니다.` : "";
      const leave = `${at}의 퀸을 치우고 되돌아갑니다.${next}`;
      if (event.left.solved) return `**해를 저장했습니다.** ${leave}${end}`;
      if (event.left.dead) return `**${counted(row + 2)}행에는 놓을 칸이 없습니다.** ${leave}${end}`;
      return `**${at} 아래는 모두 시도했습니다.** ${leave}${end}`;
    }
  }
}

/** 실행한 줄 하나를 설명하는 문장. */
function lineSays([kind, ...values], line) {
  const text = {
    calls: (call) => `${call} 함수를 호출합니다.`,
    test: (condition, result) => {
      const [source, numbers] = condition.split(": ");
      return `${source} 검사: ${numbers ? `${numbers}, ` : ""}${result ? "참" : "거짓"}입니다.`;
    },
    set: (name, value) => `${name} 값은 이제 ${value}입니다.`,
    over: (name) => `${name}에 넣을 값이 더 없어 반복이 끝납니다.`,
    store: (list) => `해 ${list}의 복사본을 저장합니다.`,
    push: (name, value) => `${name} 끝에 ${value} 값을 넣습니다.`,
    pop: (name, value) => `${name}에서 ${value} 값을 꺼냅니다.`,
    mark: (cells, value) => `${cells} 칸을 ${value}로 바꿉니다.`,
    print: (shown) => `${shown} 값을 출력합니다.`,
    returns: (name, value, at, caller) =>
      `${name} 함수가 끝나고${value === null ? "" : ` ${value} 값을 반환하고`}${at ? ` ${caller} 함수의 ${at}번째 줄 다음으로` : ""} 돌아갑니다.`,
    loop: () => "다음 반복을 시작합니다.",
    else: () => "자식 노드로 넘어갑니다.",
    break: () => "반복에서 빠져나갑니다.",
    continue: () => "다음 열로 넘어갑니다.",
  }[kind](...values);
  return `**${line}번째 줄:** ${text}`;
}

export const ko = {
  name: "한국어",
  labs: "실험실",
  tabs: {
    start: "배우기",
    recursion: "재귀",
    queens: "퀸",
    hand: "직접 놓기",
    compare: "비교",
    problems: "다른 문제",
    maze: "미로",
    evolution: "진화",
    count: "개수 세기",
    runs: "실행",
  },
  theme: "색",
  themes: { system: "시스템과 같게", light: "밝게", dark: "어둡게" },
  language: "언어",
  help: "도움말",
  keys: "단축키",
  leads: {
    start: "수업부터 시작하거나 실험실에서 마음껏 해 보세요. 어느 화면이든 주소를 그대로 다른 사람에게 보낼 수 있습니다.",
    recursion: "자기 자신을 더 작은 문제로 호출하는 함수입니다. 호출마다 변수가 따로 있고, 끝나면 자신을 호출한 줄로 돌아갑니다.",
    hand: "퀸을 직접 놓아 보세요. 선은 어느 퀸이 어느 퀸을 공격하는지, 어두운 칸은 공격받는 칸을 나타냅니다. 어떤 행이나 열에 칸이 하나만 남으면 그 칸에는 반드시 퀸이 와야 합니다.",
    compare: "같은 체스판을 두 가지 방법으로 동시에 탐색합니다. 표는 글에 나온 4, 8, 12개의 퀸에 대한 값이고, 누르면 그 트리로 갑니다.",
    problems: "같은 탐색으로 다른 문제를 풉니다. 하나를 고르고, 검사하고, 막히면 되돌립니다. 칸에 문제를 직접 써넣을 수 있습니다.",
    queens:
      "백트래킹은 위에서부터 한 행에 퀸을 하나씩 놓습니다. 앞에 놓인 퀸이 공격하는 칸은 유망하지 않으니 버립니다(×). 유망한 칸이면 퀸을 놓고 다음 행으로 내려갑니다. 그 행에 놓을 칸이 더 없으면 되돌아가 마지막 퀸을 치우고 다음 칸을 시도합니다. 트리에는 살펴본 칸이 모두 남고, 접힌 부분은 그 수를 보여 줍니다. 불이 켜진 코드가 지금 일어나는 일입니다.",
    maze: "세 가지 탐색이 S에서 G로 동시에 출발합니다. 글 002의 탐색은 갈 수 있는 데까지 가고, 되돌아올 때 그 길을 잊으므로 같은 길을 또 갈 수 있습니다. 두 번째는 막다른 길을 기억합니다. 세 번째는 모든 방향으로 한 걸음씩 나아가 가장 짧은 길을 찾습니다. 경로는 같은 칸을 두 번 지나지 않으며, 모두 세고 무엇이든 보여 줍니다.",
    evolution:
      "진화는 트리를 탐색하지 않습니다. 서로 공격하지 않는 퀸의 쌍이 많을수록 적합한 체스판이고, 적합할수록 부모를 고르는 룰렛에서 큰 몫을 차지합니다. 자식은 부모를 닮고 조금씩 바뀝니다. 같은 시드는 같은 과정을 보여 줍니다.",
    runs: "몇 시간에서 몇 주가 걸리는 세기를 여러 대의 컴퓨터가 나누어 합니다. 장부는 이어진 단위 몇 개씩을 일감으로 내주고, 응답이 없는 작업자의 일감은 다른 작업자에게 넘기며, 일부는 다른 쪽이 다시 세게 합니다.",
    count:
      "해는 모두 몇 개일까요? 글의 탐색부터 벡터 레지스터에서 여러 판을 한꺼번에 세는 방법까지, 엔진마다 모든 해를 셉니다. 알려진 값은 비교하는 데에만 씁니다.",
  },
  close: "닫기",
  settings: "설정",
  spaceKey: "스페이스",
  refused: ({ message, reason }) => `처리하지 못했습니다: ${sentence(reason) ?? message}`,
  noLibrary: "실험실의 라이브러리를 불러오지 못했습니다. 다시 해 보거나 페이지를 새로 고치세요.",
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
  perSecond: (speed) => `초당 ${speed}단계`,
  units: { us: "마이크로초", ms: "밀리초", s: "초", min: "분", h: "시간" },
  short: {
    toStart: "처음",
    back: "뒤로",
    forward: "한 단계",
    toEnd: "끝",
    nextSolution: "해",
    previousSolution: "해",
    nextRetreat: "되돌아가기",
  },
  nextSolution: "다음 해",
  previousSolution: "이전 해",
  nextRetreat: "다음 되돌아가기",
  toParent: "위 노드로",

  board: "체스판",
  tree: "상태 공간 트리",
  code: "코드",
  memory: "저장 중인 값",
  method: "방법",
  methods: {
    promising: "promising (글 000, 001, 002, 004)",
    arrays: "arrays (글 003)",
    masks: "masks (비트)",
  },
  stopAtFirst: "첫 번째 해에서 멈추기",
  queensCount: (n) => `퀸 ${n}개`,
  quiz: "퀴즈",
  quizTitle: "보여 주기 전에 무슨 일이 일어날지 맞히기",
  exercise: {
    title: "맞혀 보세요",
    begin: (count) => `연습 문제 ${count}개`,
    number: (at, all) => `연습 문제 ${at} / ${all}`,
    may: (what) => `${what}에 퀸을 놓아도 될까요? 안 된다면 어느 퀸이 공격하나요?`,
    next: "탐색은 다음 퀸을 어디에 놓을까요? 아니면 되돌아갈까요?",
    children: (where) => `${where}에서 퀸을 놓을 수 있는(유망한) 칸은 몇 개일까요?`,
    reject: (where) => `${where}에서 탐색이 버릴 칸을 하나 누르세요.`,
    yes: "예",
    no: (who) => `아니요: ${who}의 퀸이 공격`,
    noPlain: "아니요",
    blocked: "아니요: 막힌 칸",
    line: (line) => `방금 ${line}번째 줄을 실행했습니다. 다음에 실행되는 줄은?`,
    lineChosen: (line, next) => (line < next ? `이번에는 ${line}번째 줄을 건너뜁니다.` : `${line}번째 줄은 나중에 오거나 오지 않습니다.`),
    calls: (line) => `방금 ${line}번째 줄을 실행했습니다. 열려 있는 호출은? (먼저 한 것부터)`,
    callsChosen: (fewer) => (fewer ? "호출은 반환할 때까지 열려 있고, 부른 쪽은 그동안 기다립니다." : "이미 반환한 호출은 열려 있지 않습니다."),
    returns: (name) => `다음 줄에서 ${name} 호출이 끝납니다. 무엇을 몇 번째 줄로 반환할까요?`,
    returnsTo: (value, line) => `${value} → ${line}번째 줄`,
    returnsLine: (line) => `호출은 자신을 부른 줄로 돌아갑니다. ${line}번째 줄입니다.`,
    returnsValue: "방금 한 검사를 보세요.",
    list: (name, line, code) => `${line}번째 줄 ${code} 다음에 ${name}에 들어 있는 것은?`,
    listBefore: "이 줄을 실행하기 전의 리스트입니다.",
    listEnd: "append와 pop은 리스트의 끝에서 일어납니다.",
    back: "되돌아간다",
    show: "답 보기",
    leave: "연습 그만하기",
    empty: "아직 없음",
    position: "놓인 곳",
    answer: (answer) => `답: ${answer}`,
    paper: (date) => `이름: ______________________   ${date}`,
    right: "맞았습니다!",
    wrong: (answer) => `아쉽습니다. 답: ${answer}`,
    tryAgain: "아쉽습니다. 다시 골라 보세요.",
    childrenAre: (names) => (names.length ? `유망한 칸: ${names.join(", ")}.` : "하나도 없습니다. 되돌아가야 합니다."),
    rejectedAre: (names) => `탐색이 버리는 칸: ${names.join(", ")}.`,
    score: (right, asked, streak) => `${asked}문제 중 ${right}문제 정답${streak > 1 ? `, 연속 ${streak}문제` : ""}`,
    nextOne: "다음 문제",
    goOn: "계속",
    summary: "결과",
    result: (right, all, best) => `${all}문제 중 ${right}문제 정답, 최고 연속 ${best}문제.`,
    question: "문제",
    yours: "나의 답",
    verdict: "채점",
    print: "인쇄",
    save: "저장 (JSON)",
    again: "같은 문제 다시",
    another: "다른 문제",
    forClass: "모두에게 같은 문제를 내려면:",
    seed: (seed) => `시드 ${seed}의 링크`,
  },
  numbersOn: "숫자",
  numbers: { none: "없음", sum: "행 + 열", difference: "행 − 열" },
  same: { column: "같은 열", diagonal: "같은 대각선" },
  taken: "이미 있음",
  rowWord: "행",
  calls: "호출 스택",
  callsNote: "호출마다 위의 호출이 끝나기를 기다립니다. 반환하면 제어가 자신을 호출한 쪽으로 돌아갑니다.",
  stack: "스택",
  zoomIn: "확대",
  zoomOut: "축소",
  fit: "전체 보기",
  treeView: "트리에 보일 것",
  treeViews: { visited: "방문한 노드", saved: "아낀 노드 수까지", whole: "트리 전체" },
  setup: {
    title: "체스판 설정",
    queen: "퀸 놓기",
    block: "칸 막기",
    torus: "가장자리 잇기 (토러스)",
    clear: "비우기",
  },
  row: (row) => `${counted(row)}행`,
  boardLabel: (n, queens) =>
    queens.length === 0
      ? `${n} × ${n} 빈 체스판`
      : `${n} × ${n} 체스판, 퀸의 위치: ${queens.map(([row, column]) => square(row, column)).join(", ")}`,
  treeLabel: ({ visited, promising }, depth) =>
    `지금까지의 트리: 방문 ${visited}, 유망 ${promising}, 깊이 ${depth}`,
  nodeTitle: ({ fate, level, column, objection: why, counts }, saved) => {
    if (level === 0) return "빈 체스판";
    const at = square(level, column + 1);
    if (fate === "rejected")
      return `${at} ×: ${objection(why)}${saved ? `. 가지치기로 노드 ${saved.toLocaleString("ko")}개를 아낍니다` : ""}`;
    if (fate === "folded")
      return `${at}: 방문 ${counts.visited}, 유망 ${counts.promising}, 해 ${counts.solutions}`;
    return fate === "solution" ? `${at}: 해` : at;
  },
  mirrors: (post) => `글 ${post}의 코드를 이름만 바꾸어 한 줄씩 옮겼습니다.`,
  ours: "이 프로그램의 엔진을 짧게 옮긴 것입니다.",
  stopped: "글 001은 해를 하나만 찾고 여기서 멈춥니다.",
  cut: "이 페이지는 여기까지 보여 줍니다. 탐색은 더 이어집니다.",
  stepOf: (step, all) => `${all}단계 중 ${step}단계.`,
  say,
  lineSays,
  lineNote: ([kind, ...values]) =>
    ({ test: (text, result) => `${text.split(": ").at(-1)}: ${result ? "참" : "거짓"}`, set: (name, value) => `${name} = ${value}`, returns: (name, value) => (value === null ? null : `${value} 반환`) })[kind]?.(...values) ?? null,
  kinds: { start: "시작", enter: "놓기", reject: "가지치기", solution: "해", retreat: "되돌아가기", line: "코드 한 줄" },
  unit: "진행 단위",
  unitNames: { queen: "퀸", line: "줄" },
  noLines: "이 코드는 퀸 단위로만 볼 수 있습니다.",
  atLine: (line) => `${line}번째 줄`,
  returning: (value, line) => `${value === "" ? "" : `${value} `}반환${line ? ` → ${line}번째 줄` : ""}`,
  moreCalls: (count) => `그 아래 호출 ${count}개 더 …`,
  fewerCalls: "접기",
  base: "행과 열을 세기 시작하는 수",
  bases: { code: "코드와 같게", 0: "0", 1: "1" },
  menu: "설정 더 보기",
  queensTitle: "퀸의 수",
  byHand: "직접 놓기",
  fewerQueens: "퀸 하나 줄이기",
  moreQueens: "퀸 하나 늘리기",
  panes: { tree: "트리", code: "코드", calls: "호출" },
  whole: "크게",
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
  solutionLabel: (columns) => `퀸의 열이 ${columns.map(counted).join(", ")}인 해`,
  eachSolution: "하나씩 리스트로",
  skyline: "탐색의 깊이가 변하는 모습. 표시는 해의 위치",

  export: "내보내기",
  making: "잠시만요 …",
  exports: { svg: "그림 (SVG)", png: "그림 (PNG)", gif: "과정 (GIF)", html: "과정 (HTML 페이지)" },

  lesson: {
    title: "수업",
    again: "이 장면 다시 보기",
    return: "수업으로",
    broken: "주소에 담긴 수업을 읽을 수 없습니다. 링크가 중간에 잘렸을 수 있습니다.",
    of: (at, all) => `${at} / ${all}`,
    stations: (count) => `장면 ${count}개`,
    nextStation: "다음",
    previousStation: "이전",
    finish: "마치기",
    answerFirst: "먼저 답해 보세요",
    lecture: "강의 화면",
    close: "수업 나가기",
    finished: "수업을 마쳤습니다",
    learnt: "이 수업에서 배운 말",
    nextLesson: "다음 수업",
    home: "수업 목록",
    restart: "처음부터 다시",
    score: (right, all) => `질문 ${all}개 가운데 ${right}개를 한 번에 맞혔습니다.`,
    comeBack: (title) => `돌아가기: ${title}`,
    needs: "재귀가 처음이라면 짧은 수업이 있습니다.",
    minutes: (count) => `약 ${count}분`,
    ready: "마침",
    begun: (at, all) => `장면 ${at} / ${all}`,
    beginFirst: (title) => `시작하기: ${title}`,
    goOn: (title) => `이어서 하기: ${title}`,
    saveLesson: "파일로 저장",
    load: "파일에서 수업 열기 …",
    loadNote: "수업은 JSON 파일입니다. 저장해서 고친 뒤 다시 열 수 있습니다. 그러면 주소에 수업이 통째로 담기니 학생들에게 보내면 됩니다.",
  },

  recursion: {
    programs: { countdown: "거꾸로 세기", sum: "리스트의 합", words: "두 글자 단어 모두" },
    program: "프로그램",
    output: "지금까지 출력한 것",
    tree: "호출 트리",
    start: "**프로그램을 시작합니다.** 마지막 줄들이 함수를 호출합니다.",
    over: "프로그램이 끝났습니다.",
  },

  start: {
    title: "백트래킹을 눈으로 보기",
    lead: "한 행에 하나씩 퀸을 놓습니다. 놓을 칸이 없으면 하나 되돌아가 다음 칸을 시도합니다. 체스판과 트리와 코드가 함께 움직이는 모습을 보세요.",
    look: "먼저 둘러보기",
    lessons: "질문과 함께하는 여섯 가지 수업",
    free: "자유롭게 둘러보기",
    take: "실험실 가져가기",
    takeNote: "실험실 전체가 라이브러리까지 파일 하나에 들어 있습니다. 어느 브라우저에서든 열 수 있고 네트워크가 필요 없습니다. 학생들에게 보내거나 USB 메모리에 담아 쓰세요.",
    takeFile: "실험실 파일 하나로 받기",
    readOn: "더 읽기",
    pages: { "pages/README.ko.html": "Bezzel 소개", "pages/README.html": "Bezzel 소개 (영어)", "pages/docs/teaching.html": "나만의 수업 만들기 (영어)", "pages/crates/bezzel/README.html": "라이브러리 (영어)", "doc/bezzel/index.html": "라이브러리 안내와 문서 (영어)" },
    labs: {
      recursion: "작은 프로그램 세 개를 호출마다 보기",
      queens: "체스판, 트리, 코드를 한 단계씩",
      hand: "퀸을 직접 놓고 힌트 받기",
      compare: "가지치기를 할 때와 하지 않을 때를 나란히",
      problems: "스도쿠, 기사의 여행, 그래프 색칠, 부분집합의 합",
      maze: "미로를 그리고 탈출하는 탐색 보기",
      evolution: "해가 나올 때까지 체스판을 진화시키기",
      count: "모든 해를 가장 빠르게 세기",
    },
  },

  ...labs,
};
