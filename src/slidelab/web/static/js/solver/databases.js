// Additive pattern databases for boards of up to 16 cells: the fewest moves of a pattern's tiles,
// wherever the other tiles are. An entry's index has four bits for the cell of each tile, so that
// moving a tile is one addition; entries with two tiles on one cell are never used.

import { symmetries } from "./board.js";

const BITS = 4;
/** Tiles of a pattern; searches of the smallest boards are quick with smaller databases too. */
const tilesOf = (/** @type {number} */ cells) => (cells > 9 ? 5 : 3);

/** Good patterns of the 15-puzzle, for a blank that belongs in a corner, on an edge, in the middle. */
const FIFTEEN = [".abbaabbaacbcccc", "c.ccbccabbaabbaa", "ccccb.cabbaabbaa"];

/**
 * The databases for one home of the blank: the tiles of each pattern, the entries of all patterns
 * one after the other, and a reflection that leaves the blank's home in place, if there is one.
 * @typedef {{patterns: number[][], moves: Uint8Array, mirror: number[] | null}} Databases
 */

/**
 * What a step on the board adds to an index, by the tile's place in its pattern.
 * @param {number} place
 */
export const weightOf = (place) => 1 << (BITS * place);

/** Return the index of an entry. @param {number[]} places the cell of each tile of the pattern */
export const indexOf = (places) =>
  places.reduce((index, cell, place) => index + cell * weightOf(place), 0);

/**
 * Return the databases without their entries.
 * @param {Shape} shape @param {number} home @returns {Databases}
 */
export function describeDatabases(shape, home) {
  const mirror = symmetries(shape).find((image, at) => at && image[home] === home) ?? null;
  return { patterns: partition(shape, home), moves: new Uint8Array(), mirror };
}

/**
 * Split the tiles into compact groups: strips along the board, except on the square of 16.
 * @param {Shape} shape @param {number} home
 */
function partition({ rows, cols }, home) {
  const cells = Array.from({ length: rows * cols }, (_, cell) => cell);
  const drawing = rows === 4 && cols === 4 && FIFTEEN.find((each) => each[home] === ".");
  if (drawing) return ["a", "b", "c"].map((name) => cells.filter((cell) => drawing[cell] === name));
  const along = (/** @type {number} */ cell) =>
    cols >= rows ? (cell % cols) * rows + Math.floor(cell / cols) : cell;
  const tiles = cells.filter((cell) => cell !== home).sort((a, b) => along(a) - along(b));
  /** @type {number[][]} */
  const groups = [];
  while (tiles.length) groups.push(tiles.splice(0, tilesOf(cells.length)));
  return groups;
}

/**
 * Compute the entries of all patterns; yields the completed fraction now and then.
 * @param {number[][]} patterns @param {number} home @param {Shape} shape
 * @returns {Generator<number, Uint8Array>}
 */
export function* buildDatabases(patterns, home, shape) {
  const sizes = patterns.map(({ length }) => weightOf(length));
  const moves = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let offset = 0;
  for (const [at, pattern] of patterns.entries()) {
    for (const database of build(pattern, home, shape)) {
      yield at / patterns.length;
      if (database) moves.set(database, offset);
    }
    offset += sizes[at];
  }
  return moves;
}

/**
 * Search breadth-first from the goal by moves of a pattern's tiles. The other tiles are alike and
 * move for free, so each placement has the set of cells, as bits, that the blank can be on. Yields
 * null after each layer and the database at the end.
 * @param {number[]} pattern @param {number} home @param {Shape} shape
 * @returns {Generator<Uint8Array | null>}
 */
function* build(pattern, home, { rows, cols }) {
  const size = 1 << (BITS * pattern.length);
  const moves = new Uint8Array(size);
  const reached = new Uint16Array(size);
  let arriving = new Uint16Array(size);
  let arrivingNext = new Uint16Array(size);
  const everywhere = (1 << (rows * cols)) - 1;
  const firstCol = bitsOf(Array.from({ length: rows }, (_, row) => row * cols));
  const notFirst = everywhere & ~firstCol;
  const notLast = everywhere & ~(firstCol << (cols - 1));
  const widen = (/** @type {number} */ set) =>
    set | ((set << 1) & notFirst) | ((set >> 1) & notLast) | (set << cols) | (set >> cols);
  arriving[indexOf(pattern)] = 1 << home;
  let isDone = false;
  for (let cost = 0; !isDone; cost++) {
    isDone = true;
    for (let index = 0; index < size; index++) {
      let blanks = arriving[index];
      if (blanks === 0) continue;
      arriving[index] = 0;
      let free = everywhere;
      for (let bits = 0; 1 << bits < size; bits += BITS) free &= ~(1 << ((index >> bits) & 15));
      for (let before = 0; blanks !== before; ) {
        before = blanks;
        blanks = widen(blanks) & free;
      }
      const fresh = blanks & ~reached[index];
      if (fresh === 0) continue;
      isDone = false;
      if (reached[index] === 0) moves[index] = cost;
      reached[index] |= fresh;
      for (let bits = 0; 1 << bits < size; bits += BITS) {
        const from = (index >> bits) & 15;
        // The cells beside the tile that the blank reaches for the first time.
        for (let ways = widen(1 << from) & fresh; ways; ways &= ways - 1) {
          const to = 31 - Math.clz32(ways & -ways);
          arrivingNext[index + ((to - from) << bits)] |= 1 << from;
        }
      }
    }
    [arriving, arrivingNext] = [arrivingNext, arriving];
    yield isDone ? moves : null;
  }
}

const bitsOf = (/** @type {number[]} */ cells) => cells.reduce((set, cell) => set | (1 << cell), 0);
