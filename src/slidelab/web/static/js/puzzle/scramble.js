// Shuffle in the browser, so that a new game starts at once: draw a permutation, and swap two tiles if
// it cannot be solved. So all solvable boards are equally likely.

import { applyMoves, INVERSE, LETTERS, sameCells, target } from "./grid.js";
import { isSolvable, swapTiles } from "./solvability.js";

/** Return a random solvable board. @param {Cells} goal @param {Shape} shape @returns {Cells} */
export function scramble(goal, shape, random = Math.random) {
  const cells = [...goal];
  do {
    for (let at = cells.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [cells[at], cells[other]] = [cells[other], cells[at]];
    }
  } while (sameCells(cells, goal) && cells.length > 2);
  if (isSolvable(cells, goal, shape)) return cells;
  const [one, other] = cells.filter((tile) => tile !== 0);
  const swapped = swapTiles(cells, [one, other]);
  return sameCells(swapped, goal) ? scramble(goal, shape, random) : swapped;
}

/**
 * Return the board after random moves from the goal, none of which undoes the one before.
 * @param {Cells} goal @param {Shape} shape @param {number} length
 */
export function walk(goal, shape, length, random = Math.random) {
  let cells = goal;
  let last = "";
  for (let at = 0; at < length; at++) {
    const open = [...LETTERS].filter(
      (letter) => target(cells.indexOf(0), letter, shape) >= 0 && letter !== INVERSE[last],
    );
    last = open[Math.floor(random() * open.length)];
    cells = applyMoves(cells, last, shape);
  }
  return cells;
}
