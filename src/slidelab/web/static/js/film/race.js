// Searches of the same board side by side, kept in step by expansions or by time. Of each there is
// a trace: a few hundred moments, from its start to its end.

import { parseShape } from "../puzzle/grid.js";
import { column, countWhile } from "./film.js";

/** What is known of each moment of a lane. */
export const FIGURES = ["expanded", "frontier", "depth", "lowest_h"];

export class Lane {
  /** `trace` is what the server tells; its `seconds` are those of the search by itself. */
  constructor(trace) {
    /** @type {number[]} */
    this.expanded = trace.expanded;
    /** @type {number[]} */
    this.frontier = trace.frontier;
    /** @type {number[]} */
    this.depth = trace.depth;
    /** @type {(number | null)[]} */
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

  cells(moment) {
    return [...this._cells.subarray(moment * this._size, (moment + 1) * this._size)];
  }

  /** The last moment at which no more than `count` nodes were expanded. */
  atExpansion(count) {
    return Math.max(0, countWhile(this.length, (moment) => this.expanded[moment] <= count) - 1);
  }

  atTime(seconds) {
    return this.atExpansion(this.seconds ? (seconds / this.seconds) * this.expansions : Infinity);
  }

  /** When a moment was, in the measure of the race. */
  when(moment, measure) {
    const count = this.expanded[moment];
    return measure === "time" ? (count / (this.expansions || 1)) * this.seconds : count;
  }

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
 * @param {string} measure
 */
export function raceLength(lanes, measure) {
  return Math.max(...lanes.map((lane) => (measure === "time" ? lane.seconds : lane.expansions)));
}

/**
 * Lanes that found the goal, the best of the measure first; equals share a place.
 * @param {string} measure
 */
export function places(lanes, measure) {
  const key = {
    nodes: (lane) => lane.expansions,
    time: (lane) => lane.seconds,
    moves: (lane) => lane.cost,
  }[measure];
  const finishers = lanes.filter((lane) => lane.solved);
  return lanes.map((lane) =>
    lane.solved ? 1 + finishers.filter((other) => key(other) < key(lane)).length : null,
  );
}
