// How many nodes there are at each g and h, at every moment of a film.

import { distances, namedByHome, totalDistance } from "../solver/board.js";
import { DUPLICATE, EXPAND } from "./events.js";

const MOST_COLUMNS = 90;

export class Census {
  /** @param {Film} film */
  constructor(film) {
    this._film = film;
    /** Whether the search itself uses no h. */
    this.lent = film.h.every(Number.isNaN);
    const h = this.lent ? manhattan(film) : film.h.map((value) => value || 0);
    const deepest = film.g.reduce((most, g) => Math.max(most, g), 0);
    const farthest = h.reduce((most, value) => Math.max(most, value), 0);
    /** How many layers share a column: a depth-first search goes down thousands. */
    this.step = Math.ceil((deepest + 1) / MOST_COLUMNS);
    this.columns = Math.floor(deepest / this.step) + 1;
    this.rows = Math.floor(farthest) + 1;
    this._cells = Int32Array.from(
      h,
      (value, node) => Math.floor(film.g[node] / this.step) * this.rows + Math.floor(value),
    );
  }

  /** The cell of a node, numbered column by column. @param {number} node */
  cellOf(node) {
    return this._cells[node];
  }

  /** Count nodes by cell up to an event; what grew under an earlier bound is gone. @param {number} event */
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

/** Estimates for a search without any, so that all can be seen alike. @param {Film} film */
function manhattan(film) {
  const distance = distances(film.shape, film.goal.indexOf(0));
  return Float32Array.from({ length: film.nodeCount }, (_, node) =>
    totalDistance(namedByHome([...film.cells(node)], film.goal), distance),
  );
}
