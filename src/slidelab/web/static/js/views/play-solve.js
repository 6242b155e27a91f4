// "Solve from here": the known way to the goal plays on the very board, step by step or at once.

import { h } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";

const FRAME = 33; // milliseconds; quicker steps go together

export class SolveBar {
  /** `hints` knows the way; `play(letters)` plays gestures; `back()` takes the last one back. */
  constructor(hints, { play, back }) {
    this._hints = hints;
    this._play = play;
    this._back = back;
    this.button = h(
      "button",
      { "aria-expanded": "false", onclick: () => this._toggle() },
      "Solve from here",
    );
    const control = (name, label, onclick, main = "") =>
      h(
        "button",
        { class: `icon-only ${main}`, "aria-label": label, title: label, onclick },
        icon(name),
      );
    this._running = control("play", "Play the solution", () => this._run(), "primary");
    this._speed = h("input", {
      type: "range",
      min: 1,
      max: 100, // a way on a large board has a thousand moves
      value: 4,
      "aria-label": "Moves per second",
    });
    this.element = h(
      "div.row.tight.solve-bar",
      { role: "group", "aria-label": "Solution", hidden: true },
      control("previous", "Step back", () => this._stepBack()),
      this._running,
      control("next", "Step on", () => this._step(1)),
      control("last", "All at once", () => this._step(Number.POSITIVE_INFINITY)),
      h("label.speed", "Speed", this._speed),
    );
  }

  /** The board changed by another hand, or the game is over. */
  rest() {
    clearTimeout(this._timer);
    if (!this._timer) return;
    this._timer = null;
    setIcon(this._running, "play");
    this._running.setAttribute("aria-label", "Play the solution");
  }

  /** Shown at which speed; 0 where it is not. */
  get shownAt() {
    return this.element.hidden ? 0 : Number(this._speed.value);
  }

  /** Shown as it was, standing still. */
  open(speed) {
    this._speed.value = speed;
    this.element.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
  }

  close() {
    this.rest();
    this.element.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }

  _toggle() {
    if (!this.element.hidden) return this.close();
    this.open(this._speed.value);
    this._running.focus();
    return this._run();
  }

  _run() {
    if (this._timer) return this.rest();
    setIcon(this._running, "pause");
    this._running.setAttribute("aria-label", "Pause the solution");
    const tick = async () => {
      const speed = Number(this._speed.value);
      const together = Math.max(1, Math.round((speed * FRAME) / 1000));
      const on = await this._advance(together);
      // It may have been stopped while the way was looked for.
      if (on && this._timer) this._timer = setTimeout(tick, (together * 1000) / speed);
      else this.rest();
    };
    this._timer = setTimeout(tick, 1);
    return undefined;
  }

  _step(count) {
    this.rest();
    return this._advance(count);
  }

  _stepBack() {
    this.rest();
    this._back();
  }

  /** Plays the next moves of the way; says whether some are left. */
  async _advance(count) {
    const way = await this._hints.way();
    if (!way || this.element.hidden) return false;
    this._play(way.letters.slice(0, Math.min(count, way.letters.length)));
    return way.letters.length > count;
  }
}
