// Play, pause, step, speed and a slider: the same for everything that has steps.

import { h, write, menu } from "/dom.js";
import { icon } from "/icons.js";
import { words, figure } from "/words.js";
import { readNumber, keep } from "/address.js";

const SPEEDS = [1, 2, 4, 8, 16, 60, 250, 1000];

/**
 * A player over the steps 0 to `length`. `go(step)` shows a step; it may take a while. `gate(step)` may keep a step back;
 * `rest()` is called when playing ends. One that is `paced` moves its slider itself while steps pass quickly. `fine(by)` goes
 * by one line of code instead of by one step, and returns false at the end; `above` is drawn above the slider.
 */
export class Player {
  fine; go; gate; paced; rest;

  constructor({ go, length = 0, speed = 4, extras = [], gate = null, rest = () => {}, paced = false, fine = null, above = null }) {
    const kept = readNumber("speed", speed);
    Object.assign(this, { go, gate, rest, paced, length, fine });
    this.step = 0;
    this.speed = SPEEDS.includes(kept) ? kept : speed;
    this.run = null;
    this.unit = "queen";
    const button = (name, act, withWord) =>
      h(
        "button",
        { class: "icon", "data-act": name, title: words[name], "aria-label": words[name], onclick: act },
        icon(name),
        withWord ? h("span", {}, words[name]) : null,
      );
    this.toggle = button("play", () => this.playOrPause());
    this.toggle.classList.add("main");
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
    this.place = h("output", { class: "place" });
    this.units = h(
      "div",
      { class: "segmented units", role: "group", "aria-label": words.unit, hidden: !fine },
      ["queen", "line"].map((unit) =>
        h("button", { "data-unit": unit, "aria-pressed": String(unit === this.unit), onclick: () => this.setUnit(unit) }, words.unitNames[unit]),
      ),
    );
    const narrow = matchMedia("(max-width: 599px)").matches;
    this.element = h(
      "div",
      { class: "player" },
      h(
        "div",
        { class: "buttons", role: "group", "aria-label": words.steps },
        button("toStart", () => this.show(0)),
        button("back", () => this.by(-1)),
        this.toggle,
        button("forward", () => this.by(1)),
        button("toEnd", () => this.show(this.length)),
      ),
      h("div", { class: "track" }, above, this.slider),
      this.place,
      // On a narrow screen the buttons alone have room.
      narrow ? null : [this.units, this.speeds],
      extras.length || narrow ? menu(words.steps, narrow ? [this.units, this.speeds] : null, extras.map(([name, act]) => button(name, act, true))) : null,
    );
  }

  setUnit(unit) {
    if (!this.fine || unit === this.unit) return;
    this.pause();
    this.unit = unit;
    for (const button of this.units.children) button.setAttribute("aria-pressed", button.dataset.unit === unit);
    keep({ unit: unit === "line" ? "line" : null });
  }

  /** Goes a step on or back, or a line of code. */
  by(by) {
    this.pause();
    return this.unit === "line" ? this.fine(by) : this.show(this.step + by);
  }

  get playing() {
    return this.run !== null;
  }

  /** The keys every player has. */
  keys() {
    return [
      ["ArrowRight", words.forward, () => this.by(1)],
      ["ArrowLeft", words.back, () => this.by(-1)],
      ...(this.fine ? [["l", words.unit, () => this.setUnit(this.unit === "line" ? "queen" : "line")]] : []),
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
    this.reach = reach;
    this.slider.max = reach;
    this.sign();
  }

  /** Shows the step in the slider and as numbers. */
  sign() {
    this.slider.value = this.step;
    write(this.place, `${figure(this.step)} / ${figure(this.reach ?? this.length)}`);
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
    this.sign();
    await this.go(this.step);
  }

  async move(step) {
    const wanted = Math.min(this.length, Math.max(0, step));
    if (this.gate && !this.gate(wanted)) {
      this.pause();
      this.sign();
      return;
    }
    this.step = wanted;
    if (!this.flies || !this.paced) this.sign();
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
    this.face("pause");
    this.element.dataset.playing = "";
    try {
      if (this.step >= this.length && this.unit === "queen") await this.move(0);
      let last = performance.now();
      let owed = 0;
      while (this.run === run && (this.step < this.length || this.unit === "line")) {
        await pause(1000 / this.speed);
        const now = performance.now();
        // After a long wait, for a page or in a hidden tab, nothing is made up for.
        owed += (Math.min(500, now - last) / 1000) * this.speed;
        last = now;
        const steps = Math.floor(owed);
        if (steps > 0 && this.run === run) {
          owed -= steps;
          if (this.unit === "queen") await this.move(this.step + steps);
          else if (!(await this.fine(1))) break;
        }
      }
    } finally {
      if (this.run === run) this.pause();
    }
  }

  pause() {
    const played = this.playing;
    this.run = null;
    this.sign();
    delete this.element.dataset.playing;
    this.face("play");
    if (played) this.rest();
  }

  /** What the main button does next. */
  face(name) {
    if (this.toggle.title === words[name] && this.toggle.firstChild) return;
    this.toggle.title = words[name];
    this.toggle.setAttribute("aria-label", words[name]);
    this.toggle.replaceChildren(icon(name));
  }
}

/** Waits for a time in milliseconds; for less than a frame, waits for the next frame. */
function pause(time) {
  if (time < 17 && !document.hidden) return new Promise((done) => requestAnimationFrame(done));
  return new Promise((done) => setTimeout(done, Math.max(16, Math.min(250, time))));
}
