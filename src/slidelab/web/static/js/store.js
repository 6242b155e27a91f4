// State that the views share. Views redraw when it changes, and a reload keeps it. The problem has a
// module of its own, problem.js.

import { BROWSER, Store } from "./storage.js";

/** The game that is being played: start, goal, moves and clock. */
export const game = new Store(
  "game",
  /** @type {ReturnType<import("./puzzle/game.js").Game["saved"]> | null} */ (null),
);
/** The distance from the goal at which new games begin; 0 for any. */
export const difficulty = new Store("difficulty", 0);
/** The last search of Solve: its problem and its result. */
export const result = new Store(
  "last-search",
  /** @type {{searched: Problem, result: SearchResult} | null} */ (null),
);

/**
 * The results of a row, or why its search failed.
 * @typedef {object} Found
 * @property {RowResult[]} [results]
 * @property {string | null} [counted_as]
 * @property {boolean} [promises_shortest]
 * @property {string} [failed]
 */
/** @typedef {Omit<SearchResult, "files"> & {csv: string}} RowResult */
/**
 * The rows (null: one per algorithm), those that are not ticked, the problem that was searched, and the
 * results by row.
 * @typedef {{rows: string[] | null, unticked: string[], searched: Problem | null,
 *   done: Record<string, Found>}} Comparison
 */
export const comparison = new Store(
  "compare",
  /** @type {Comparison} */ ({ rows: null, unticked: [], searched: null, done: {} }),
);
/** Formulas that were proved or refuted, the newest first. */
export const formulas = new Store("formulas.tested", /** @type {string[]} */ ([]), BROWSER);
/** Personal bests by kind of game. */
export const records = new Store(
  "bests",
  /** @type {import("./puzzle/records.js").Records} */ ({}),
  BROWSER,
);
