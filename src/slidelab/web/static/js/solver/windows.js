// Shorten a path by solving pieces of it again: short pieces by IDA* with Manhattan distance, long ones by
// a beam. Paths are the cells of the blank.

import { distances, namedByHome, neighbours, OUTSIDE } from "./board.js";

const SHORT = [20, 28];
const LONG = [40, 80, 160];
/** Maximum number of nodes of an exact search of a piece. */
const NODES_A_PIECE = 20_000;

/**
 * Look for a path between two boards that has fewer moves than a limit; yields numbers of nodes.
 * @typedef {(from: number[], to: number[], limit: number) => Generator<number, number[] | null>} PieceSearch
 */

/**
 * Yield each shorter path, and numbers of nodes in between.
 * @param {number[]} start @param {number[]} path @param {PieceSearch} exactly
 * @param {PieceSearch} byBeam @returns {Generator<number | number[]>}
 */
export function* shorten(start, path, exactly, byBeam) {
  const sweeps = [
    ...SHORT.map((length) => ({ length, step: 1, search: exactly })),
    ...LONG.map((length) => ({ length, step: length / 2, search: byBeam })),
  ];
  for (const { length, step, search } of sweeps) {
    let boards = boardsAlong(start, path);
    for (let at = 0; at + 3 < path.length; ) {
      const end = Math.min(at + length, path.length - 1);
      const piece = yield* search(boards[at], boards[end], end - at);
      if (piece) {
        path = [...path.slice(0, at), ...piece, ...path.slice(end + 1)];
        boards = boardsAlong(start, path);
        at = Math.max(0, at - length / 2);
        yield path;
      } else at += step;
    }
  }
}

/** Return all boards on a path. @param {number[]} start @param {number[]} path */
function boardsAlong(start, path) {
  const boards = [start];
  for (let at = 1; at < path.length; at++) {
    const board = boards[at - 1].slice();
    [board[path[at - 1]], board[path[at]]] = [board[path[at]], board[path[at - 1]]];
    boards.push(board);
  }
  return boards;
}

/**
 * Return an exact search by IDA* with Manhattan distance.
 * @param {Shape} shape @param {number} blankName @returns {PieceSearch}
 */
export function makePieceSearch(shape, blankName) {
  const beside = neighbours(shape);
  const cells = shape.rows * shape.cols;
  const distance = distances(shape, -1);
  const path = new Uint8Array(64);
  const next = new Uint8Array(64); // by depth: the next move to try, and the distance left
  const left = new Int32Array(64);
  return function* search(from, to, limit) {
    const tiles = Uint8Array.from(namedByHome(from, to));
    const home = to.indexOf(blankName);
    path[0] = tiles.indexOf(home);
    const blankAway = distance[home * cells + path[0]];
    left[0] = -blankAway;
    for (let cell = 0; cell < cells; cell++) left[0] += distance[tiles[cell] * cells + cell];
    let nodes = 0;
    // Each move takes the blank to a cell of the other colour, which fixes the parity of the length.
    for (let bound = left[0] + ((left[0] ^ blankAway) & 1); bound < limit; bound += 2) {
      let depth = 0;
      next[0] = 0;
      while (depth >= 0 && nodes < NODES_A_PIECE) {
        const blank = path[depth];
        const move = next[depth]++;
        if (move === 4) {
          depth--;
          if (depth >= 0) tiles[blank] = tiles[path[depth]];
          continue;
        }
        const cell = beside[4 * blank + move];
        if (cell === OUTSIDE || (depth > 0 && cell === path[depth - 1])) continue;
        const tile = tiles[cell];
        const rest = left[depth] + distance[tile * cells + blank] - distance[tile * cells + cell];
        if (depth + 1 + rest > bound) continue;
        tiles[blank] = tile;
        depth++;
        path[depth] = cell;
        left[depth] = rest;
        next[depth] = 0;
        nodes++;
        if (rest === 0 && cell === home) {
          yield nodes;
          return Array.from(path.subarray(0, depth + 1));
        }
      }
      if (nodes >= NODES_A_PIECE) break;
    }
    yield nodes;
    return null;
  };
}
