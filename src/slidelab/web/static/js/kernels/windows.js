// The pass that polishes: pieces of a path are solved again, as slidelab.engines.anytime.windows
// does. Short ones by a kernel that finds a shortest way, long ones by a beam.

import { LearnedBeam } from "./beam.js";
import { Frame } from "./frame.js";

export class WindowPass {
  /**
   * @param {import("./call.js").Kernels} kernels
   * @param {any} facts
   * @param {import("./evaluations.js").Evaluations} evaluations
   * @param {any} keys
   * @param {Frame} frame
   * @param {number[]} tiles the start in the frame
   */
  constructor(kernels, facts, evaluations, keys, frame, tiles) {
    this._kernels = kernels;
    this._facts = facts;
    this._evaluations = evaluations;
    this._keys = keys;
    this._frame = frame;
    this._tiles = tiles;
    const longest = Math.max(...facts.SHORT);
    this._piece = {
      tiles: kernels.array("int16", [tiles.length]),
      homes: kernels.array("int16", [tiles.length]),
      stack: kernels.array("int64", [longest + 1, 3]),
      used: kernels.array("int64", [1]),
    };
    this._shortestWay = kernels.prepare(kernels.named(".shortest_way")[0], {
      ...this._piece,
      sides: evaluations.table("sides"),
      distances: evaluations.table("distance"),
      blank: 0,
      longest: 0,
      budget: facts.NODES_A_PIECE,
    });
    /** Nodes looked at so far. */
    this.nodes = 0;
  }

  /**
   * Yield each shorter path, and null while looking.
   * @param {number[]} path
   * @param {number} width that of the beams
   * @returns {Generator<number[] | null>}
   */
  *shorten(path, width) {
    const long = this._facts.LONG.filter((length) => 2 * length <= path.length);
    const sweeps = [
      ...this._facts.SHORT.map((length) => [length, 0]),
      ...long.map((length) => [length, width]),
    ];
    for (const [length, beamWidth] of sweeps) {
      for (const better of this._sweep(path, length, beamWidth)) {
        path = better ?? path;
        yield better;
      }
    }
  }

  /** Slide a window over the path from its start to its end. */
  *_sweep(path, length, width) {
    const step = width ? Math.floor(length / 2) : 1;
    const states = this._frame.along(this._tiles, path);
    let at = 0;
    while (at + 2 < path.length) {
      let end = Math.min(at + length, path.length);
      if (width) end = this._wellSeen(states, at, end);
      const piece = width
        ? this._searchByBeam(states[at], states[end], end - at, width)
        : this._searchExactly(states[at], states[end], end - at - 2);
      if (piece === null) {
        at += step;
        yield null;
        continue;
      }
      path = [...path.slice(0, at), ...piece, ...path.slice(end)];
      states.splice(at, end - at + 1, ...this._frame.along(states[at], piece));
      at = Math.max(0, at - Math.floor(length / 2));
      yield path;
    }
  }

  /** The last board of the window's second half that a strong evaluation knows as a goal. */
  _wellSeen(states, at, end) {
    const { rows, cols } = this._frame.shape;
    const corners = [0, cols - 1, (rows - 1) * cols, rows * cols - 1];
    const middle = Math.floor((at + end) / 2);
    for (let last = end; last > middle; last--) {
      if (corners.includes(states[last].indexOf(this._frame.home))) return last;
    }
    return end;
  }

  _searchExactly(start, goal, longest) {
    const { tiles, homes, stack, used } = this._piece;
    for (const [cell, tile] of goal.entries()) homes.view[tile] = cell;
    tiles.view.set(start);
    used.view[0] = 0n;
    this._shortestWay.set("blank", start.indexOf(this._frame.home));
    this._shortestWay.set("longest", longest);
    const length = Number(this._shortestWay.run());
    this.nodes += Number(used.view[0]);
    if (length < 0) return null;
    return Array.from({ length }, (_, depth) => Number(stack.view[3 * depth + 1]));
  }

  _searchByBeam(start, goal, length, width) {
    const { RUNNING, SOLVED } = this._facts.statuses;
    const frame = new Frame(this._frame.board(goal), this._frame.shape);
    const evaluation = this._evaluations.of(frame.home);
    const beam = new LearnedBeam(this._kernels, this._facts, evaluation, this._keys, width);
    beam.begin(frame.tiles(this._frame.board(start)), length);
    let status = RUNNING;
    while (status === RUNNING) status = beam.advance();
    this.nodes += beam.generated;
    const path = status === SOLVED ? frame.turn(beam.path()) : null;
    beam.release();
    return path;
  }
}
