// How far the goal was on each board of a game.

import { solve } from "../solver/client.js";
import { applyMoves } from "./grid.js";

const MOST_SEARCHES = 60;
/** Seconds per board whose fewest moves take too long to find. */
const SECONDS = { exact: 3, large: 0.2 };

/**
 * Bound the moves to the goal before each move of a game and after the last.
 * @param {{start: Cells, goal: Cells, shape: Shape, path: string}} game
 * @param {{onprogress?: (done: number, total: number) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<{at_least: number[], at_most: number[]}>}
 */
export async function measureGame(game, { onprogress = () => {}, signal } = {}) {
  const { start, goal, shape, path } = game;
  const total = path.length + 1;
  /** @type {number[]} */
  const atLeast = Array(total).fill(0);
  /** @type {number[]} */
  const atMost = Array(total).fill(Number.POSITIVE_INFINITY);
  const isSmall = start.length <= 16;
  const step = isSmall ? 1 : Math.ceil(total / MOST_SEARCHES);
  /** @type {string | null} The rest of the path found last, while the game follows it. */
  let rest = null;
  for (let at = 0; at < total; at++) {
    signal?.throwIfAborted();
    onprogress(at, total);
    if (at > 0 && rest !== null && rest[0] === path[at - 1]) {
      rest = rest.slice(1);
      atMost[at] = rest.length;
      if (atLeast[at - 1] === atMost[at - 1]) atLeast[at] = rest.length;
      continue;
    }
    rest = null;
    if (at % step !== 0 && at !== total - 1) continue;
    const cells = applyMoves(start, path.slice(0, at), shape);
    const seconds = isSmall ? SECONDS.exact : SECONDS.large;
    const { moves, lowerBound } = await solve({ cells, goal, shape, seconds }, { signal });
    atLeast[at] = lowerBound;
    if (moves === null) continue;
    atMost[at] = moves.length;
    rest = moves;
  }
  // Neighbouring boards differ by one move.
  for (let at = 1; at < total; at++) tighten(atLeast, atMost, at, at - 1);
  for (let at = total - 2; at >= 0; at--) tighten(atLeast, atMost, at, at + 1);
  return { at_least: atLeast, at_most: atMost };
}

/** @type {(atLeast: number[], atMost: number[], here: number, there: number) => void} */
function tighten(atLeast, atMost, here, there) {
  atLeast[here] = Math.max(atLeast[here], atLeast[there] - 1);
  atMost[here] = Math.min(atMost[here], atMost[there] + 1);
}
