// The address bar holds the whole state, so that a link shows the same to someone else.

import { opened } from "/source.js";

const PAUSE = 200; // Browsers slow down pages that write their address more often.

let waiting = null;
let state = new URLSearchParams(location.search || opened);

function write() {
  waiting = null;
  delete document.documentElement.dataset.writing;
  history.replaceState(null, "", `?${state}${location.hash}`);
}

/** What the address says about `name`, or `usual`. */
export function read(name, usual = null) {
  return state.get(name) ?? usual;
}

/** A whole number in the address between two bounds, or `usual`. */
export function readNumber(name, usual, min = 0, max = Number.MAX_SAFE_INTEGER) {
  const text = state.get(name);
  const value = Number(text);
  return text !== null && text !== "" && Number.isFinite(value)
    ? Math.min(max, Math.max(min, Math.trunc(value)))
    : usual;
}

/** Puts values into the address soon; `null` takes one out. What a `place` has to say counts only while it is shown. */
export function keep(values, place = null) {
  if (place && !place.isConnected) return;
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined) {
      state.delete(name);
    } else {
      state.set(name, value);
    }
  }
  waiting ??= setTimeout(write, PAUSE);
  document.documentElement.dataset.writing = "";
}

/** Begins a new page of the history: the browser's way back leads to what was shown before. */
export function turn(values) {
  if (waiting !== null) {
    clearTimeout(waiting);
    write();
  }
  history.pushState(null, "", location.search + location.hash);
  keep(values);
}

/** Everything the address says, and how to make it say something else altogether. */
export const everything = () => new URLSearchParams(state);

export function sayOnly(values) {
  state = new URLSearchParams(values);
  keep({});
}

/** Calls `show` when the browser goes back or forth. */
export function onReturn(show) {
  addEventListener("popstate", () => {
    clearTimeout(waiting);
    waiting = null;
    state = new URLSearchParams(location.search || opened);
    show();
  });
}

/** The address of what is shown now. */
export function link() {
  if (waiting !== null) {
    clearTimeout(waiting);
    write();
  }
  return location.href;
}
