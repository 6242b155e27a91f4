// Any goal seen as the plainest one, as slidelab.engines.anytime.frame does: tiles named by their
// homes, the blank's home in the upper left quarter. Moves are numbers, 0 to 3 for U, D, L and R.

import { LETTERS } from "../puzzle/grid.js";

const UPSIDE_DOWN = [1, 0, 2, 3];
const LEFT_TO_RIGHT = [0, 1, 3, 2];
const STEPS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];

export class Frame {
  /**
   * @param {Cells} goal
   * @param {Shape} shape
   */
  constructor(goal, { rows, cols }) {
    const blank = goal.indexOf(0);
    const flipped = 2 * Math.floor(blank / cols) > rows - 1;
    const mirrored = 2 * (blank % cols) > cols - 1;
    this.shape = { rows, cols };
    this._cells = goal.map((_, cell) => {
      const [row, col] = [Math.floor(cell / cols), cell % cols];
      return (flipped ? rows - 1 - row : row) * cols + (mirrored ? cols - 1 - col : col);
    });
    this._homes = [];
    for (const [at, cell] of this._cells.entries()) this._homes[goal[cell]] = at;
    /** The cell where the blank belongs, and so the blank's number. */
    this.home = this._homes[0];
    this._turned = [0, 1, 2, 3]
      .map((move) => (flipped ? UPSIDE_DOWN[move] : move))
      .map((move) => (mirrored ? LEFT_TO_RIGHT[move] : move));
  }

  /**
   * A board as the frame shows it.
   * @param {Cells} board
   */
  tiles(board) {
    return this._cells.map((cell) => this._homes[board[cell]]);
  }

  /**
   * Moves made in the frame as moves on the board, or the other way: turning twice is turning back.
   * @param {number[]} path
   */
  turn(path) {
    return path.map((move) => this._turned[move]);
  }

  /**
   * Moves made in the frame as letters on the board.
   * @param {number[]} path
   */
  letters(path) {
    return this.turn(path)
      .map((move) => LETTERS[move])
      .join("");
  }

  /**
   * Letters on the board as moves in the frame.
   * @param {string} letters
   */
  path(letters) {
    return this.turn([...letters].map((letter) => LETTERS.indexOf(letter)));
  }

  /**
   * A state of the frame as a board, the blank's number being exchanged for 0.
   * @param {number[]} tiles
   */
  board(tiles) {
    return tiles.map((tile) => (tile === this.home ? 0 : tile === 0 ? this.home : tile));
  }

  /**
   * The tiles at the start of a path and after each move.
   * @param {number[]} tiles
   * @param {number[]} path
   */
  along(tiles, path) {
    const states = [tiles];
    let blank = tiles.indexOf(this.home);
    for (const move of path) {
      const state = [...states.at(-1)];
      const [down, right] = STEPS[move];
      const target = blank + down * this.shape.cols + right;
      [state[blank], state[target]] = [state[target], this.home];
      blank = target;
      states.push(state);
    }
    return states;
  }
}
