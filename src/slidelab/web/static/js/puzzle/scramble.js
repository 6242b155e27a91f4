// Shuffling in the browser, so that "new game" never waits. A permutation drawn evenly, then
// mended by one exchange if it is of the wrong half: every solvable board is equally likely.

import { sameCells } from "./grid.js";
import { exchanged, isSolvable } from "./solvability.js";

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
  const mended = exchanged(cells, [one, other]);
  return sameCells(mended, goal) ? scramble(goal, shape, random) : mended;
}
