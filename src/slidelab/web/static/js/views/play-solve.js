// "Solve from here": play a path to the goal on the board, step by step or at once.

import { Playback } from "../elements/playback.js";
import { h } from "../ui/dom.js";

export class SolveBar {
  /**
   * @param {import("./play-hints.js").HintLine} hints finds the path
   * @param {{play: (letters: string) => void, back: () => void}} actions play gestures, or take the
   *   last one back
   */
  constructor(hints, { play, back }) {
    this._hints = hints;
    this._letters = "";
    this._played = 0;
    this._playback = new Playback(
      () => {
        const { at } = this._playback.head;
        for (; this._played > at; this._played--) back();
        const letters = this._letters.slice(this._played, at);
        this._played = at;
        if (letters) play(letters);
      },
      { name: "Move of the solution", unit: "moves", speed: 4 },
    );
    const { previous, play: run, next, last, speed } = this._playback;
    this.button = h(
      "button",
      { "aria-expanded": "false", onclick: () => this._toggle() },
      "Solve from here",
    );
    this.element = h(
      "div.row.tight.solve-bar",
      { role: "group", "aria-label": "Solution", hidden: true },
      [previous, run, next, last, speed],
    );
  }

  pause() {
    this._playback.pause();
  }

  close() {
    this.pause();
    this.element.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
  }

  async _toggle() {
    if (!this.element.hidden) {
      this.close();
      return;
    }
    const path = await this._hints.path();
    if (!path) return;
    this._letters = path.letters;
    this._played = 0;
    this.element.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this._playback.load({ length: path.letters.length + 1 });
    this._playback.play.focus();
    this._playback.toggle();
  }
}
