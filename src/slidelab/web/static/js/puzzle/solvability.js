// Whether a board can be solved, and what is wrong with cells that are not a board. As in
// slidelab.puzzle.solvability, but decided in the browser, so that the editor answers at once.

import { goalCells, sameCells } from "./grid.js";

/** Return the inversions: pairs [earlier, later] of tiles in the wrong order. @param {Cells} cells */
export function inversionPairs(cells) {
  const tiles = cells.filter((tile) => tile !== 0);
  /** @type {[number, number][]} */
  const pairs = [];
  tiles.forEach((tile, at) => {
    for (let next = at + 1; next < tiles.length; next++) {
      if (tiles[next] < tile) pairs.push([tile, tiles[next]]);
    }
  });
  return pairs;
}

/** @type {(cells: Cells, shape: Shape) => number} */
export const blankRowFromBottom = (cells, { rows, cols }) =>
  rows - Math.floor(cells.indexOf(0) / cols);

/** Return a number whose parity no move changes. @param {Cells} cells @param {Shape} shape */
function invariant(cells, shape) {
  const inversions = inversionPairs(cells).length;
  return shape.cols % 2 ? inversions : inversions + blankRowFromBottom(cells, shape);
}

/** @type {(cells: Cells, goal: Cells, shape: Shape) => boolean} */
export const isSolvable = (cells, goal, shape) =>
  (invariant(cells, shape) - invariant(goal, shape)) % 2 === 0;

/**
 * Return what is wrong with cells that should be a board, each problem with the cells concerned.
 * @param {unknown[]} cells @param {Shape} shape
 */
export function boardProblems(cells, shape) {
  const count = shape.rows * shape.cols;
  /** @type {{text: string, cells: number[]}[]} */
  const problems = [];
  /** @type {Map<number, number[]>} */
  const places = new Map();
  cells.forEach((tile, cell) => {
    if (tile === null || tile === undefined) return;
    if (!isWhole(tile) || tile < 0 || tile >= count) {
      const what = isWhole(tile) ? "is not on this board" : "is not a whole number";
      problems.push({ text: `${tile} ${what}: the tiles are 1 to ${count - 1}`, cells: [cell] });
      return;
    }
    places.set(tile, [...(places.get(tile) ?? []), cell]);
  });
  for (const [tile, where] of places) {
    if (where.length > 1) {
      const name = tile === 0 ? "the blank" : `tile ${tile}`;
      problems.push({ text: `${name} appears ${where.length} times`, cells: where });
    }
  }
  /** @type {(number | string)[]} */
  const missing = [];
  for (let tile = 0; tile < count; tile++) if (!places.has(tile)) missing.push(tile || "the blank");
  if (missing.length) problems.push({ text: `missing: ${missing.join(", ")}`, cells: [] });
  return problems;
}

/** @type {(value: unknown) => value is number} */
const isWhole = (value) => Number.isInteger(value);

/**
 * Return two neighbouring tiles to swap, so that an unsolvable board can be solved: of all such
 * pairs the one that brings most tiles to their homes.
 * @param {Cells} cells @param {Cells} goal @param {Shape} shape @returns {[number, number] | null}
 */
export function findSwap(cells, goal, { cols }) {
  /** @type {{gain: number, pair: [number, number]} | null} */
  let best = null;
  const isHome = (/** @type {number} */ tile, /** @type {number} */ cell) =>
    goal[cell] === tile ? 1 : 0;
  for (const [cell, tile] of cells.entries()) {
    const neighbours = [cell % cols < cols - 1 ? cell + 1 : -1, cell + cols];
    for (const other of neighbours) {
      if (other < 0 || other >= cells.length || !tile || !cells[other]) continue;
      const before = isHome(tile, cell) + isHome(cells[other], other);
      const gain = isHome(cells[other], cell) + isHome(tile, other) - before;
      if (!best || gain > best.gain) best = { gain, pair: [tile, cells[other]] };
    }
  }
  if (!best) return null;
  const [one, other] = best.pair;
  return one < other ? [one, other] : [other, one];
}

/** @type {(cells: Cells, pair: [number, number]) => Cells} */
export const swapTiles = (cells, [one, other]) =>
  cells.map((tile) => (tile === one ? other : tile === other ? one : tile));

/** Return the name of a goal, or "own". @param {Goal} goal @param {Shape} shape */
export function goalName(goal, shape) {
  if (!Array.isArray(goal)) return goal;
  return (
    ["blank-first", "blank-last"].find((name) => sameCells(goal, goalCells(name, shape))) ?? "own"
  );
}
