// A way to the goal that stays known while the player moves, along it or away from it.

import { inverted, withoutUndoing } from "./grid.js";

const ROUGH = 100; // moves

/** Letters to the goal, the moves needed at least, and what a person would do first. */
export class KnownWay {
  /**
   * @param {string} letters
   * @param {number} needed
   */
  constructor(letters, needed, byHand = "") {
    this.letters = withoutUndoing(letters);
    this.needed = needed;
    this.byHand = byHand;
  }

  /** Whether there is no shorter way. */
  get shortest() {
    return this.letters.length === this.needed;
  }

  /** Whether it is as long as a way made by hand: a server that has just begun does better soon. */
  get rough() {
    return this.letters.length > 2 * this.needed && this.letters.length > ROUGH;
  }

  /** The way after a move: what is left of it, or the way back and then along it. */
  after(letters) {
    // A move brings the goal nearer by one at most.
    const needed = Math.max(0, this.needed - letters.length);
    return new KnownWay(inverted(letters) + this.letters, needed);
  }

  /** Whether it is what is left of a way. */
  follows(before) {
    return this.letters.length < before.letters.length;
  }
}
