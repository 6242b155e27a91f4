// Estimate by learned weights how far a board is from its goal, for beams: only the changes when a tile
// moves. See slidelab.engines.anytime.evaluation.

import { OUTSIDE } from "./board.js";

/** Values are in parts of a move. */
export const UNIT = 64;

// The features: how far each tile has to go, exactly up to three rows and columns and coarsely beyond;
// pairs of adjacent cells; and the seven by seven cells around the blank, for which the nine by nine
// around it are read, the patch.
const BLANK = 49 + 16;
const WALL = BLANK + 1;
const KINDS = WALL + 1;
/** Marks a cell outside the board among directions. */
const NONE = 255;
const SIDE = 7;
const PATCH = SIDE + 2;
const CENTRE = (PATCH * PATCH - 1) / 2;
const STEPS = [-PATCH, 1, PATCH, -1];
const FORWARD = [1, PATCH, PATCH + 1, PATCH - 1, 2, 2 * PATCH];
const OFFSETS = Int32Array.from([...FORWARD, ...FORWARD.map((step) => -step)]);
const AROUND = Int32Array.from(
  { length: SIDE * SIDE },
  (_, place) => (Math.floor(place / SIDE) - 3) * PATCH + (place % SIDE) - 3,
);
/** Places of the patch at most two rows and columns away. */
const NEAR = AROUND.filter((_, place) => (place % SIDE) % 6 && Math.floor(place / SIDE) % 6).map(
  (step) => CENTRE + step,
);
const LONGEST = 20;
const PARTS = 5;
/** The blank among directions in a square of two by two cells; tiles have one of nine. */
const NO_WAY = 9;

/**
 * The squares that contain the blank's cell or the one where it goes, six per move: the first cell
 * relative to the blank, and the weight of both cells in the square's number.
 */
const SQUARES = Int32Array.from(
  STEPS.flatMap((step) => {
    const corners = [0, 1, PATCH, PATCH + 1];
    const count = (/** @type {number} */ corner) =>
      [1000, 100, 10, 1][corners.indexOf(corner)] ?? 0;
    const firsts = new Set(corners.flatMap((corner) => [-corner, step - corner]));
    return [...firsts].flatMap((first) => [first, count(-first), count(step - first)]);
  }),
);

/**
 * A sum of learned weights, for a blank that belongs in the upper left quarter of the board.
 *
 * `look` reads a board; `change` then returns how the value changes when the tile on `to` moves to the
 * blank. `passing` is the part for that board alone, which does not carry over to its children.
 */
export class LearnedEvaluation {
  /** @param {Shape} shape @param {number} home @param {Int16Array} weights */
  constructor(shape, home, weights) {
    const { rows, cols } = shape;
    const cells = rows * cols;
    const sizes = [
      FORWARD.length * KINDS ** 2,
      SIDE ** 2 * KINDS,
      PARTS ** 2 * 5,
      LONGEST ** 2,
      10_000,
    ];
    const ends = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size));
    const [beside, around, parts, far, squares] = ends.map((end, at) =>
      weights.subarray(end - sizes[at], end),
    );
    this.around = around;
    this.squares = squares;
    this.cells = cells;
    this.passing = 0;
    this.beside = besides(beside);
    // By tile and cell: its value alone, the kind of its way home, the direction of its way home.
    this.alone = new Int32Array(cells * cells);
    this.kinds = new Uint8Array(cells * cells).fill(BLANK);
    this.ways = new Uint8Array(cells * cells).fill(NO_WAY);
    for (let tile = 0; tile < cells; tile++) {
      const [row, col] = [Math.floor(tile / cols), tile % cols];
      const part = Math.floor((row * PARTS) / rows) * PARTS + Math.floor((col * PARTS) / cols);
      for (let cell = 0; cell < cells && tile !== home; cell++) {
        const [down, right] = [row - Math.floor(cell / cols), col - (cell % cols)];
        const distance = Math.abs(down) + Math.abs(right);
        const coarse = [0, 1, 3, 7].filter((limit) => distance > limit).length;
        const at = tile * cells + cell;
        const longest = Math.abs(down) * LONGEST + Math.min(Math.abs(right), LONGEST - 1);
        this.alone[at] = parts[part * 5 + coarse] + far[Math.min(longest, far.length - 1)];
        this.kinds[at] = kindOf(down, right);
        this.ways[at] = (Math.sign(down) + 1) * 3 + Math.sign(right) + 1;
      }
    }
    // By blank: the cells of its patch.
    this.patches = new Uint16Array(cells * PATCH * PATCH).fill(OUTSIDE);
    for (let place = 0; place < this.patches.length; place++) {
      const [blank, seen] = [Math.floor(place / PATCH ** 2), place % PATCH ** 2];
      const row = Math.floor(blank / cols) + Math.floor(seen / PATCH) - 4;
      const col = (blank % cols) + (seen % PATCH) - 4;
      if (row >= 0 && row < rows && col >= 0 && col < cols) this.patches[place] = row * cols + col;
    }
    this.patch = new Uint8Array(PATCH * PATCH);
    this.directions = new Uint8Array(PATCH * PATCH);
  }

  /** @param {Uint8Array} boards @param {number} at @param {number} blank */
  look(boards, at, blank) {
    const { patches, patch, directions, kinds, ways, cells } = this;
    const first = blank * PATCH * PATCH;
    for (let place = 0; place < PATCH * PATCH; place++) {
      const cell = patches[first + place];
      patch[place] = cell === OUTSIDE ? WALL : kinds[boards[at + cell] * cells + cell];
    }
    for (const place of NEAR) {
      const cell = patches[first + place];
      directions[place] = cell === OUTSIDE ? NONE : ways[boards[at + cell] * cells + cell];
    }
  }

  /** @param {number} tile @param {number} blank @param {number} to @param {number} move */
  change(tile, blank, to, move) {
    const { patch, beside, around, alone, kinds, cells } = this;
    const there = CENTRE + STEPS[move];
    const before = patch[there];
    const after = kinds[tile * cells + blank];
    let sum =
      alone[tile * cells + blank] -
      alone[tile * cells + to] +
      this._squares(tile, blank, there, move);
    patch[there] = BLANK;
    for (let offset = 0; offset < 12; offset++) {
      sum += beside[(after * 12 + offset) * KINDS + patch[CENTRE + OFFSETS[offset]]];
      sum -= beside[(before * 12 + offset) * KINDS + patch[there + OFFSETS[offset]]];
    }
    patch[CENTRE] = after;
    let passing = 0;
    for (let place = 0; place < SIDE * SIDE; place++) {
      passing += around[place * KINDS + patch[there + AROUND[place]]];
    }
    patch[CENTRE] = BLANK;
    patch[there] = before;
    this.passing = passing;
    return sum;
  }

  /**
   * Return what the squares of two by two cells around the move gain.
   * @param {number} tile @param {number} blank @param {number} there @param {number} move
   */
  _squares(tile, blank, there, move) {
    const { directions, squares, ways, cells } = this;
    const arriving = ways[tile * cells + blank] - NO_WAY;
    const leaving = NO_WAY - directions[there];
    let sum = 0;
    for (let at = 18 * move; at < 18 * move + 18; at += 3) {
      const first = CENTRE + SQUARES[at];
      const last = first + PATCH + 1;
      if (directions[first] === NONE || directions[last] === NONE) continue;
      if (directions[first + 1] === NONE || directions[last - 1] === NONE) continue;
      const number =
        1000 * directions[first] +
        100 * directions[first + 1] +
        10 * directions[last - 1] +
        directions[last];
      sum +=
        squares[number + SQUARES[at + 1] * arriving + SQUARES[at + 2] * leaving] - squares[number];
    }
    return sum;
  }
}

/**
 * Tabulate what a tile adds over a blank, by kind, offset of another cell and the kind there.
 * @param {Int16Array} weights
 */
function besides(weights) {
  /** @type {(offset: number, kind: number, other: number) => number} */
  const weight = (offset, kind, other) =>
    offset < 6
      ? weights[(offset * KINDS + kind) * KINDS + other]
      : weights[((offset - 6) * KINDS + other) * KINDS + kind];
  const table = new Int16Array(KINDS * 12 * KINDS);
  for (let kind = 0; kind < KINDS; kind++) {
    for (let offset = 0; offset < 12; offset++) {
      for (let other = 0; other < KINDS; other++) {
        table[(kind * 12 + offset) * KINDS + other] =
          weight(offset, kind, other) - weight(offset, BLANK, other);
      }
    }
  }
  return table;
}

/**
 * Return the kind of a path by the number of rows it goes down and of columns it goes right.
 * @param {number} down @param {number} right
 */
function kindOf(down, right) {
  if (Math.abs(down) <= 3 && Math.abs(right) <= 3) return (down + 3) * 7 + right + 3;
  const way = (/** @type {number} */ steps) => (steps > 1 ? 2 : steps < -1 ? 0 : 1);
  const direction = way(down) * 3 + way(right);
  const farther = Math.max(Math.abs(down), Math.abs(right)) > 6 ? 1 : 0;
  return 49 + (direction > 4 ? direction - 1 : direction) * 2 + farther;
}
