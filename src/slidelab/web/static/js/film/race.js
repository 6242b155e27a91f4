// Searches of the same board side by side, kept in step by expansions. Of each there is a trace: a few
// hundred moments, from its start to its end.

import { parseShape } from "../puzzle/grid.js";
import { column, countWhile } from "./film.js";

export class Lane {
  /** @param {TraceData} trace */
  constructor(trace) {
    this.trace = trace;
    this.length = trace.expanded.length;
    const { rows, cols } = parseShape(trace.shape);
    this._size = rows * cols;
    this._cells = column(Uint16Array, trace.boards);
  }

  /** The nodes expanded in all. */
  get expansions() {
    return this.trace.expanded.at(-1) ?? 0;
  }

  /** @param {number} moment */
  cells(moment) {
    return [...this._cells.subarray(moment * this._size, (moment + 1) * this._size)];
  }

  /** The last moment at which no more than `count` nodes were expanded. @param {number} count */
  momentAt(count) {
    const { expanded } = this.trace;
    return Math.max(0, countWhile(this.length, (moment) => expanded[moment] <= count) - 1);
  }
}

/** The place of each lane by nodes expanded, null where it found no goal; equals share a place. @param {Lane[]} lanes */
export function places(lanes) {
  const finishers = lanes.filter(({ trace }) => trace.cost !== null);
  return lanes.map((lane) =>
    lane.trace.cost === null
      ? null
      : 1 + finishers.filter(({ expansions }) => expansions < lane.expansions).length,
  );
}
