// What lets a race run: play and pause, its moment, its speed.

import { h } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";

const DURATION = 9; // seconds that a race lasts on the screen at speed 1
const STEPS = 1000;

export class RaceControls {
  /** `onseek` hears where the race stands, from 0 to 1; `speed` is a power of two. */
  constructor(speed, onseek) {
    this._onseek = onseek;
    this.part = 0;
    this.running = false;
    this._play = h(
      "button.icon-only",
      { "aria-label": "Play", onclick: () => this._toggle() },
      icon("play"),
    );
    this._slider = h("input", {
      type: "range",
      min: 0,
      max: STEPS,
      value: 0,
      "aria-label": "Moment of the race",
      oninput: () => this.seek(Number(this._slider.value) / STEPS),
    });
    this._speed = h("input", {
      type: "range",
      min: -2,
      max: 2,
      step: 0.1,
      value: speed,
      "aria-label": "Speed of the race",
    });
    this.element = h(
      "div.race-controls.card",
      { hidden: true },
      this._play,
      this._slider,
      h("label.speed", h("span.note", "Speed"), this._speed),
    );
  }

  get speed() {
    return Number(this._speed.value);
  }

  seek(part) {
    this.part = part;
    this._slider.value = Math.round(part * STEPS);
    this._slider.setAttribute("aria-valuetext", `${Math.round(part * 100)} percent of the race`);
    this._onseek(part);
  }

  play() {
    this._run(true);
    if (this.part >= 1) this.part = 0;
    let before = performance.now();
    const tick = (now) => {
      if (!this.running) return;
      // A tab in the background may sleep for long; the race should not leap when it wakes.
      const passed = Math.min(0.25, (now - before) / 1000);
      before = now;
      this.seek(Math.min(1, this.part + (passed * 2 ** this.speed) / DURATION));
      if (this.part < 1) requestAnimationFrame(tick);
      else this.pause();
    };
    requestAnimationFrame(tick);
  }

  pause() {
    this._run(false);
  }

  _toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  _run(running) {
    this.running = running;
    setIcon(this._play, running ? "pause" : "play");
    this._play.setAttribute("aria-label", running ? "Pause" : "Play");
  }
}
