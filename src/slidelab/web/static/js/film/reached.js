// The reached set: every distinct board in the order in which the search met it.

import { BOUND, CUT_OFF, DUPLICATE, EXPAND } from "./events.js";

export class Reached {
  /** @param {Film} film */
  constructor(film, remembers = true) {
    this._film = film;
    this.remembers = remembers;
    this._counts = new Int32Array(film.length);
    /** @type {number[]} One node for each distinct board, in order; each bound starts again. */
    this._nodes = [];
    this._begins = new Int32Array(film.length);
    if (remembers) this._collect();
  }

  _collect() {
    const film = this._film;
    let seen = new Set();
    let begin = 0;
    for (let event = 0; event < film.length; event++) {
      if (film.kind[event] === BOUND) {
        seen = new Set();
        begin = this._nodes.length;
      } else if (film.node[event] >= 0 && film.kind[event] !== DUPLICATE) {
        // The root of a later iteration joins nothing: it is simply there again.
        const node = film.node[event];
        const key = String.fromCharCode(...film.cells(node));
        if (!seen.has(key)) {
          seen.add(key);
          this._nodes.push(node);
        }
      }
      this._counts[event] = this._nodes.length;
      this._begins[event] = begin;
    }
  }

  /** @param {number} event */
  count(event) {
    return this.remembers && event >= 0 ? this._counts[event] - this._begins[event] : 0;
  }

  /**
   * The latest boards, newest first, each with whether it was expanded by then.
   * @param {number} event @param {number} limit
   */
  latest(event, limit) {
    const film = this._film;
    const end = this._counts[event];
    const first = Math.max(this._begins[event], end - limit);
    return this._nodes
      .slice(first, end)
      .reverse()
      .map((node) => ({ node, expanded: film.expandedAt[node] <= event }));
  }
}

/**
 * Return whether a search remembers what it reached; those that keep only a path do not.
 * @param {Film} film @param {boolean} graph
 */
export function remembersReached(film, graph) {
  if (film.frontierKind === "single") return false;
  if (film.frontierKind !== "path") return graph;
  const hasBounds = film.bounds.length > 0 && film.kind.indexOf(CUT_OFF) >= 0;
  return graph && hasBounds && film.algorithm !== "ida" && film.kind.indexOf(EXPAND) >= 0;
}
