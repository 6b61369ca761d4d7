// English: squares, numbers and attacks in words.

import { base } from "/words/base.js";

/** A number that counts from 1, as the code in view counts it. */
export const counted = (number) => number - 1 + base.first;
export const square = (row, column) => `(${counted(row)}, ${counted(column)})`;
export const LINES = { column: "column", rising: "diagonal /", falling: "diagonal \\", row: "row" };
export const plural = (count, one, many) => (String(count) === "1" ? `1 ${one}` : `${count} ${many}`);
export const attack = ({ queen, target, line, standing }) =>
  `the ${standing ? "standing queen" : "queen"} on ${square(queen.row + 1, queen.column + 1)} attacks ${square(target.row + 1, target.column + 1)} along the ${LINES[line]}${isAround(queen, target) ? " around the edge" : ""}`;
export const isAround = (one, other) => {
  const [down, right] = [Math.abs(one.row - other.row), Math.abs(one.column - other.column)];
  return down !== right && down !== 0 && right !== 0;
};
export const objection = (why) => (why.blocked ? "it is blocked" : attack(why));
