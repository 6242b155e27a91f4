// A path to the goal that stays known while the player moves, along it or away from it.

import { inverted, withoutUndoing } from "./grid.js";

export class KnownWay {
  /** @param {string} letters to the goal @param {number} needed the number of moves needed at least */
  constructor(letters, needed) {
    this.letters = withoutUndoing(letters);
    this.needed = needed;
  }

  /** Whether no path is shorter. */
  get shortest() {
    return this.letters.length === this.needed;
  }

  /** Return the path after a move: the rest of it, or back and then along it. @param {string} letters */
  after(letters) {
    // Each move brings the goal nearer by one at most.
    const needed = Math.max(0, this.needed - letters.length);
    return new KnownWay(inverted(letters) + this.letters, needed);
  }
}
