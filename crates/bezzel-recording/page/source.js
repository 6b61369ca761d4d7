// Where the page's data comes from: the server, or the recording that a page of its own carries.

const carried = document.getElementById("recording");

/** The one search a page of its own plays; `null` where there is a server. */
export const recording = carried ? JSON.parse(carried.textContent) : null;

/** A request that was not granted. Its message is the server's sentence, or empty if there was no answer at all. */
export class Refusal extends Error {}

async function request(path, options) {
  // What is refused comes as an answer like any other: what a reader tries is no fault of the page.
  const headers = { ...options.headers, "bezzel-refusals": "inline" };
  const response = await fetch(path, { ...options, headers }).catch((error) => {
    throw error.name === "AbortError" ? error : new Refusal("");
  });
  if (response.ok && !response.headers.has("bezzel-refused")) return response;
  const told = await response.json().catch(() => ({}));
  throw new Refusal(told.error ?? `${response.status} ${response.statusText}`);
}

/** Asks the server. */
export async function ask(path, parameters = {}, signal = undefined) {
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(known);
  return request(`/api/${path}${known.length ? `?${query}` : ""}`, { signal });
}

/** Asks the server for data. */
export async function get(path, parameters, signal) {
  return (await ask(path, parameters, signal)).json();
}

/** Tells the server something: data, or bytes as they are. */
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

/** The recording that is played: a page of its own may carry several, for the stations of a lesson. */
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
