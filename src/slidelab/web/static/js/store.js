// What a person has on the table, in one place: views draw what is here and change it here. Each
// part is watched by those who show it, and is still there when the page is reloaded.

import { BROWSER, Store } from "./storage.js";

export { problem } from "./problem.js";

/** Has `keep` called before the page goes away: for what changes too often to be kept each time. */
export function beforeLeaving(keep) {
  addEventListener("pagehide", keep);
  // A phone may end a page that it hides without another word.
  document.addEventListener("visibilitychange", () => document.hidden && keep());
}

/** The game that is being played: start, goal, moves, clock, and whether its solution is shown. */
export const game = new Store("game");
/** The review of a game that is open: of which game, what was found, and at which move it stands. */
export const review = new Store("review");
/** How far from the goal new games are to be; 0 for any board. */
export const difficulty = new Store("difficulty", 0);
/** A board that is being set: what stands in the dialog that is open. */
export const draft = new Store("draft");
/** The search of Solve: what was asked, and its result, or the number under which it runs. */
export const result = new Store("solve");
/** The film that Watch shows: of which problem, and at which step it stands. */
export const film = new Store("film");
/** The race that is shown: of what, by which measure, where it stands, whether it runs. */
export const race = new Store("race");
/** The lanes of a race, each in the words of a row, such as `astar manhattan`. */
export const lanes = new Store("lanes", ["bfs", "greedy", "astar"]);
/**
 * A comparison: the rows in words (null: every algorithm), those left out, what was asked, and by
 * row what came of it.
 */
export const comparison = new Store("comparison", {
  rows: null,
  left: [],
  asked: null,
  shortest: null,
  done: {},
  /** Whether searches are under way, and whether the plots are drawn. */
  running: false,
  plots: false,
});
/** What "My program says" has in its fields, the boards asked about before, and the answer. */
export const program = new Store("program", { algorithm: "any", heuristic: "manhattan", kept: [] });
/** What of the statistics is looked at. */
export const statistics = new Store("statistics", { filters: null, measure: "expanded" });
/** What is put to the test of Heuristics, and the proof, or the number under which it runs. */
export const proof = new Store("proof", { mode: "known" });
/** A problem that the address does not tell yet, and the address at that time. */
export const unsaid = new Store("unsaid");
/** Heuristics of one's own that were put to the test: [{name, verdict}], the newest first. */
export const formulas = new Store("formulas", [], BROWSER);
/** How the tiles of Play look, and whether pointing at one moves it. */
export const skin = new Store("skin", "numbers", BROWSER);
export const hover = new Store("hover", false, BROWSER);
/** Whether the head of Play has been read. */
export const welcomed = new Store("welcomed", false, BROWSER);
/** Personal bests and the last games, by kind of game. */
export const records = new Store("records", {}, BROWSER);
