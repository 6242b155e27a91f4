// Hints on boards of up to nine cells, looked up in a table of all distances: they are there before
// Python is. The answers are those of `slidelab.web.hints`.

import { goalCells, LETTERS, parseShape, target } from "../puzzle/grid.js";

const MOST_CELLS = 9;
const BASE = 10;

/** A board as a number, so that a table can have it as a key. */
const numberOf = (cells) => cells.reduce((number, tile) => number * BASE + tile, 0);

/**
 * The boards a move away, each with the blank's direction.
 * @param {Cells} cells
 * @param {Shape} shape
 */
function* neighbours(cells, shape) {
  const blank = cells.indexOf(0);
  for (const letter of LETTERS) {
    const cell = target(blank, letter, shape);
    if (cell < 0) continue;
    const moved = [...cells];
    moved[blank] = cells[cell];
    moved[cell] = 0;
    yield { letter, moved, tile: cells[cell] };
  }
}

/**
 * The distances of all boards from a goal, layer by layer. Boards are numbers all the while: a page
 * that is just opening waits for this.
 */
function distancesTo(goal, shape) {
  const values = goal.map((_, cell) => BASE ** (goal.length - 1 - cell));
  const targets = goal.map((_, cell) =>
    [...LETTERS].map((letter) => target(cell, letter, shape)).filter((to) => to >= 0),
  );
  const found = new Map([[numberOf(goal), 0]]);
  let [layer, blanks] = [[numberOf(goal)], [goal.indexOf(0)]];
  for (let distance = 1; layer.length; distance++) {
    const next = { layer: [], blanks: [] };
    for (const [at, number] of layer.entries())
      for (const cell of targets[blanks[at]]) {
        const tile = Math.floor(number / values[cell]) % BASE;
        const moved = number + tile * (values[blanks[at]] - values[cell]);
        if (found.has(moved)) continue;
        found.set(moved, distance);
        next.layer.push(moved);
        next.blanks.push(cell);
      }
    ({ layer, blanks } = next);
  }
  return found;
}

/** The last goal and its distances: a player has one goal at a time. */
const last = { goal: "", distances: new Map() };

/**
 * What there is to say about a board; null where the board is too large or cannot be solved.
 * @param {{cells: Cells, shape?: string, goal?: Goal}} asked
 */
export function lookUpHint({ cells, shape: written, goal = "blank-first" }) {
  if (!written || cells.length > MOST_CELLS) return null;
  const shape = parseShape(written);
  const home = goalCells(goal, shape);
  const key = `${written} ${home}`;
  if (last.goal !== key) Object.assign(last, { goal: key, distances: distancesTo(home, shape) });
  const distanceOf = (board) => last.distances.get(numberOf(board));
  const needed = distanceOf(cells);
  if (needed === undefined) return null;
  if (needed === 0) return { solved: true, moves_left: 0 };
  const way = [];
  for (let here = cells; way.length < needed; here = way.at(-1).moved) {
    const left = needed - way.length - 1;
    way.push([...neighbours(here, shape)].find(({ moved }) => distanceOf(moved) === left));
  }
  const [{ letter: move, tile }] = way;
  const path = way.map(({ letter }) => letter).join("");
  return { solved: false, moves_left: needed, move, tile, path, at_least: needed };
}
