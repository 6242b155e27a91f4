// What the views share: they draw what is here and change it here. Each part is watched by the
// views that show it, and is still there when the page is reloaded.

import { BROWSER, Store } from "./storage.js";

/** The game that is being played: start, goal, moves and clock. */
export const game = new Store(
  "game",
  /** @type {ReturnType<import("./puzzle/game.js").Game["saved"]> | null} */ (null),
);
/** How far from the goal new games begin; 0 for any board. */
export const difficulty = new Store("difficulty", 0);
/** The last search of Solve: what was asked, and its result. */
export const result = new Store(
  "solve",
  /** @type {{asked: Problem, result: SearchResult} | null} */ (null),
);

/**
 * The results of a row and, for searches that failed, why.
 * @typedef {object} Found
 * @property {RowResult[]} [results]
 * @property {string | null} [counted_as]
 * @property {boolean} [promises_shortest]
 * @property {string} [failed]
 */
/** @typedef {Omit<SearchResult, "files"> & {csv: string}} RowResult */
/**
 * The rows in words (null: every algorithm), those left out, what was asked, and by row what was
 * found.
 * @typedef {{rows: string[] | null, left: string[], asked: Problem | null,
 *   done: Record<string, Found>}} Comparison
 */
export const comparison = new Store(
  "comparison",
  /** @type {Comparison} */ ({ rows: null, left: [], asked: null, done: {} }),
);
/** Formulas that were proved or refuted, the newest first. */
export const formulas = new Store("formulas.tested", /** @type {string[]} */ ([]), BROWSER);
/** Personal bests by kind of game. */
export const records = new Store(
  "bests",
  /** @type {import("./puzzle/records.js").Records} */ ({}),
  BROWSER,
);
