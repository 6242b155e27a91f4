// The trace of a search: a few hundred moments from start to end, which a replay shows side by side with
// other searches, in step by nodes expanded.

import { parseShape } from "../puzzle/grid.js";
import { column, countLeading } from "./film.js";

export class SearchTrace {
  /** @param {TraceData} data */
  constructor(data) {
    this.data = data;
    this.length = data.expanded.length;
    const { rows, cols } = parseShape(data.shape);
    this._size = rows * cols;
    this._cells = column(Uint16Array, data.boards);
  }

  /** The number of nodes expanded in all. */
  get expansions() {
    return this.data.expanded.at(-1) ?? 0;
  }

  /** @param {number} moment */
  cells(moment) {
    return [...this._cells.subarray(moment * this._size, (moment + 1) * this._size)];
  }

  /** The last moment at which no more than `count` nodes were expanded. @param {number} count */
  momentAt(count) {
    const { expanded } = this.data;
    return Math.max(0, countLeading(this.length, (moment) => expanded[moment] <= count) - 1);
  }
}

/** Return the rank of each search by nodes expanded, null if it found no path. @param {SearchTrace[]} traces */
export function rankings(traces) {
  const finishers = traces.filter(({ data }) => data.cost !== null);
  return traces.map((trace) =>
    trace.data.cost === null
      ? null
      : 1 + finishers.filter(({ expansions }) => expansions < trace.expansions).length,
  );
}
