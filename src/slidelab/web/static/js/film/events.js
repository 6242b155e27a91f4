// The kinds of events, numbered as in slidelab.search.events.

export const GENERATE = 0;
export const DUPLICATE = 1;
export const IMPROVE = 2;
export const EXPAND = 4;
export const SKIP = 5;
export const CUT_OFF = 6;
export const START = 7;
export const BOUND = 8;
export const RESTART = 9;
export const GOAL = 10;
export const SUBGOAL = 12;

/** The names in pseudo-code, by number. */
export const EVENT_NAMES = [
  "generate",
  "duplicate",
  "improve",
  "",
  "expand",
  "skip",
  "cut-off",
  "start",
  "bound",
  "restart",
  "goal",
  "",
  "subgoal",
];

/** @param {number} kind */
export const joinsFrontier = (kind) => kind === GENERATE || kind === IMPROVE;
/** @param {number} kind */
export const leavesFrontier = (kind) =>
  kind === EXPAND || kind === SKIP || kind === CUT_OFF || kind === GOAL;
