// What a person has on the table, in one place: views draw what is here and change it here. Each
// part is watched by those who show it, and is still there when the page is reloaded.

import { BROWSER, Store } from "./storage.js";

export { problem } from "./problem.js";

/** Call `keep` before the page goes away: for what changes too often to be kept each time. */
export function beforeLeaving(keep) {
  addEventListener("pagehide", keep);
  // A phone may end a page that it hides without another word.
  document.addEventListener("visibilitychange", () => document.hidden && keep());
}

/** The game that is being played: start, goal, moves and clock. */
export const game = new Store("game");
/** How far from the goal new games are to be; 0 for any board. */
export const difficulty = new Store("difficulty", 0);
/** The last search of Solve: what was asked, and its result. */
export const result = new Store("solve");
/**
 * A comparison: the rows in words (null: every algorithm), those left out, what was asked, how long
 * a shortest path is, and by row what was found.
 */
export const comparison = new Store("comparison", {
  rows: null,
  left: [],
  asked: null,
  shortest: null,
  done: {},
});
/** Proved or refuted formulas: [{name, verdict}], the newest first. */
export const formulas = new Store("formulas", [], BROWSER);
/** How the tiles of Play look. */
export const skin = new Store("skin", "numbers", BROWSER);
/** Personal bests by kind of game. */
export const records = new Store("records", {}, BROWSER);
