// The library in a web worker: it receives the module first, then messages as bytes, which it
// answers one at a time.

self.onmessage = ({ data: { module, cores } }) => {
  // Created at once, so that no message arrives before it exists; if that fails, waiting requests
  // are refused.
  /** @type {any} */
  const library = new WebAssembly.Instance(module, {}).exports;
  const ask = (message) => {
    const room = library.room(message.length);
    new Uint8Array(library.memory.buffer, room, message.length).set(message);
    const length = library.ask();
    // A copy: the memory stays here.
    return new Uint8Array(library.memory.buffer, library.answer(), length).slice();
  };
  ask(new TextEncoder().encode(`START ${cores}`));
  self.onmessage = ({ data: message }) => {
    const answer = ask(message);
    self.postMessage(answer, { transfer: [answer.buffer] });
  };
};
