// Count the nodes of a film by g and h, at any moment.

import { distances, namedByHome, totalDistance } from "../solver/board.js";
import { DUPLICATE, EXPAND } from "./events.js";

const MOST_COLUMNS = 90;

export class Census {
  /** @param {Film} film */
  constructor(film) {
    this._film = film;
    /** Whether h is Manhattan distance, since the search uses no heuristic. */
    this.usesManhattan = film.h.every(Number.isNaN);
    const h = this.usesManhattan ? manhattan(film) : film.h.map((value) => value || 0);
    const deepest = film.g.reduce((most, g) => Math.max(most, g), 0);
    const farthest = h.reduce((most, value) => Math.max(most, value), 0);
    /** The number of layers in a column: a depth-first search has thousands of layers. */
    this.step = Math.ceil((deepest + 1) / MOST_COLUMNS);
    this.columns = Math.floor(deepest / this.step) + 1;
    this.rows = Math.floor(farthest) + 1;
    this._cells = Int32Array.from(
      h,
      (value, node) => Math.floor(film.g[node] / this.step) * this.rows + Math.floor(value),
    );
  }

  /** Return the cell of a node; cells are numbered column by column. @param {number} node */
  cellOf(node) {
    return this._cells[node];
  }

  /** Count nodes by cell up to an event, within the current iteration. @param {number} event */
  at(event) {
    const film = this._film;
    const generated = new Int32Array(this.columns * this.rows);
    const expanded = new Int32Array(this.columns * this.rows);
    for (let at = film.iterationStart(event); at <= event; at++) {
      const [kind, node] = [film.kind[at], film.node[at]];
      if (node < 0) continue;
      if (film.createdAt[node] === at && kind !== DUPLICATE) generated[this._cells[node]]++;
      if (kind === EXPAND) expanded[this._cells[node]]++;
    }
    return { generated, expanded };
  }
}

/** Return the Manhattan distance of each node. @param {Film} film */
function manhattan(film) {
  const distance = distances(film.shape, film.goal.indexOf(0));
  return Float32Array.from({ length: film.nodeCount }, (_, node) =>
    totalDistance(namedByHome([...film.cells(node)], film.goal), distance),
  );
}
