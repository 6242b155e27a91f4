// The position and speed of a film. Time is an argument, so that tests need not wait.

import { BOUND, EXPAND, GOAL, RESTART } from "./events.js";

/**
 * Return the speed for a logarithmic slider from 0 to 100.
 * @param {number} slider
 * @param {[number, number]} speeds steps per second, slowest and fastest
 */
export const speedOf = (slider, [slowest, fastest]) =>
  slowest * (fastest / slowest) ** (slider / 100);
/** @type {(speed: number, speeds: [number, number]) => number} */
export const sliderOf = (speed, [slowest, fastest]) =>
  (100 * Math.log(speed / slowest)) / Math.log(fastest / slowest);

/** @typedef {{length: number, find?: import("./film.js").Film["find"]}} Steps a film, or a path */

const JUMPS = { expansion: [EXPAND, GOAL], bound: [BOUND, RESTART], goal: [GOAL] };

export class Playhead {
  /** @param {Steps} film */
  constructor(film, at = 0) {
    this.film = film;
    this.at = 0;
    this.speed = 6;
    this.playing = false;
    this._rest = 0;
    this.go(at);
  }

  get last() {
    return Math.max(0, this.film.length - 1);
  }

  get atEnd() {
    return this.at >= this.last;
  }

  /** @param {number} event */
  go(event) {
    this.at = Math.min(this.last, Math.max(0, Math.round(event)));
    this._rest = 0;
  }

  /** @param {number} by */
  step(by) {
    this.go(this.at + by);
  }

  /**
   * Go to the next (or previous) expansion, bound or goal; return whether there was one.
   * @param {keyof typeof JUMPS} what
   */
  jump(what, direction = 1) {
    const found = this.film.find?.(JUMPS[what], this.at, direction) ?? -1;
    if (found >= 0) this.go(found);
    return found >= 0;
  }

  /** Play for some seconds; return whether the position changed. @param {number} seconds */
  advance(seconds) {
    if (!this.playing) return false;
    const due = this._rest + seconds * this.speed;
    const whole = Math.floor(due);
    this._rest = due - whole;
    if (!whole) return false;
    const rest = this._rest;
    this.go(this.at + whole);
    this._rest = rest;
    if (this.atEnd) this.playing = false;
    return true;
  }

  /** Play or pause; at the end, play from the start. */
  toggle() {
    if (!this.playing && this.atEnd) this.go(0);
    this.playing = !this.playing;
  }
}
