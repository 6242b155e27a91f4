// What the distances of a game's boards say about its moves.

/** From the least and the most moves to the goal before each move and after the last. */
export class Review {
  /** @param {number[]} atLeast @param {number[]} atMost */
  constructor(atLeast, atMost) {
    this.atLeast = atLeast;
    this.atMost = atMost;
    /** @type {number[]} The moves, numbered from 1, after which the goal was surely farther. */
    this.lost = [];
    for (let step = 1; step < atLeast.length; step++) {
      if (atLeast[step] > atMost[step - 1]) this.lost.push(step);
    }
  }

  /** How many moves the game had. */
  get length() {
    return this.atLeast.length - 1;
  }

  get exact() {
    return this.atLeast.every((least, at) => least === this.atMost[at]);
  }

  /** @param {number} step */
  knows(step) {
    return this.atLeast[step] === this.atMost[step];
  }

  /** "12 to go", or what is known of it. @param {number} step */
  left(step) {
    if (this.knows(step)) return `${this.atLeast[step]} to go`;
    return `${this.atLeast[step]} to ${this.atMost[step]} to go`;
  }

  /** The verdict on all moves, in a sentence. */
  words() {
    const [least, most] = [this.atLeast[0], this.atMost[0]];
    const moves = this.length === 1 ? "1 move" : `${this.length} moves`;
    if (!this.exact) {
      return `${moves}. The minimum is between ${least} and ${most}; on a board of this size it isn't known exactly.`;
    }
    const lost = this.lost.length;
    if (!lost) return `${moves}: the minimum.`;
    const mistakes = lost === 1 ? "1 mistake, costing" : `${lost} mistakes, each costing`;
    return `${moves} (the minimum is ${least}): ${mistakes} 2 extra moves.`;
  }
}
