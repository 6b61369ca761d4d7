// 한국어: 칸과 공격을 말하는 법.

import { base } from "/words/base.js";

/** A number that counts from 1, as the code in view counts it. */
export const counted = (number) => number - 1 + base.first;
export const square = (row, column) => `(${counted(row)}, ${counted(column)})`;
export const LINES = {
  column: "같은 열에서",
  rising: "대각선 / 방향으로",
  falling: "대각선 \\ 방향으로",
  row: "같은 행에서",
};
export const attack = ({ queen, target, line, standing }) =>
  `${standing ? "처음부터 있던 " : ""}${square(queen.row + 1, queen.column + 1)}의 퀸이 ${isAround(queen, target) ? "가장자리를 돌아 " : ""}${LINES[line]} ${square(target.row + 1, target.column + 1)} 칸을 공격합니다`;
export const isAround = (one, other) => {
  const [down, right] = [Math.abs(one.row - other.row), Math.abs(one.column - other.column)];
  return down !== right && down !== 0 && right !== 0;
};
export const objection = (why) => (why.blocked ? "막힌 칸입니다" : attack(why));
