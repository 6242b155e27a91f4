// A path to the goal that is updated while the player moves, along it or away from it.

import { inverseMoves, withoutUndoing } from "./grid.js";

export class KnownPath {
  /** @param {string} letters moves to the goal @param {number} needed a lower bound */
  constructor(letters, needed) {
    this.letters = withoutUndoing(letters);
    this.needed = needed;
  }

  /** Whether it is a shortest path. */
  get shortest() {
    return this.letters.length === this.needed;
  }

  /** Return the path after moves: the rest of it, or back and then along it. @param {string} letters */
  after(letters) {
    // A move brings the goal nearer by at most one.
    const needed = Math.max(0, this.needed - letters.length);
    return new KnownPath(inverseMoves(letters) + this.letters, needed);
  }
}
