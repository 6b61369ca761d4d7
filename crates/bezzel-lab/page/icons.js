// Icons, drawn by the page: fonts may lack them.

import { put, s } from "/dom.js";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  forward: "M5 5v14l9-7zM16 5h3v14h-3z",
  back: "M19 5v14l-9-7zM5 5h3v14H5z",
  toStart: "M4 5h3v14H4zM20 5v14l-6.5-7zM13 5v14l-6-7z",
  toEnd: "M17 5h3v14h-3zM4 5v14l6.5-7zM11 5v14l6-7z",
  nextSolution: "M8 4l1.9 4.2 4.6.5-3.4 3.1.9 4.5L8 14l-4 2.3.9-4.5L1.5 8.7l4.6-.5zM16 6v12l7-6z",
  previousSolution: "M16 4l1.9 4.2 4.6.5-3.4 3.1.9 4.5-4-2.3-4 2.3.9-4.5-3.4-3.1 4.6-.5zM8 6v12l-7-6z",
  nextRetreat: "M9 4v4h5a6 6 0 010 12H6v-3h8a3 3 0 000-6H9v4L3 9.5z",
  zoomIn: "M10.5 5h3v5.5H19v3h-5.5V19h-3v-5.5H5v-3h5.5z",
  zoomOut: "M5 10.5h14v3H5z",
  fit: "M4 4h6v2.5H6.5V10H4zM14 4h6v6h-2.5V6.5H14zM4 14h2.5v3.5H10V20H4zM17.5 14H20v6h-6v-2.5h3.5z",
  whole: "M4 4h7v2.5H8.3l3.5 3.5-1.8 1.8-3.5-3.5V11H4zM20 20h-7v-2.5h2.7l-3.5-3.5 1.8-1.8 3.5 3.5V13H20z",
  placed: "M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM10.6 16.3l-4-4 1.7-1.7 2.3 2.3 5.1-5.1 1.7 1.7z",
  next: "M8 4.5l1.8-1.8L19.1 12l-9.3 9.3L8 19.5l7.5-7.5z",
  previous: "M16 4.5l-1.8-1.8L4.9 12l9.3 9.3 1.8-1.8L8.5 12z",
  star: "M12 2.5l2.9 6.1 6.7.8-5 4.6 1.3 6.6-5.9-3.3-5.9 3.3 1.3-6.6-5-4.6 6.7-.8z",
  undo: "M9 4v4h5a6 6 0 010 12H6v-3h8a3 3 0 000-6H9v4L3 9.5z",
  redo: "M15 4v4h-5a6 6 0 000 12h8v-3h-8a3 3 0 010-6h5v4l6-5.5z",
  close: "M6.2 4.4L12 10.2l5.8-5.8 1.8 1.8L13.8 12l5.8 5.8-1.8 1.8L12 13.8l-5.8 5.8-1.8-1.8L10.2 12 4.4 6.2z",
  lecture: "M3 4h18v12h-7.5v2H17v2H7v-2h3.5v-2H3zM5.5 6.5v7h13v-7z",
};

/** Returns an icon; its label is set by the caller. */
export function icon(name) {
  return s("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

/** The sign of each kind of step. */
const KINDS = { enter: "placed", reject: "close", solution: "star", retreat: "undo" };

/** Shows in an element what kind of step it was: a sign and a word. */
export function sign(element, kind, word) {
  put(element, KINDS[kind] ? icon(KINDS[kind]) : null, word);
  element.dataset.kind = kind;
}
