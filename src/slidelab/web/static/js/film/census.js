// How many nodes there are at each g and h, at every moment of a film. Moving on or back counts only
// what lies between, so that a running film costs next to nothing.

import { homes } from "../puzzle/grid.js";
import { DUPLICATE, EXPAND } from "./events.js";

const MOST_COLUMNS = 90;

export class Census {
  /** @param {Film} film */
  constructor(film) {
    this._film = film;
    const h = estimates(film);
    /** Whether the search itself uses no h. */
    this.lent = h.lent;
    let [deepest, farthest] = [0, 0];
    for (let node = 0; node < film.nodeCount; node++) {
      deepest = Math.max(deepest, film.g[node]);
      farthest = Math.max(farthest, h.values[node]);
    }
    /** How many layers share a column: a depth-first search goes down thousands. */
    this.step = Math.ceil((deepest + 1) / MOST_COLUMNS);
    this.columns = Math.floor(deepest / this.step) + 1;
    this.rows = Math.floor(farthest) + 1;
    this._cell = new Int32Array(film.nodeCount);
    for (let node = 0; node < film.nodeCount; node++) {
      const column = Math.floor(film.g[node] / this.step);
      this._cell[node] = column * this.rows + Math.floor(h.values[node]);
    }
    this.generated = new Int32Array(this.columns * this.rows);
    this.expanded = new Int32Array(this.columns * this.rows);
    this._at = -1;
    this._since = 0;
  }

  /** The cell of a node, as its index in `generated` and `expanded`. @param {number} node */
  cellOf(node) {
    return this._cell[node];
  }

  /** Count up to this event; what grew under an earlier bound is gone. @param {number} event */
  go(event) {
    const since = this._film.boundAt(event)?.[0] ?? 0;
    if (since !== this._since) {
      this._since = since;
      this._at = since - 1;
      this.generated.fill(0);
      this.expanded.fill(0);
    }
    while (this._at < event) this._count(++this._at, 1);
    while (this._at > event) this._count(this._at--, -1);
  }

  /** @param {number} event @param {number} sign */
  _count(event, sign) {
    const node = this._film.node[event];
    if (node < 0) return;
    const kind = this._film.kind[event];
    const cell = this._cell[node];
    if (this._film.createdAt[node] === event && kind !== DUPLICATE) this.generated[cell] += sign;
    if (kind === EXPAND) this.expanded[cell] += sign;
  }
}

/**
 * The film's h; that of a blind search is Manhattan distance, so that all can be seen alike.
 * @param {Film} film
 */
function estimates(film) {
  const used = film.h.some((value) => !Number.isNaN(value));
  if (used) return { values: film.h.map((value) => value || 0), lent: false };
  const { cols } = film.shape;
  const home = homes(film.goal);
  const apart = (/** @type {number} */ one, /** @type {number} */ other) =>
    Math.abs((one % cols) - (other % cols)) +
    Math.abs(Math.floor(one / cols) - Math.floor(other / cols));
  const values = new Float32Array(film.nodeCount);
  for (let node = 0; node < film.nodeCount; node++) {
    let sum = 0;
    for (const [cell, tile] of film.cells(node).entries()) {
      if (tile) sum += apart(cell, home[tile]);
    }
    values[node] = sum;
  }
  return { values, lent: true };
}
