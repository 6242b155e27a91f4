// Find shorter and shorter paths on boards of any size: by beams, each twice as wide as the one before,
// and after each shorter path by solving windows of it again.

import { beamPath } from "./beam.js";
import { canonical, namedByHome, through } from "./board.js";
import { LearnedEvaluation } from "./evaluation.js";
import { makePieceSearch, shorten } from "./windows.js";

const FIRST_WIDTH = 100;
const WIDEST = 1 << 16;

/**
 * Yield each shorter path, as the cells of the blank, and in between the numbers of nodes generated.
 * @param {number[]} start tiles named by home
 * @param {number} blankName @param {Shape} shape
 * @param {Int16Array} weights of the learned evaluation
 * @returns {Generator<number | number[]>}
 */
export function* shorterPaths(start, blankName, shape, weights) {
  /** @type {Map<number, LearnedEvaluation>} */
  const evaluations = new Map();
  /**
   * Search between two boards through the symmetry that makes the second a canonical goal.
   * @param {number[]} from @param {number[]} to @param {number} limit @param {number} width
   * @returns {Generator<number, number[] | null>}
   */
  function* byBeam(from, to, limit, width) {
    const blankHome = to.indexOf(blankName);
    const image = canonical(shape, blankHome);
    const home = image[blankHome];
    const evaluation = evaluations.get(home) ?? new LearnedEvaluation(shape, home, weights);
    evaluations.set(home, evaluation);
    const seen = through(image, namedByHome(from, to));
    const path = yield* beamPath(seen, home, shape, evaluation, width, limit);
    return path?.map((cell) => image.indexOf(cell)) ?? null;
  }
  const exactly = makePieceSearch(shape, blankName);
  const goal = start.map((_, cell) => cell);
  /** @type {number[] | null} */
  let best = null;
  for (let width = FIRST_WIDTH; ; width = Math.min(WIDEST, 2 * width)) {
    /** @type {number[] | null} */
    const found = yield* byBeam(start, goal, best ? best.length - 1 : Infinity, width);
    if (!found) continue;
    best = found;
    yield found;
    /** @type {import("./windows.js").PieceSearch} */
    const narrowly = (from, to, limit) => byBeam(from, to, limit, width / 4);
    for (const step of shorten(start, found, exactly, narrowly)) {
      if (typeof step !== "number") best = step;
      yield step;
    }
  }
}
