// 서버가 거절하는 문장의 한국어. 서버는 영어로만 말합니다.

const LINES = {
  column: "같은 열에서",
  row: "같은 행에서",
  "diagonal /": "대각선 / 방향으로",
  "diagonal \\": "대각선 \\ 방향으로",
};
const THINGS = {
  queens: "퀸",
  generations: "세대",
  boards: "체스판",
  cells: "칸",
  pixels: "픽셀",
  rooms: "방",
};
const WHATS = {
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

/** 문장의 모양과 그 번역. `(…)`의 내용이 차례로 넘어갑니다. */
const SENTENCES = [
  [/^line (\d+), column (\d+): (.*)$/s, (line, column, reason) => `${line}행 ${column}열: ${translate(reason)}`],
  [/^there is no maze here$/, () => "미로가 없습니다"],
  [/^there is no board here$/, () => "체스판이 없습니다"],
  [/^this is a second start 'S'$/, () => "시작 'S'가 또 있습니다"],
  [/^(.+) is none of (.+) and (.+)$/, (it, some, last) => `${it.replace(/^byte /, "바이트 ")}: ${some}, ${last} 가운데 하나가 아닙니다`],
  [/^this line has (\d+) cells?, the lines above have (\d+)$/, (here, above) => `이 줄은 ${here}칸인데 위의 줄들은 ${above}칸입니다`],
  [/^the maze ends without a start 'S'$/, () => "미로에 시작 'S'가 없습니다"],
  [/^the maze ends without an exit 'G'$/, () => "미로에 출구 'G'가 없습니다"],
  [/^the maze has more than (\d+) cells$/, (most) => `미로의 칸이 ${most}개보다 많습니다`],
  [/^the board has (\d+) lines? of (\d+) cells?: it is not square$/, (lines, cells) => `체스판이 ${lines}줄, 한 줄에 ${cells}칸이라 정사각형이 아닙니다`],
  [/^a second board begins here, there should be one$/, () => "여기서 두 번째 체스판이 시작됩니다. 하나여야 합니다"],
  [/^the picture ends before it is complete$/, () => "그림이 중간에 끊겼습니다"],
  [/^the picture is damaged: /, () => "그림 파일이 손상되었습니다"],
  [/^this pixel( \(.*\))? is neither black nor white nor pure red or green$/, (pixel) => `이 픽셀${pixel ?? ""}은 검정도 하양도 순수한 빨강이나 초록도 아닙니다`],
  [/^(\d+) x (\d+) pixels are more than (\d+) x (\d+)$/, (w, h, most) => `${w} × ${h} 픽셀은 너무 큽니다 (최대 ${most} × ${most})`],
  [/^(\d+) x (\d+) pixels do not fit into memory$/, (w, h) => `${w} × ${h} 픽셀은 메모리에 다 들어가지 않습니다`],
  [/^this is a second red pixel, the start is one$/, () => "빨간 픽셀이 또 있습니다. 시작은 하나입니다"],
  [/^there is a red start but no green exit$/, () => "빨간 시작은 있지만 초록 출구가 없습니다"],
  [/^there is a green exit but no red start$/, () => "초록 출구는 있지만 빨간 시작이 없습니다"],
  [/^the border has no wall and so no gaps: mark the start red and exits green$/, () => "테두리에 벽이 없어 틈도 없습니다. 시작은 빨강, 출구는 초록으로 표시하세요"],
  [/^there is no gap in the border to start from$/, () => "테두리에 시작할 틈이 없습니다"],
  [/^this is the only gap in the border, an exit needs another$/, () => "테두리의 틈이 하나뿐입니다. 출구가 되려면 하나 더 있어야 합니다"],
  [/^(\d+) x (\d+) (\w+) are more than the page shows \(at most (\d+) cells\)$/, (w, h, what, most) => `${named(THINGS, what)} ${w} × ${h}는 이 페이지가 보여 줄 수 있는 것보다 많습니다 (최대 ${most}칸)`],
  [/^(\d+) (\w+) are more than the page shows \(at most (\d+)\)$/, (count, what, most) => `${named(THINGS, what)} ${count}개는 이 페이지가 보여 줄 수 있는 것보다 많습니다 (최대 ${most})`],
  [/^(\d+) queens are more than are counted here \(at most (\d+)\)$/, (n, most) => `퀸 ${n}개는 여기서 셀 수 있는 것보다 많습니다 (최대 ${most})`],
  [/^(\d+) queens are more than `(\w+)` can take \(at most (\d+)\)$/, (n, method, most) => `퀸 ${n}개는 ${method}(으)로 풀 수 있는 것보다 많습니다 (최대 ${most})`],
  [/^the page shows 1 to (\d+) queens, not (\d+)$/, (most, n) => `이 페이지는 퀸 1개부터 ${most}개까지 보여 줍니다. ${n}개는 안 됩니다`],
  [/^(\d+) queens have no solution$/, (n) => `퀸 ${n}개는 해가 없습니다`],
  [/^(\d+) threads are not between 1 and the (\d+) of this machine$/, (asked, cores) => `스레드 ${asked}개는 1개와 이 컴퓨터의 ${cores}개 사이가 아닙니다`],
  [/^(\d+) x (\d+) rooms would be more than (\d+) cells$/, (w, h, most) => `방 ${w} × ${h}는 ${most}칸보다 많습니다`],
  [/^a maze needs two rooms, one for 'S' and one for 'G'$/, () => "미로에는 'S'와 'G'가 하나씩 들어갈 방이 두 개는 있어야 합니다"],
  [/^the share of loops is (.+), not from 0 to 1$/, (share) => `순환의 비율 ${share}은 0과 1 사이가 아닙니다`],
  [/^(\d+) x (\d+) rooms take 1 to (\d+) exits, not (\d+)$/, (w, h, most, asked) => `방 ${w} × ${h}에는 출구가 1개부터 ${most}개까지 들어갑니다. ${asked}개는 안 됩니다`],
  [/^there is no (\w+) "(.*)"(?:; there are (.+))?$/, (what, name, known) => `${named(WHATS, what)} "${name}"은 없습니다${known ? `. 있는 것: ${known}` : ""}`],
  [/^"(.*)" is no position of a route$/, (text) => `"${text}"번째 경로라는 것은 없습니다`],
  [/^"(.*)" is not an order of the four directions like NSWE$/, (order) => `"${order}"은 NSWE처럼 네 방향의 순서가 아닙니다`],
  [/^a (\w+) shows at most (\d+) x (\d+) cells$/, (format, most) => `${format}은 최대 ${most} × ${most}칸까지 보여 줍니다`],
  [/^counting these routes needs a frontier (\d+) (?:cells|forks) wide, .*$/, (width) => `경로를 세려면 너비 ${width}의 경계를 기억해야 하는데, 여기서는 너무 넓습니다`],
  [/^the board has side (\d+), not (\d+)$/, (side, n) => `체스판의 한 변이 ${n}칸이 아니라 ${side}칸입니다`],
  [/^torus is 0 or 1, not "(.*)"$/, (given) => `torus는 0이나 1입니다. "${given}"은 안 됩니다`],
  [/^(\(.+\)) attacks (\(.+\)) along the (column|row|diagonal \/|diagonal \\)( around the edge)?, and both queens stand already$/, (queen, target, line, around) => `처음부터 있는 두 퀸이 서로 공격합니다: ${queen}의 퀸이 ${around ? "가장자리를 돌아 " : ""}${LINES[line]} ${target}의 퀸을 공격합니다`],
  [/^(\(.+\)) lies outside a board of (\d+)$/, (square, n) => `${square}은 한 변이 ${n}칸인 체스판 밖입니다`],
  [/^two queens stand on (\(.+\))$/, (square) => `${square}에 퀸이 둘 있습니다`],
  [/^a queen stands on (\(.+\)), which is blocked$/, (square) => `막힌 칸 ${square}에 퀸이 있습니다`],
  [/^the rate of (\w+) is (.+), not between 0 and 1$/, (what, rate) => `${named(WHATS, what)}율 ${rate}은 0과 1 사이가 아닙니다`],
  [/^a population of (\d+) cannot evolve, 2 are the fewest$/, (size) => `개체 ${size}개로는 진화할 수 없습니다. 적어도 2개가 필요합니다`],
  [/^an elite of (\d+) leaves no room for children in a population of (\d+)$/, (elite, size) => `개체 ${size}개 가운데 엘리트가 ${elite}개면 자식이 들어갈 자리가 없습니다`],
  [/^a tournament of (\d+) is not between 1 and the population of (\d+)$/, (tournament, size) => `토너먼트 크기 ${tournament}은 1과 개체 수 ${size} 사이가 아닙니다`],
  [/^(.+) goes with selection by (\w+)$/, (what, selection) => `${named(WHATS, what)}은(는) 선택이 ${selection}일 때만 씁니다`],
  [/^crossover (\S+) works on encoding (\w+), not on (\w+)$/, (crossover, works, given) => `교차 ${crossover}은(는) 인코딩 ${works}에 씁니다. ${given}에는 쓸 수 없습니다`],
  [/^the server has more to do than it can; try again$/, () => "서버가 바쁩니다. 다시 해 보세요"],
  [/^two counts are under way; wait for one, or cancel it$/, () => "이미 두 가지를 세고 있습니다. 하나가 끝나기를 기다리거나 취소하세요"],
  [/^this takes longer than (\d+) seconds; ask for less$/, (seconds) => `${seconds}초보다 오래 걸립니다. 더 작은 것으로 해 보세요`],
  [/^the request took longer than (\d+) seconds$/, (seconds) => `요청이 ${seconds}초보다 오래 걸렸습니다`],
  [/^Failed to /, () => "요청을 알아볼 수 없습니다"],
  [/^something went wrong here; the server goes on$/, () => "서버에 문제가 생겼습니다. 서버는 계속 실행됩니다"],
];

/** 서버의 문장을 한국어로. 모르는 문장은 그대로 둡니다. */
export function translate(sentence) {
  for (const [shape, say] of SENTENCES) {
    const found = sentence.match(shape);
    if (found) return say(...found.slice(1));
  }
  return sentence;
}
