// Review a game: how far the goal was from each of its boards, and which moves were mistakes.

import { solve } from "../solver/client.js";
import { applyMoves } from "./grid.js";

/**
 * Return the fewest moves to the goal before each move of a game and after the last.
 * @param {{start: Cells, goal: Cells, shape: Shape, path: string}} game of up to 16 cells
 * @param {(done: number, total: number) => void} onprogress @param {AbortSignal} signal
 */
export async function gameDistances({ start, goal, shape, path }, onprogress, signal) {
  /** @type {number[]} */
  const distances = [];
  let way = ""; // the shortest path found last, as long as the game follows it
  for (let at = 0; at <= path.length; at++) {
    onprogress(at, path.length + 1);
    if (at && way[0] === path[at - 1]) way = way.slice(1);
    else {
      const cells = applyMoves(start, path.slice(0, at), shape);
      way = (await solve({ cells, goal, shape }, { signal })).moves ?? "";
      signal.throwIfAborted();
    }
    distances.push(way.length);
  }
  return distances;
}

/** Return the moves, numbered from 1, after which the goal was farther. @param {number[]} distances */
export const mistakesIn = (distances) =>
  [...distances.keys()].filter((step) => step && distances[step] > distances[step - 1]);

/** Summarise all moves in a sentence. @param {number[]} distances */
export function gameVerdict(distances) {
  const count = distances.length - 1;
  const moves = count === 1 ? "1 move" : `${count} moves`;
  const wrong = mistakesIn(distances).length;
  if (!wrong) return `${moves}: the minimum.`;
  const mistakes = wrong === 1 ? "1 mistake, costing" : `${wrong} mistakes, each costing`;
  return `${moves} (the minimum is ${distances[0]}): ${mistakes} 2 extra moves.`;
}
