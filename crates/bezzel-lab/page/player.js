// Play, pause, step, speed and a slider: the same for everything that has steps.

import { h } from "/dom.js";
import { icon } from "/icons.js";
import { words } from "/words.js";
import { readNumber, keep } from "/address.js";

const SPEEDS = [1, 2, 4, 8, 16, 60, 250, 1000];

/** A player over the steps 0 to `length`. `go(step)` shows a step; it may take a while. `gate(step)` may keep a step back;
 * `rest()` is called when playing ends. One that is `paced` moves its
 * slider itself while steps fly by. */
export class Player {
  constructor({ go, length = 0, speed = 4, extras = [], gate = null, rest = () => {}, paced = false }) {
    const kept = readNumber("speed", speed);
    this.go = go;
    this.gate = gate;
    this.rest = rest;
    this.paced = paced;
    this.length = length;
    this.step = 0;
    this.speed = SPEEDS.includes(kept) ? kept : speed;
    this.run = null;
    const button = (name, act) =>
      h(
        "button",
        { class: "icon", "data-act": name, title: words[name], onclick: act },
        icon(name),
        h("span", { class: "word" }, words.short[name] ?? words[name]),
      );
    this.toggle = button("play", () => this.playOrPause());
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: length,
      value: 0,
      step: 1,
      "aria-label": words.slider,
      oninput: () => this.show(this.slider.valueAsNumber),
    });
    this.speeds = h(
      "select",
      {
        "aria-label": words.speed,
        title: words.speed,
        name: "speed",
        onchange: (event) => this.setSpeed(Number(event.target.value)),
      },
      SPEEDS.map((speed) =>
        h("option", { value: speed, selected: speed === this.speed }, words.perSecond(speed)),
      ),
    );
    this.element = h(
      "div",
      { class: "player" },
      this.slider,
      h(
        "div",
        { class: "buttons", role: "group", "aria-label": words.steps },
        button("toStart", () => this.show(0)),
        button("back", () => this.show(this.step - 1)),
        this.toggle,
        button("forward", () => this.show(this.step + 1)),
        button("toEnd", () => this.show(this.length)),
        extras.map(([name, act]) => button(name, act)),
        this.speeds,
      ),
    );
  }

  get playing() {
    return this.run !== null;
  }

  /** The keys every player has. */
  keys() {
    return [
      ["ArrowRight", words.forward, () => this.show(this.step + 1)],
      ["ArrowLeft", words.back, () => this.show(this.step - 1)],
      ["Shift+ArrowRight", words.tenForward, () => this.show(this.step + 10)],
      ["Shift+ArrowLeft", words.tenBack, () => this.show(this.step - 10)],
      [" ", words.playPause, () => this.playOrPause()],
      ["Home", words.toStart, () => this.show(0)],
      ["End", words.toEnd, () => this.show(this.length)],
      ["+", words.faster, () => this.faster(1)],
      ["-", words.slower, () => this.faster(-1)],
    ];
  }

  setLength(length) {
    this.length = length;
    this.setReach(length);
  }

  /** Lets the slider end before the steps do. */
  setReach(reach) {
    this.slider.max = reach;
    this.slider.value = this.step;
  }

  setSpeed(speed) {
    this.speed = speed;
    this.speeds.value = speed;
    keep({ speed });
  }

  faster(by) {
    const at = SPEEDS.indexOf(this.speed) + by;
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))]);
  }

  /** Shows a step, and stops playing. */
  show(step) {
    this.pause();
    return this.move(step);
  }

  /** Goes to a step whatever the gate says. */
  async jump(step) {
    this.pause();
    this.step = Math.min(this.length, Math.max(0, step));
    this.slider.value = this.step;
    await this.go(this.step);
  }

  async move(step) {
    const wanted = Math.min(this.length, Math.max(0, step));
    if (this.gate && !this.gate(wanted)) {
      this.pause();
      this.slider.value = this.step;
      return;
    }
    this.step = wanted;
    if (!this.flies || !this.paced) this.slider.value = wanted;
    await this.go(wanted);
  }

  /** Whether steps fly by, so that not everything need be shown at each of them. */
  get flies() {
    return this.playing && this.speed >= 60;
  }

  playOrPause() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Plays until the end, or until someone pauses: every run has a token, and stops when it is not the latest. */
  async play() {
    const run = (this.run = {});
    this.sign("pause");
    this.element.dataset.playing = "";
    try {
      if (this.step >= this.length) await this.move(0);
      let last = performance.now();
      let owed = 0;
      while (this.run === run && this.step < this.length) {
        await pause(1000 / this.speed);
        const now = performance.now();
        // After a long wait, for a page or in a hidden tab, nothing is made up for.
        owed += (Math.min(500, now - last) / 1000) * this.speed;
        last = now;
        const steps = Math.floor(owed);
        if (steps > 0 && this.run === run) {
          owed -= steps;
          await this.move(this.step + steps);
        }
      }
    } finally {
      if (this.run === run) this.pause();
    }
  }

  pause() {
    const played = this.playing;
    this.run = null;
    this.slider.value = this.step;
    delete this.element.dataset.playing;
    this.sign("play");
    if (played) this.rest();
  }

  sign(name) {
    if (this.toggle.title === words[name] && this.toggle.firstChild) return;
    this.toggle.title = words[name];
    this.toggle.replaceChildren(icon(name), h("span", { class: "word" }, words.short[name] ?? words[name]));
  }
}

/** Waits for a time in milliseconds; for less than a frame, waits for the next frame. */
function pause(time) {
  if (time < 17 && !document.hidden) return new Promise((done) => requestAnimationFrame(() => done()));
  return new Promise((done) => setTimeout(done, Math.max(16, Math.min(250, time))));
}
