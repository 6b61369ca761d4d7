// The library inside of the browser: workers that answer like a server, and workers that count together.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** How long the work behind an answer may take, in milliseconds. */
const PATIENCE = 10_000;
/** The least time between two lines of a count. */
const PAUSE = 100;
/** A piece of work that is well worth its messages. */
const MOMENT = 20;
const CORES = navigator.hardwareConcurrency || 1;

const bytes = (line, body) => {
  const head = encoder.encode(body === undefined ? line : `${line}\n`);
  if (body === undefined) return head;
  const all = new Uint8Array(head.length + body.length);
  all.set(head);
  all.set(body, head.length);
  return all;
};

/** An answer of the library: a line with its status and its kind, and the rest. */
function read(answer) {
  const end = answer.indexOf(10);
  const [status, ...kind] = decoder.decode(answer.subarray(0, end)).split(" ");
  return { status: Number(status), kind: kind.join(" "), body: answer.subarray(end + 1) };
}

const json = ({ body }) => JSON.parse(decoder.decode(body));

/** What becomes of questions to an instance that failed. */
const FAILED = new Error("the library failed");

const aborted = () => new DOMException("The reader has left.", "AbortError");

/** A worker with an instance of the library. It fails for good when that does: another takes its place. */
class Instance {
  constructor(library) {
    this.worker = new Worker(library.script);
    this.waiting = [];
    this.worker.onmessage = ({ data }) => this.waiting.shift().resolve(read(data));
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.end(FAILED);
    };
    this.worker.postMessage({ module: library.module, cores: CORES });
  }

  /** Sends a message; its answer comes in the order of messages. */
  ask(line, body) {
    if (this.ended) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(bytes(line, body));
    });
  }

  /** Stops at once, whatever it is doing. */
  end(why = aborted()) {
    this.ended = why;
    this.worker.terminate();
    for (const { reject } of this.waiting.splice(0)) reject(why);
  }
}

/** The library, answering requests like a server. */
export class Library {
  /** From a compiled module, and the address of the worker's script. */
  constructor(module, script) {
    Object.assign(this, { module, script });
    this.last = Promise.resolve();
  }

  /** Asks for an address. The answer is a response like any other. */
  async request(path, { method = "GET", body = undefined, signal = undefined } = {}) {
    if (path.startsWith("/api/count?")) return this.count(path.slice("/api/count?".length), signal);
    const sent = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body && encoder.encode(body);
    // One after the other: what was asked before is remembered by the one instance that answers.
    const answered = this.last.then(() => this.answer(`${method} ${path}`, sent, signal));
    this.last = answered.catch(() => {});
    const { status, kind, body: told } = await answered;
    return new Response(told, { status, headers: { "content-type": kind } });
  }

  /** The sentence of a refusal, in the library's own words. */
  async refusal(why) {
    const instance = new Instance(this);
    const { error } = json(await instance.ask(`REFUSE ${why}`));
    instance.end();
    return error;
  }

  async answer(line, body, signal) {
    if (signal?.aborted) throw aborted();
    const instance = (this.instance ??= new Instance(this));
    const stop = (why) => {
      instance.end(why);
      this.instance = null;
    };
    const leave = () => stop(aborted());
    signal?.addEventListener("abort", leave);
    const late = setTimeout(() => stop(new Error("late")), PATIENCE);
    try {
      return await instance.ask(line, body);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      // Another instance says so in the library's own words, and goes on.
      this.instance = new Instance(this);
      return this.instance.ask(`REFUSE ${error.message === "late" ? "late" : "broken"}`);
    } finally {
      clearTimeout(late);
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Counts: one instance keeps the ledger, the others count. The answer comes in lines while they do. */
  async count(query, signal) {
    const clerk = new Instance(this);
    const team = [clerk];
    const leave = () => team.forEach((instance) => instance.end());
    signal?.addEventListener("abort", leave);
    if (signal?.aborted) leave();
    const begun = await clerk.ask(`COUNT ${query}`);
    if (begun.status !== 200) {
      leave();
      return new Response(begun.body, { status: begun.status, headers: { "content-type": begun.kind } });
    }
    const workers = Array.from({ length: json(begun).workers }, () => new Instance(this));
    team.push(...workers);
    // The clock starts when everybody is there.
    await Promise.all(workers.map((instance) => instance.ask(`COUNT ${query}`)));
    const start = performance.now();
    const NOTHING = encoder.encode("[]");
    let told = -Infinity;
    let over = false;
    const lines = new ReadableStream({
      start: (stream) => {
        const tell = (line) => stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        const granted = async (instance, message, body) => {
          const answer = await instance.ask(message, body);
          if (answer.status !== 200) throw new Error(json(answer).error);
          return answer;
        };
        /** Hands in what was found. */
        const report = async (found) => {
          const seconds = (performance.now() - start) / 1000;
          const line = json(await granted(clerk, `REPORT ${seconds}`, found));
          const last = line.progress === undefined;
          if (!over && (last || performance.now() - told >= PAUSE)) {
            told = performance.now();
            tell(line);
          }
          over ||= last;
        };
        /** Units one stretch after the other, in pieces of a moment. Each worker has two strands, so that it need not wait
         * for the next piece. */
        const strand = async (instance) => {
          let piece = 1;
          for (let units; !over && (units = json(await granted(clerk, "CLAIM units"))); ) {
            for (let [from, end] = units; !over && from < end; ) {
              const to = Math.min(end, from + piece);
              const begin = performance.now();
              const found = await granted(instance, `WORK ${from} ${to}`);
              const took = performance.now() - begin;
              if (took < MOMENT) piece *= 2;
              else if (took > 8 * MOMENT) piece = Math.ceil(piece / 2);
              from = to;
              await report(found.body);
            }
          }
        };
        // A board without units is counted before anybody begins.
        const strands = workers.flatMap((instance) => [strand(instance), strand(instance)]);
        Promise.all([report(NOTHING), ...strands])
          .then(
            () => stream.close(),
            async (error) => {
              if (error.name === "AbortError") return stream.error(error);
              tell({ error: error === FAILED ? await this.refusal("broken") : error.message });
              return stream.close();
            },
          )
          .finally(() => {
            leave();
            signal?.removeEventListener("abort", leave);
          });
      },
      cancel: leave,
    });
    return new Response(lines, { headers: { "content-type": "application/x-ndjson" } });
  }
}
