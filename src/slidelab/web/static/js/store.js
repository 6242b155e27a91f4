// What a person has on the table, in one place: views draw what is here and change it here. Each
// part is watched by those who show it, and is still there when the page is loaded anew.

import { forget, recall, remember } from "./memory.js";

export { problem } from "./problem.js";

/** Has `keep` called before the page goes away: for what changes too often to be kept each time. */
export function beforeLeaving(keep) {
  addEventListener("pagehide", keep);
  // A phone may end a page that it hides without another word.
  document.addEventListener("visibilitychange", () => document.hidden && keep());
}

/** A value under a name; every change is kept and fires `change`. */
class Kept extends EventTarget {
  constructor(name, initial = null, storage = globalThis.sessionStorage) {
    super();
    this._name = name;
    this._initial = initial;
    this._storage = storage;
    this._value = recall(name, storage) ?? initial;
    // What belongs to the person is the same in every tab: one must not overwrite another's.
    globalThis.addEventListener?.("storage", ({ storageArea }) => {
      if (storageArea !== storage) return;
      this._value = recall(name, storage) ?? initial;
      this._tell();
    });
  }

  get value() {
    return this._value;
  }

  set(value) {
    this._value = value;
    remember(this._name, value, this._storage);
    this._tell();
  }

  _tell() {
    this.dispatchEvent(new CustomEvent("change", { detail: { value: this._value } }));
  }

  clear() {
    this.set(this._initial);
    forget(this._name, this._storage);
  }
}

/** The game that is being played: start, goal, moves, clock, and whether its solution is shown. */
export const game = new Kept("game");
/** The review of a game that is open: of which game, what was found, and at which move it stands. */
export const review = new Kept("review");
/** How far from the goal new games are to be; 0 for any board. */
export const difficulty = new Kept("difficulty", 0);
/** A board that is being set: what stands in the dialog that is open. */
export const draft = new Kept("draft");
/** The search of Solve: what was asked, and its result, or the number under which it runs. */
export const result = new Kept("solve");
/** The film that Watch shows: of which problem, and at which step it stands. */
export const film = new Kept("film");
/** The race that is shown: of what, by which measure, where it stands, whether it runs. */
export const race = new Kept("race");
/** The lanes of a race, each in the words of a row, such as `astar manhattan`. */
export const lanes = new Kept("lanes", ["bfs", "greedy", "astar"]);
/**
 * A comparison: the rows in words (null: every algorithm), those left out, what was asked, and by
 * row what came of it.
 */
export const comparison = new Kept("comparison", {
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
export const program = new Kept("program", { algorithm: "any", heuristic: "manhattan", kept: [] });
/** What of the statistics is looked at. */
export const statistics = new Kept("statistics", { filters: {}, measure: "expanded" });
/** What is put to the test of Heuristics, and the proof, or the number under which it runs. */
export const proof = new Kept("proof", { mode: "known" });
/** A problem that the address does not tell yet, and the address at that time. */
export const unsaid = new Kept("unsaid");
/** Heuristics of one's own that were put to the test: [{name, verdict}], the newest first. */
export const formulas = new Kept("formulas", [], globalThis.localStorage);
