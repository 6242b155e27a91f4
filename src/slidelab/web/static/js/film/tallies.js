// Counters at every moment of a film, as running totals: one look-up each.

import { DUPLICATE, EXPAND, GENERATE, IMPROVE } from "./events.js";
import { frontierSizes } from "./frontier.js";

export class Tallies {
  /** @param {Film} film */
  constructor(film) {
    const length = film.length;
    this.expanded = new Int32Array(length);
    this.generated = new Int32Array(length);
    this.duplicates = new Int32Array(length);
    this.depth = new Int32Array(length);
    this.frontier = frontierSizes(film);
    let [expanded, generated, duplicates, depth] = [0, 0, 0, 0];
    for (let event = 0; event < length; event++) {
      const kind = film.kind[event];
      if (kind === EXPAND) expanded++;
      if (kind === DUPLICATE) duplicates++;
      if (kind === GENERATE || kind === DUPLICATE || kind === IMPROVE) {
        generated++;
        if (kind !== DUPLICATE) depth = Math.max(depth, film.g[film.node[event]]);
      }
      this.expanded[event] = expanded;
      this.generated[event] = generated;
      this.duplicates[event] = duplicates;
      this.depth[event] = depth;
    }
    /** What the timeline draws. */
    this.curves = {
      frontier: condensed(this.frontier, 600),
      expanded: condensed(this.expanded, 600),
    };
  }

  /** @param {number} event */
  at(event) {
    return {
      expanded: this.expanded[event] ?? 0,
      generated: this.generated[event] ?? 0,
      duplicates: this.duplicates[event] ?? 0,
      frontier: this.frontier[event] ?? 0,
      depth: this.depth[event] ?? 0,
    };
  }
}

/**
 * At most `points` values that keep every peak: the highest of each stretch.
 * @param {ArrayLike<number>} values @param {number} points
 */
export function condensed(values, points) {
  if (values.length <= points) return Array.from(values);
  /** @type {number[]} */
  const result = new Array(points).fill(0);
  for (let at = 0; at < values.length; at++) {
    const bin = Math.floor((at * points) / values.length);
    if (values[at] > result[bin]) result[bin] = values[at];
  }
  return result;
}
