// The library in a worker of its own: it gets the module first, then messages as bytes, which it answers one after the
// other.

self.onmessage = ({ data: { module, cores } }) => {
  // Made at once, so that no message comes before it is there; if it cannot be made, whoever waits is told.
  const { exports: library } = new WebAssembly.Instance(module, {});
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
    self.postMessage(answer, [answer.buffer]);
  };
};
