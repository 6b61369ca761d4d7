// The library in a worker of its own: it gets messages as bytes and answers them, one after the other.

const told = new TextEncoder();

self.onmessage = async ({ data: { module, cores } }) => {
  const { exports: library } = await WebAssembly.instantiate(module, {});
  const ask = (message) => {
    const room = library.room(message.length);
    new Uint8Array(library.memory.buffer, room, message.length).set(message);
    const length = library.ask();
    // A copy: the memory stays here.
    return new Uint8Array(library.memory.buffer, library.answer(), length).slice();
  };
  ask(told.encode(`START ${cores}`));
  self.onmessage = ({ data: message }) => {
    const answer = ask(message);
    self.postMessage(answer, [answer.buffer]);
  };
  self.postMessage("ready");
};
