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

/** An answer as a server would give it. */
const respond = ({ status, kind, body }) => new Response(body, { status, headers: { "content-type": kind } });

/** What an instance answers, unless it refuses. */
async function granted(instance, message, body) {
  const answer = await instance.ask(message, body);
  if (answer.status !== 200) throw Object.assign(new Error(), json(answer));
  return answer;
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
  end(/** @type {any} */ why = aborted()) {
    this.ended = why;
    this.worker.terminate();
    for (const { reject } of this.waiting.splice(0)) reject(why);
  }
}

/** A count under way: one instance keeps the ledger, the others count. */
class Count {
  query; library;

  constructor(library, query, signal) {
    Object.assign(this, { library, query, signal });
    this.clerk = new Instance(library);
    this.workers = [];
    this.over = false;
    /** The time of the last progress line. */
    this.told = -Infinity;
    this.end = () => {
      [this.clerk, ...this.workers].forEach((instance) => instance.end());
      signal?.removeEventListener("abort", this.end);
    };
    signal?.addEventListener("abort", this.end);
    if (signal?.aborted) this.end();
  }

  /** Starts all workers. Returns the answer if there is nothing to count. */
  async begin() {
    const begun = await this.clerk.ask(`COUNT ${this.query}`);
    if (begun.status !== 200) return begun;
    this.workers = Array.from({ length: json(begun).workers }, () => new Instance(this.library));
    await Promise.all(this.workers.map((worker) => worker.ask(`COUNT ${this.query}`)));
    // The clock starts when all workers are ready.
    this.start = performance.now();
    return null;
  }

  /** Its lines, as they come. */
  lines() {
    return new ReadableStream({ start: (stream) => this.work(stream), cancel: this.end });
  }

  /** Not waited for by the stream, whose reader has the lines meanwhile. */
  work(stream) {
    this.tell = (line) => stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
    // Each worker has two strands, so that it need not wait for its next units. A board without
    // units is counted before any strand starts.
    const strands = this.workers.flatMap((worker) => [this.strand(worker), this.strand(worker)]);
    Promise.all([this.report(encoder.encode("[]")), ...strands])
      .then(
        () => stream.close(),
        async (error) => {
          if (error.name === "AbortError") return stream.error(error);
          const { error: sentence, reason } = error === FAILED ? await this.library.refusal("broken") : error;
          this.tell({ error: sentence, reason });
          return stream.close();
        },
      )
      .finally(this.end);
  }

  /** Counts units, some at a time. */
  async strand(worker) {
    let piece = 1;
    for (let units; !this.over && (units = json(await granted(this.clerk, "CLAIM units"))); ) {
      for (let [from, end] = units; !this.over && from < end; ) {
        const to = Math.min(end, from + piece);
        const begin = performance.now();
        const found = await granted(worker, `WORK ${from} ${to}`);
        const took = performance.now() - begin;
        if (took < MOMENT) piece *= 2;
        else if (took > 8 * MOMENT) piece = Math.ceil(piece / 2);
        from = to;
        await this.report(found.body);
      }
    }
  }

  /** Reports outcomes. Sends a progress line, unless one was sent a moment ago. */
  async report(found) {
    const seconds = (performance.now() - this.start) / 1000;
    const line = json(await granted(this.clerk, `REPORT ${seconds}`, found));
    const last = line.progress === undefined;
    if (!this.over && (last || performance.now() - this.told >= PAUSE)) {
      this.told = performance.now();
      this.tell(line);
    }
    this.over ||= last;
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
    const [address, query = ""] = path.split("?");
    if (address === "/api/count") return this.count(query, signal);
    const sent = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body && encoder.encode(body);
    // One after the other: what was asked before is remembered by the one instance that answers.
    const answered = this.last.then(() => this.answer(`${method} ${path}`, sent, signal));
    this.last = answered.catch(() => {});
    return respond(await answered);
  }

  /** A refusal of the library: a sentence and its reason. */
  async refusal(why) {
    const instance = new Instance(this);
    const refusal = json(await instance.ask(`REFUSE ${why}`));
    instance.end();
    return refusal;
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
      // Another instance provides the library's error, and continues.
      this.instance = new Instance(this);
      return this.instance.ask(`REFUSE ${error.message === "late" ? "late" : "broken"}`);
    } finally {
      clearTimeout(late);
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Counts. The answer comes in lines meanwhile. */
  async count(query, signal) {
    const count = new Count(this, query, signal);
    try {
      const refused = await count.begin();
      if (refused === null) return respond({ status: 200, kind: "application/x-ndjson", body: count.lines() });
      count.end();
      return respond(refused);
    } catch (error) {
      count.end();
      throw error;
    }
  }
}
