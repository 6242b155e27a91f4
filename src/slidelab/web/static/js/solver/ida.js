// IDA* with additive pattern databases, for boards of up to 16 cells.

import { neighbours, OUTSIDE } from "./board.js";
import { indexOf, weightOf } from "./databases.js";

/** More moves than any board of up to 16 cells needs. */
const MOST_MOVES = 255;

/** States of `usefulMoves`: none moved yet, or the last of four moves with turns from -5 to 4. */
const STATES = 1 + 4 * 10;
/** Up to four options and the end mark. */
const OPTIONS = 5;

/**
 * Return the moves worth trying, for moves numbered clockwise: `[4 * state + move]` is the state
 * after the move, or 0 to skip it. The blank never goes straight back, and since six moves around a
 * square of cells give the same board in both directions, it makes them only anticlockwise.
 */
function usefulMoves() {
  const state = (/** @type {number} */ move, /** @type {number} */ turns) =>
    1 + 10 * move + turns + 5;
  const follow = new Uint8Array(4 * STATES);
  for (let move = 0; move < 4; move++) {
    follow[move] = state(move, 0);
    for (let turns = -5; turns <= 4; turns++) {
      for (const turn of [-1, 0, 1]) {
        const after = turn * turns > 0 ? turns + turn : turn;
        const next = (move + turn + 4) % 4;
        if (after >= -5 && after <= 4) follow[4 * state(move, turns) + next] = state(next, after);
      }
    }
  }
  return follow;
}

/**
 * Return the options by state and blank: the blank's next cell and the state after it; 0 ends them.
 * @param {Shape} shape
 */
function optionsOf(shape) {
  const follow = usefulMoves();
  const beside = neighbours(shape);
  const options = new Uint16Array(STATES * 16 * OPTIONS);
  for (let state = 0; state < STATES; state++) {
    for (let blank = 0; blank < beside.length / 4; blank++) {
      let at = OPTIONS * (16 * state + blank);
      for (let move = 0; move < 4; move++) {
        const cell = beside[4 * blank + move];
        const next = follow[4 * state + move];
        if (cell !== OUTSIDE && next) options[at++] = (next << 4) | cell;
      }
    }
  }
  return options;
}

/**
 * A search for a shortest path that runs slice by slice.
 *
 * If a reflection leaves the blank's home in place, the mirrored board needs as many moves, so both
 * are looked up and the larger estimate counts.
 *
 * It is iterative because V8 sometimes deoptimises a recursive function in the middle of a search,
 * which then takes five times as long.
 */
export class IdaSearch {
  /**
   * @param {number[]} start @param {number} home @param {Shape} shape
   * @param {import("./databases.js").Databases} databases
   */
  constructor(start, home, shape, { patterns, moves, mirror }) {
    const cells = start.length;
    const views = [start.map((_, cell) => cell), ...(mirror ? [mirror] : [])];
    this.home = home;
    this.moves = moves;
    this.isMirrored = mirror !== null;
    this.options = optionsOf(shape);
    this.tiles = Uint8Array.from(start);
    // By view and pattern: its current entry. By view and tile: its pattern. By view, tile and
    // cell: what the tile on that cell adds to the index of the entry.
    this.entry = new Int32Array(views.length * patterns.length);
    this.patternOf = new Uint8Array(views.length * cells);
    this.share = new Int32Array(views.length * cells * cells);
    views.forEach((image, view) => {
      let offset = 0;
      patterns.forEach((pattern, number) => {
        const which = view * patterns.length + number;
        const places = pattern.map((tile) => image[start.indexOf(image.indexOf(tile))]);
        this.entry[which] = offset + indexOf(places);
        offset += weightOf(pattern.length);
        for (let tile = 0; tile < cells; tile++) {
          const place = pattern.indexOf(image[tile]);
          if (place < 0) continue;
          this.patternOf[view * cells + tile] = which;
          for (let cell = 0; cell < cells; cell++) {
            this.share[(view * cells + tile) * cells + cell] = image[cell] * weightOf(place);
          }
        }
      });
    });
    const estimate = (/** @type {number} */ view) =>
      patterns.reduce(
        (sum, _, which) => sum + moves[this.entry[view * patterns.length + which]],
        0,
      );
    // By depth: the blank, its next option, both estimates, and both entries before the move.
    this.path = new Uint8Array(MOST_MOVES + 1);
    this.next = new Uint16Array(MOST_MOVES + 1);
    this.plain = new Uint8Array(MOST_MOVES + 1);
    this.mirrored = new Uint8Array(MOST_MOVES + 1);
    this.oneBefore = new Int32Array(MOST_MOVES + 1);
    this.twoBefore = new Int32Array(MOST_MOVES + 1);
    this.path[0] = start.indexOf(home);
    this.next[0] = OPTIONS * this.path[0];
    this.plain[0] = estimate(0);
    this.mirrored[0] = mirror ? estimate(1) : 0;
    /** A lower bound of the path's length. */
    this.bound = Math.max(this.plain[0], this.mirrored[0]);
    this.nextBound = MOST_MOVES;
    this.depth = 0;
    this.nodes = 0;
  }

  /**
   * Expand some nodes; return whether a shortest path was found, which `path` then holds as the
   * cells of the blank, up to `depth`.
   * @param {number} slice number of nodes
   */
  advance(slice) {
    const { home, moves, isMirrored, options, tiles, entry, patternOf, share } = this;
    const { path, next, plain, mirrored, oneBefore, twoBefore } = this;
    const cells = tiles.length;
    const end = this.nodes + slice;
    let { depth, nodes, bound, nextBound } = this;
    let isFound = plain[depth] === 0 && path[depth] === home;
    while (!isFound && nodes < end) {
      const blank = path[depth];
      const option = options[next[depth]++];
      if (option === 0 && depth > 0) {
        // No option is left: take the last move back.
        depth--;
        const tile = tiles[path[depth]];
        tiles[blank] = tile;
        entry[patternOf[tile]] = oneBefore[depth];
        if (isMirrored) entry[patternOf[cells + tile]] = twoBefore[depth];
        continue;
      }
      if (option === 0) {
        bound = nextBound;
        nextBound = MOST_MOVES;
        next[0] = OPTIONS * blank;
        continue;
      }
      const cell = option & 15;
      const tile = tiles[cell];
      const one = patternOf[tile];
      const before = entry[one];
      const after = before + share[tile * cells + blank] - share[tile * cells + cell];
      const plainAfter = plain[depth] - moves[before] + moves[after];
      let needed = depth + 1 + plainAfter;
      if (needed > bound) {
        if (needed < nextBound) nextBound = needed;
        continue;
      }
      if (isMirrored) {
        const row = (cells + tile) * cells;
        const two = patternOf[cells + tile];
        const before = entry[two];
        const after = before + share[row + blank] - share[row + cell];
        const mirroredAfter = mirrored[depth] - moves[before] + moves[after];
        needed = depth + 1 + mirroredAfter;
        if (needed > bound) {
          if (needed < nextBound) nextBound = needed;
          continue;
        }
        twoBefore[depth] = before;
        mirrored[depth + 1] = mirroredAfter;
        entry[two] = after;
      }
      oneBefore[depth] = before;
      entry[one] = after;
      tiles[blank] = tile;
      depth++;
      path[depth] = cell;
      plain[depth] = plainAfter;
      next[depth] = OPTIONS * (16 * (option >> 4) + cell);
      nodes++;
      isFound = plainAfter === 0 && cell === home;
    }
    Object.assign(this, { depth, nodes, bound, nextBound });
    return isFound;
  }
}
