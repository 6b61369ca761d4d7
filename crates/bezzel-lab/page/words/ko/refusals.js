// 거절의 한국어: 서버와 라이브러리가 보내는 code마다 문장 하나.

const LINES = { column: "같은 열에서", row: "같은 행에서", rising: "대각선 / 방향으로", falling: "대각선 \\ 방향으로" };
const THINGS = { queens: "퀸", generations: "세대", boards: "체스판", cells: "칸", pixels: "픽셀", rooms: "방" };
const KINDS = {
  problem: "문제",
  engine: "엔진",
  method: "방법",
  algorithm: "알고리즘",
  encoding: "인코딩",
  selection: "선택",
  scaling: "스케일링",
  crossover: "교차",
  format: "형식",
  runner: "탐색",
  lang: "언어",
  mutation: "돌연변이",
  "the size of a tournament": "토너먼트 크기",
};
const named = (table, name) => table[name] ?? name;
const at = ({ row, column }) => `(${row + 1}, ${column + 1})`;

/** 평면에서는 한 줄에 있지 않은 칸들: 토러스의 가장자리를 돌아간 공격입니다. */
const goesAround = ({ queen, target, line }) =>
  line === "rising" || line === "falling"
    ? Math.abs(queen.row - target.row) !== Math.abs(queen.column - target.column) ||
      (line === "falling") !== (queen.row - target.row === queen.column - target.column)
    : false;

const SENTENCES = {
  // 문제
  no_total: ({ example }) => `목표, 쌍점, 수들을 써 주세요. 예: ${example}`,
  number_range: ({ text, limit }) => `"${text}": 1부터 ${limit}까지의 수가 아닙니다`,
  number_count: ({ count, limit }) => `수가 ${count}개입니다. 1개에서 ${limit}개까지 쓸 수 있습니다`,
  no_colours: ({ example }) => `색의 수, 쌍점, 변들을 써 주세요. 예: ${example}`,
  colour_range: ({ text, limit }) => `"${text}": 색의 수는 1부터 ${limit}까지입니다`,
  no_edge: ({ text, edge }) =>
    edge ? `줄은 '|'로 ${edge === "start" ? "시작해야" : "끝나야"} 합니다` : `"${text}": A-B 같은 변이 아닙니다`,
  edge_to_itself: ({ text }) => `"${text}": 정점을 자기 자신과 이을 수 없습니다`,
  vertex_count: ({ count, least, limit }) => `정점이 ${count}개입니다. ${least}개에서 ${limit}개까지 쓸 수 있습니다`,
  side_range: ({ text, least, limit }) => `"${text}": 체스판의 크기는 ${least}부터 ${limit}까지입니다`,
  after_side: ({ text }) => `크기 뒤에는 plain만 쓸 수 있습니다: ${text}`,
  cell_count: ({ count }) => `칸이 ${count}개입니다. 16개나 81개여야 합니다`,
  digit_twice: ({ digit, square }) => `${square}에 주어진 숫자 ${digit}: 같은 줄이나 상자에 또 있습니다`,
  no_digit: ({ text, limit }) => `'${text}': 1부터 ${limit}까지의 숫자도 점도 아닙니다`,

  // 체스판과 미로를 읽을 때
  unreadable: ({ line, column, flaw }) => (flaw ? `${line}행 ${column}열: ${sentence(flaw)}` : "요청을 알아볼 수 없습니다"),
  no_maze: () => "미로가 없습니다",
  no_board: () => "체스판이 없습니다",
  second_board: () => "여기서 두 번째 체스판이 시작됩니다. 하나여야 합니다",
  second_start: () => "시작 'S'가 또 있습니다",
  unknown_cell: ({ found, known }) => `${found.replace(/^byte /, "바이트 ")}: ${known ?? "'S', 'G', ' ', '#'"} 가운데 하나가 아닙니다`,
  ragged_line: ({ cells, above }) => `이 줄은 ${cells}칸인데 위의 줄들은 ${above}칸입니다`,
  no_start: () => "미로에 시작 'S'가 없습니다",
  no_exit: () => "미로에 출구 'G'가 없습니다",
  too_many_cells: ({ limit }) => `미로의 칸이 ${limit}개보다 많습니다`,
  not_square: ({ lines, cells }) => `체스판이 ${lines}줄, 한 줄에 ${cells}칸이라 정사각형이 아닙니다`,
  no_text: () => "텍스트(UTF-8)가 아닙니다",
  json: ({ detail }) => `JSON을 읽을 수 없습니다: ${detail}`,
  picture_cut: () => "그림이 중간에 끊겼습니다",
  picture_damaged: () => "그림 파일이 손상되었습니다",
  unknown_pixel: ({ color }) => `이 픽셀${color}은 검정도 하양도 순수한 빨강이나 초록도 아닙니다`,
  picture_too_long: ({ width, height, limit }) => `${width} × ${height} 픽셀은 너무 큽니다 (최대 ${limit} × ${limit})`,
  picture_too_large: ({ width, height }) => `${width} × ${height} 픽셀은 메모리에 다 들어가지 않습니다`,
  second_red: () => "빨간 픽셀이 또 있습니다. 시작은 하나입니다",
  no_green: () => "빨간 시작은 있지만 초록 출구가 없습니다",
  no_red: () => "초록 출구는 있지만 빨간 시작이 없습니다",
  no_border: () => "테두리에 벽이 없어 틈도 없습니다. 시작은 빨강, 출구는 초록으로 표시하세요",
  no_gap: () => "테두리에 시작할 틈이 없습니다",
  one_gap: () => "테두리의 틈이 하나뿐입니다. 출구가 되려면 하나 더 있어야 합니다",

  // 체스판
  too_many_queens: ({ n, method, limit }) => `퀸 ${n}개는 ${method}(으)로 풀 수 있는 것보다 많습니다 (최대 ${limit})`,
  no_solution: ({ n }) => `퀸 ${n}개는 해가 없습니다`,
  board_size: ({ n, limit }) => `이 페이지는 퀸 1개부터 ${limit}개까지 보여 줍니다. ${n}개는 안 됩니다`,
  board_side: ({ side, n }) => `체스판의 한 변이 ${n}칸이 아니라 ${side}칸입니다`,
  torus: ({ torus }) => `torus는 0이나 1입니다. "${torus}"은 안 됩니다`,
  square_outside: ({ square, n }) => `${at(square)}은 한 변이 ${n}칸인 체스판 밖입니다`,
  square_unfit: ({ square, n }) => `${n} × ${n} 체스판의 ${at(square)}에는 퀸을 놓을 수 없습니다`,
  queen_twice: ({ square }) => `${at(square)}에 퀸이 둘 있습니다`,
  queen_blocked: ({ square }) => `막힌 칸 ${at(square)}에 퀸이 있습니다`,
  queens_attack: ({ attack }) =>
    `처음부터 있는 두 퀸이 서로 공격합니다: ${at(attack.queen)}의 퀸이 ${goesAround(attack) ? "가장자리를 돌아 " : ""}${LINES[attack.line]} ${at(attack.target)}의 퀸을 공격합니다`,
  no_square: ({ text }) => `"${text}": 0.1 같은 칸이 아닙니다`,
  no_number: ({ text }) => `"${text}": 여기에 맞는 수가 아닙니다`,

  // 미로
  too_many_rooms: ({ width, height, limit }) => `방 ${width} × ${height}는 ${limit}칸보다 많습니다`,
  too_few_rooms: () => "미로에는 'S'와 'G'가 하나씩 들어갈 방이 두 개는 있어야 합니다",
  loop_share: ({ loops }) => `순환의 비율 ${loops}은 0과 1 사이가 아닙니다`,
  exit_count: ({ width, height, limit, exits }) =>
    `방 ${width} × ${height}에는 출구가 1개부터 ${limit}개까지 들어갑니다. ${exits}개는 안 됩니다`,
  unknown_order: ({ order }) => `"${order}"은 NSWE처럼 네 방향의 순서가 아닙니다`,
  no_position: ({ text }) => `"${text}"번째 경로라는 것은 없습니다`,
  picture_side: ({ format, limit }) => `${format}은 최대 ${limit} × ${limit}칸까지 보여 줍니다`,
  too_wide: ({ width }) => `경로를 세려면 너비 ${width}의 경계를 기억해야 하는데, 여기서는 너무 넓습니다`,
  frontier_limit: ({ width }) => SENTENCES.too_wide({ width }),

  // 진화
  rate: ({ rate, value }) => `${named(KINDS, rate)}율 ${value}은 0과 1 사이가 아닙니다`,
  small_population: ({ population }) => `개체 ${population}개로는 진화할 수 없습니다. 적어도 2개가 필요합니다`,
  large_elite: ({ elite, population }) => `개체 ${population}개 가운데 엘리트가 ${elite}개면 자식이 들어갈 자리가 없습니다`,
  tournament_size: ({ tournament, population }) => `토너먼트 크기 ${tournament}은 1과 개체 수 ${population} 사이가 아닙니다`,
  other_selection: ({ option, selection }) => `${named(KINDS, option)}은(는) 선택이 ${selection}일 때만 씁니다`,
  other_encoding: ({ crossover, works_on, encoding }) => `교차 ${crossover}은(는) 인코딩 ${works_on}에 씁니다. ${encoding}에는 쓸 수 없습니다`,

  // 실험실과 서버
  unknown: ({ kind, name, known }) => `${named(KINDS, kind)} "${name}"은 없습니다. 있는 것: ${known}`,
  too_many: ({ count, what, limit }) => `${named(THINGS, what)} ${count}개는 이 페이지가 보여 줄 수 있는 것보다 많습니다 (최대 ${limit})`,
  too_large: ({ width, height, what, limit }) =>
    `${named(THINGS, what)} ${width} × ${height}는 이 페이지가 보여 줄 수 있는 것보다 많습니다 (최대 ${limit}칸)`,
  too_large_to_count: ({ n, limit }) => `퀸 ${n}개는 여기서 셀 수 있는 것보다 많습니다 (최대 ${limit})`,
  threads: ({ threads, cores }) => `스레드 ${threads}개는 1개와 이 컴퓨터의 ${cores}개 사이가 아닙니다`,
  no_lesson: ({ flaw }) => `수업이 아닙니다. ${sentence(flaw)}`,
  lesson_no_json: () => "JSON 파일이 아닙니다",
  lesson_no_stations: () => "내용(stations)이 없습니다",
  lesson_no_text: ({ station }) => `${station}번째 장면에 글(text)이 없습니다`,
  lesson_no_question: ({ station }) => `${station}번째 장면의 질문에는 asks, answers, 그리고 그중 하나의 번호인 right가 있어야 합니다`,
  lesson_address: ({ station, detail }) => `${station}번째 장면의 주소(at): ${detail}`,
  busy: () => "서버가 바쁩니다. 다시 해 보세요",
  counting: () => "이미 두 가지를 세고 있습니다. 하나가 끝나기를 기다리거나 취소하세요",
  unread: () => "서버가 보낸 답들을 아직 다 읽지 않았습니다. 다시 해 보세요",
  stopping: () => "서버가 멈추는 중입니다",
  late: ({ seconds }) => `${seconds}초보다 오래 걸립니다. 더 작은 것으로 해 보세요`,
  count_stopped: ({ minutes }) => `멈췄습니다. 세는 데에는 ${minutes}분까지 쓸 수 있습니다`,
  slow: ({ seconds }) => `요청이 ${seconds}초보다 오래 걸렸습니다`,
  broken: () => "문제가 생겼습니다. 실험실은 계속 열려 있습니다",
  body: () => "요청을 알아볼 수 없습니다",
  no_run: ({ name }) => `${name}이라는 실행은 없습니다`,
};

/** 거절의 한국어 문장. 모르는 code에는 없습니다. */
export function sentence(reason) {
  return SENTENCES[reason?.code]?.(reason) ?? null;
}
