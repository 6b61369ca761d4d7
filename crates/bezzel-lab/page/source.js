// Where the page's data comes from: the server, the library inside of the page, or a recording that the page carries.

import { Library } from "/library.js";

const carried = (id) => document.getElementById(id)?.textContent ?? null;
const named = /** @type {any} */ (document.querySelector('link[rel="library"]'))?.href ?? null;

/** The search of a one-file page; `null` where there is a server or a library. */
export const recording = JSON.parse(carried("recording"));

/** Whether there is no server: the page answers itself. */
export const alone = named !== null || carried("library") !== null;

/** Where the lab as one file can be had: beside the library, if that is a file. */
export const beside = named && new URL("lab.html", named).href;

/** The state at which a one-file page opens. */
export const opened = carried("state") ?? "";

/** Keeps the site for when there is no network. */
export function keepOffline() {
  if (!named || !navigator.serviceWorker) return;
  navigator.serviceWorker.register(new URL("offline.js", named)).catch(() => {});
}

/** A request that was not granted. Its message is a sentence, or empty if there was no answer at all; its reason a code with
 * parameters. */
export class Refusal extends Error {
  constructor(message, reason = null) {
    super(message);
    this.reason = reason;
  }
}

/** The bytes of the library that the page carries. */
async function unpacked() {
  const packed = await (await fetch(`data:;base64,${carried("library")}`)).blob();
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
}

/** A file of the site. */
async function part(name) {
  const response = await fetch(new URL(name, named ?? location.origin)).catch(() => null);
  if (!response?.ok) throw new Refusal("");
  return response;
}

/** The library and what its workers do, loaded together: they are of one version. */
async function begin() {
  const [bytes, worker] = await Promise.all(
    named === null
      ? [unpacked(), carried("worker")]
      : [part(named).then((response) => response.arrayBuffer()), part("worker.js").then((response) => response.text())],
  );
  const script = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  return new Library(await WebAssembly.compile(bytes), script);
}

let begun = null;

/** Returns the library, once it is loaded. If loading failed, the next call tries again. */
export function library() {
  begun ??= begin().catch((error) => {
    begun = null;
    throw error;
  });
  return begun;
}

// Begun when the page is read: whatever is asked first waits for it.
if (alone) library().catch(() => {});

async function send(path, options) {
  try {
    return alone ? await (await library()).request(path, options) : await fetch(path, options);
  } catch (error) {
    throw error.name === "AbortError" ? error : new Refusal("");
  }
}

async function request(path, options) {
  // What is refused comes as an answer like any other: what a reader tries is no fault of the page.
  const headers = { ...options.headers, "bezzel-refusals": "inline" };
  const response = await send(path, { ...options, headers });
  if (response.ok && !response.headers.has("bezzel-refused")) return response;
  const told = await response.json().catch(() => ({}));
  throw new Refusal(told.error ?? `${response.status} ${response.statusText}`, told.reason);
}

/** Asks for an address of the API. */
export async function ask(path, parameters = {}, signal = undefined) {
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(known);
  return request(`/api/${path}${known.length ? `?${query}` : ""}`, { signal });
}

/** Asks for data. */
export async function get(path, parameters, signal) {
  return (await ask(path, parameters, signal)).json();
}

/** Sends something: data, or bytes as they are. */
export async function tell(path, body, signal = undefined) {
  const bytes = body instanceof Blob;
  const headers = bytes ? {} : { "content-type": "application/json" };
  return request(`/api/${path}`, {
    method: "POST",
    headers,
    body: bytes ? body : JSON.stringify(body),
    signal,
  });
}

/** The text of a file of the page. */
export async function file(name) {
  const files = JSON.parse(carried("files"));
  if (files) return files[name];
  return (await part(name)).text();
}

/**
 * The recording that is played: a one-file page may contain several, for the stations of a lesson.
 */
let played = recording;

/** Plays the recording of a board by a method, as far as there is one. */
export function play(n, method, board) {
  const all = [recording, ...(recording.others ?? [])];
  const text = (one) => one.board?.trim().replaceAll("\n", "/") ?? null;
  const same = all.filter((one) => one.n === n && (board === null || text(one) === board));
  played = same.find((one) => one.method === method) ?? same[0] ?? recording;
  return played;
}

/** What queens are asked about, from whichever source. */
export const queens = recording
  ? {
      overview: async () => played.overview,
      page: async (question, method, step) => played.pages.findLast((page) => page.step <= step) ?? played.pages[0],
      solutions: async () => ({ all: played.solutions.length, solutions: played.solutions }),
      listings: async () => played.listings,
    }
  : {
      overview: ({ n, question }) => get(`queens/${n}`, question),
      page: ({ n, question }, method, step) => get(`queens/${n}/page`, { ...question, method, step }),
      solutions: ({ n, question }, from) => get(`queens/${n}/solutions`, { ...question, from }),
      listings: (method) => get(`listings/${method}`),
    };
