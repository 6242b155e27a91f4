// Searches of the same board side by side, kept in step by expansions or by time. Of each there is
// a trace: a few hundred moments, from its start to its end.

import { parseShape } from "../puzzle/grid.js";
import { column, countWhile } from "./film.js";

/** What is known of each moment of a lane. */
export const FIGURES = /** @type {const} */ (["expanded", "frontier", "depth", "lowest_h"]);

export class Lane {
  /** @param {TraceData} trace */
  constructor(trace) {
    this.expanded = trace.expanded;
    this.frontier = trace.frontier;
    this.depth = trace.depth;
    this.lowest_h = trace.lowest_h;
    this.cost = trace.cost;
    this.status = trace.status;
    this.seconds = trace.seconds;
    this.length = this.expanded.length;
    const { rows, cols } = parseShape(trace.shape);
    this._size = rows * cols;
    this._cells = column(Uint16Array, trace.boards);
  }

  /** The nodes expanded in all. */
  get expansions() {
    return this.expanded.at(-1) ?? 0;
  }

  /** @param {number} moment */
  cells(moment) {
    return [...this._cells.subarray(moment * this._size, (moment + 1) * this._size)];
  }

  /** The last moment at which no more than `count` nodes were expanded. @param {number} count */
  atExpansion(count) {
    return Math.max(0, countWhile(this.length, (moment) => this.expanded[moment] <= count) - 1);
  }

  /** @param {number} seconds */
  atTime(seconds) {
    return this.atExpansion(this.seconds ? (seconds / this.seconds) * this.expansions : Infinity);
  }

  /**
   * When a moment was, in the measure of the race.
   * @param {number} moment @param {string} measure
   */
  when(moment, measure) {
    const count = this.expanded[moment];
    return measure === "time" ? (count / (this.expansions || 1)) * this.seconds : count;
  }

  /** @param {number} moment */
  isDone(moment) {
    return moment >= this.length - 1;
  }

  get solved() {
    return this.cost !== null;
  }
}

/** Places can be had by `nodes` expanded, by `time`, or by `moves` of the path. */
export const MEASURES = [
  ["nodes", "Nodes"],
  ["time", "Time"],
  ["moves", "Moves"],
];

/**
 * How long a race is: in seconds by time, else in expansions.
 * @param {Lane[]} lanes @param {string} measure
 */
export function raceLength(lanes, measure) {
  return Math.max(...lanes.map((lane) => (measure === "time" ? lane.seconds : lane.expansions)));
}

/**
 * The place of each lane by a measure, null where it found no goal; equals share a place.
 * @param {Lane[]} lanes @param {string} measure
 */
export function places(lanes, measure) {
  const key = (/** @type {Lane} */ lane) =>
    measure === "nodes" ? lane.expansions : measure === "time" ? lane.seconds : (lane.cost ?? 0);
  const finishers = lanes.filter((lane) => lane.solved);
  return lanes.map((lane) =>
    lane.solved ? 1 + finishers.filter((other) => key(other) < key(lane)).length : null,
  );
}
