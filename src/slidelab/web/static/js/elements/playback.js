// Playback controls for anything with steps: a film, a path, a replay or a game. Views lay out the
// parts.

import { Playhead, sliderOf, speedOf } from "../film/playhead.js";
import { h } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";

const LONGEST_GLIDE = 60; // steps that are animated; more would be too fast to see

/** @typedef {(head: Playhead) => unknown} Move */

export class Playback {
  /**
   * @param {(glide: boolean) => void} onshow draws the step of `head`, animated if `glide`
   * @param {{name: string, unit: string, speed: number, speeds?: [number, number]}} options the
   *   slider's label, the unit of its steps, steps per second at first, slowest and fastest
   */
  constructor(onshow, { name, unit, speed, speeds = [0.5, 100] }) {
    this._onshow = onshow;
    this._unit = unit;
    this._speeds = speeds;
    this.head = new Playhead({ length: 1 });
    /** @typedef {import("../ui/icons.js").IconName} IconName */
    /** @type {(picture: IconName, label: string, onclick: () => void) => HTMLButtonElement} */
    const button = (picture, label, onclick) =>
      h("button.icon-only", { "aria-label": label, title: label, onclick }, icon(picture));
    /** @type {(picture: IconName, label: string, move: Move) => HTMLButtonElement} */
    const mover = (picture, label, move) => button(picture, label, () => this.moveHead(move));
    this.first = mover("first", "To the start", (head) => head.go(0));
    this.previous = mover("previous", "Step back", (head) => head.step(-1));
    this.play = button("play", "Play", () => this.toggle());
    this.play.classList.add("primary");
    this.next = mover("next", "Step on", (head) => head.step(1));
    this.last = mover("last", "To the end", (head) => head.go(head.last));
    /** @type {HTMLInputElement} */
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": name,
      oninput: () => this.moveHead((head) => head.go(Number(this.slider.value))),
    });
    this._speed = h("input", {
      type: "range",
      min: 0,
      max: 100,
      value: sliderOf(speed, speeds),
      "aria-label": "Speed",
      oninput: () => this._setSpeed(),
    });
    this._speedText = h("span.pane-note");
    this.speed = h("label.speed", h("span.hidden-text", "Speed"), this._speed, this._speedText);
    this._setSpeed();
  }

  get buttons() {
    return [this.first, this.previous, this.play, this.next, this.last];
  }

  /**
   * Load a film, or anything with a length, paused at a step.
   * @param {ConstructorParameters<typeof Playhead>[0]} film
   */
  load(film, at = 0) {
    this.pause();
    this.head = new Playhead(film, at);
    this.slider.max = String(this.head.last);
    this._setSpeed();
  }

  /** Draw the step again. */
  show(glide = false) {
    this.slider.value = String(this.head.at);
    this._onshow(glide);
  }

  /** Pause, and move to another step. @param {Move} move */
  moveHead(move) {
    this.pause();
    const before = this.head.at;
    move(this.head);
    this.show(Math.abs(this.head.at - before) < LONGEST_GLIDE);
  }

  pause() {
    this.head.playing = false;
    this._drawPlayButton();
  }

  toggle() {
    this.head.toggle();
    this._drawPlayButton();
    this.show(true);
    let before = performance.now();
    const tick = (/** @type {number} */ now) => {
      if (!this.head.playing) return;
      // Browsers pause background tabs; the film must not jump when it continues.
      const moved = this.head.advance(Math.min(0.25, (now - before) / 1000));
      before = now;
      if (moved) this.show(this.head.speed < LONGEST_GLIDE);
      if (this.head.playing) requestAnimationFrame(tick);
      else this._drawPlayButton();
    };
    requestAnimationFrame(tick);
  }

  _setSpeed() {
    this.head.speed = speedOf(Number(this._speed.value), this._speeds);
    const { speed } = this.head;
    this._speedText.textContent = `${speed < 10 ? speed.toFixed(1) : Math.round(speed)} ${this._unit} per second`;
    this._speed.setAttribute("aria-valuetext", this._speedText.textContent);
  }

  _drawPlayButton() {
    const { playing } = this.head;
    setIcon(this.play, playing ? "pause" : "play");
    this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.play.title = playing ? "Pause" : "Play";
  }
}
