// The problem that all views work on: board, goal, and how to search. Views redraw when it changes.

import { goalCells, sameCells } from "./puzzle/grid.js";
import { DEFAULTS } from "./puzzle/link.js";
import { Store } from "./storage.js";

const SAMPLE = {
  shape: { rows: 3, cols: 3 },
  cells: [4, 3, 1, 5, 7, 2, 0, 6, 8],
  goal: "blank-first",
};

/**
 * The source of an update to a random board, drawn from all boards of its shape.
 * @type {{drawn: Drawn}}
 */
export const ANY_BOARD = { drawn: { distance: null } };

/** @extends {Store<Problem>} */
class ProblemStore extends Store {
  constructor() {
    /** @type {Problem} */
    const value = { ...SAMPLE, ...DEFAULTS, conventions: {}, parameters: {} };
    super("problem", value);
    this.step = 0;
    /** Whether the next film plays when it is opened. */
    this.autoplay = false;
    /** @type {Drawn | null} How the board was drawn at random; null if it was not. */
    this.drawn = null;
  }

  get cells() {
    return this.value.cells;
  }

  get shape() {
    return this.value.shape;
  }

  get goal() {
    return goalCells(this.value.goal, this.value.shape);
  }

  /**
   * Change some fields.
   * @param {Partial<Problem>} changes
   * @param {any} [source] what made the change, such as a view, or how the board was drawn
   */
  update(changes, source = null) {
    const next = { ...this.value, ...changes };
    const board =
      !sameCells(this.cells, next.cells) || !sameCells(this.goal, goalCells(next.goal, next.shape));
    if (board) this.drawn = source?.drawn ?? null;
    this.set(next, { changes, source, board });
  }
}

export const problem = new ProblemStore();
