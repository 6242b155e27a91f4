// Boards for the searches: each tile is named by its home, the cell where it belongs, so that every goal
// looks the same. The blank is named by its home too.

import { homeCells } from "../puzzle/grid.js";

/** Marks a missing neighbour. */
export const OUTSIDE = 0xffff;

/**
 * Return the cells above, right of, below and left of each cell: four entries per cell.
 * @param {Shape} shape
 */
export function neighbours({ rows, cols }) {
  const beside = new Uint16Array(4 * rows * cols).fill(OUTSIDE);
  for (let cell = 0; cell < rows * cols; cell++) {
    if (cell >= cols) beside[4 * cell] = cell - cols;
    if (cell % cols < cols - 1) beside[4 * cell + 1] = cell + 1;
    if (cell < (rows - 1) * cols) beside[4 * cell + 2] = cell + cols;
    if (cell % cols > 0) beside[4 * cell + 3] = cell - 1;
  }
  return beside;
}

/**
 * Return the Manhattan distance of each tile on each cell; that of the blank is 0.
 * @param {Shape} shape
 * @param {number} home the name of the blank
 */
export function distances({ rows, cols }, home) {
  const cells = rows * cols;
  return Uint8Array.from({ length: cells * cells }, (_, at) => {
    const [tile, cell] = [Math.floor(at / cells), at % cells];
    const down = Math.abs(Math.floor(tile / cols) - Math.floor(cell / cols));
    return tile === home ? 0 : down + Math.abs((tile % cols) - (cell % cols));
  });
}

/**
 * Return the sum of the Manhattan distances of all tiles.
 * @param {number[]} tiles @param {Uint8Array} distance
 */
export const totalDistance = (tiles, distance) =>
  tiles.reduce((sum, tile, cell) => sum + distance[tile * tiles.length + cell], 0);

/**
 * Return the rotations and reflections that map a board onto itself, each as the image of every
 * cell. The first is the identity.
 * @param {Shape} shape
 */
export function symmetries({ rows, cols }) {
  const all = [];
  for (const transposed of rows === cols ? [false, true] : [false]) {
    for (const upsideDown of [false, true]) {
      for (const mirrored of [false, true]) {
        const image = Array.from({ length: rows * cols }, (_, cell) => {
          const row = upsideDown ? rows - 1 - Math.floor(cell / cols) : Math.floor(cell / cols);
          const col = mirrored ? cols - 1 - (cell % cols) : cell % cols;
          return transposed ? col * cols + row : row * cols + col;
        });
        all.push(image);
      }
    }
  }
  return all;
}

/**
 * Return the tile on each cell, named by the cell where it belongs.
 * @param {Cells} cells @param {Cells} goal
 */
export function namedByHome(cells, goal) {
  const home = homeCells(goal);
  return cells.map((tile) => home[tile]);
}

/** Return the board seen through a symmetry. @param {number[]} image @param {number[]} tiles */
export function through(image, tiles) {
  const seen = tiles.slice();
  tiles.forEach((tile, cell) => {
    seen[image[cell]] = image[tile];
  });
  return seen;
}

/**
 * Return the symmetry that takes the blank's home nearest to the first cell: goals that differ by a
 * symmetry share their databases and evaluations.
 * @param {Shape} shape @param {number} home
 */
export const canonical = (shape, home) =>
  symmetries(shape).reduce((best, image) => (image[home] < best[home] ? image : best));

/**
 * Return the moves of the blank over these cells, as letters.
 * @param {ArrayLike<number>} blanks @param {number} cols
 */
export function letters(blanks, cols) {
  let moves = "";
  for (let at = 1; at < blanks.length; at++) {
    const step = blanks[at] - blanks[at - 1];
    moves += step === cols ? "D" : step === -cols ? "U" : step === 1 ? "R" : "L";
  }
  return moves;
}
