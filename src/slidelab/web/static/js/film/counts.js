// The counters and the reached boards at every moment of a film, computed once.

import {
  BOUND,
  CUT_OFF,
  DUPLICATE,
  EXPAND,
  GENERATE,
  IMPROVE,
  joinsFrontier,
  leavesFrontier,
  RESTART,
} from "./events.js";
import { NEVER } from "./film.js";

const CURVE_POINTS = 600;

export class Counts {
  /** @param {Film} film @param {boolean} graph whether it is a graph search */
  constructor(film, graph) {
    this._film = film;
    /** Whether the search remembers reached boards. */
    this.remembers = graph && remembersBoards(film);
    const column = () => new Int32Array(film.length);
    this._totals = {
      expanded: column(),
      generated: column(),
      frontier: column(),
      reached: column(),
      duplicates: column(),
      depth: column(),
    };
    /** @type {number[]} A node of each board reached, in order; each iteration has its own. */
    this._boards = [];
    /** The number of these after each event. */
    this._boardsAt = column();
    this._count();
    /** The curves of the timeline. */
    this.curves = {
      frontier: downsample(this._totals.frontier, CURVE_POINTS),
      expanded: downsample(this._totals.expanded, CURVE_POINTS),
    };
  }

  _count() {
    const film = this._film;
    const now = { expanded: 0, generated: 0, frontier: 0, reached: 0, duplicates: 0, depth: 0 };
    const seen = new Set();
    for (let event = 0; event < film.length; event++) {
      const [kind, node] = [film.kind[event], film.node[event]];
      if (kind === EXPAND) now.expanded++;
      if (kind === DUPLICATE) now.duplicates++;
      if (kind === GENERATE || kind === DUPLICATE || kind === IMPROVE) now.generated++;
      if (joinsFrontier(kind)) now.depth = Math.max(now.depth, film.g[node]);
      now.frontier = frontierAfter(film, event, now.frontier);
      if (kind === BOUND) seen.clear();
      // The root of a later iteration has no event of its own.
      else if (this.remembers && node >= 0 && kind !== DUPLICATE) {
        const board = String.fromCharCode(...film.cells(node));
        if (!seen.has(board)) this._boards.push(node);
        seen.add(board);
      }
      now.reached = seen.size;
      this._boardsAt[event] = this._boards.length;
      for (const name of NAMES) this._totals[name][event] = now[name];
    }
  }

  /** Return the counters after an event, by name. @param {number} event */
  at(event) {
    const values = NAMES.map((name) => [name, this._totals[name][event] ?? 0]);
    return /** @type {Record<(typeof NAMES)[number], number>} */ (Object.fromEntries(values));
  }

  /** Return nodes of the boards reached last, newest first. @param {number} event @param {number} limit */
  latest(event, limit) {
    const end = this._boardsAt[event];
    const shown = Math.min(limit, this._totals.reached[event]);
    return this._boards.slice(end - shown, end).reverse();
  }
}

const NAMES = /** @type {const} */ ([
  "expanded",
  "generated",
  "frontier",
  "reached",
  "duplicates",
  "depth",
]);

/** Return whether a graph search remembers boards: not if it keeps only a path. @param {Film} film */
function remembersBoards(film) {
  if (film.frontierKind === "single") return false;
  if (film.frontierKind !== "path") return true;
  return film.bounds.length > 0 && film.kind.includes(CUT_OFF) && film.algorithm !== "ida";
}

/** Return the size of the frontier after an event. @type {(film: Film, event: number, before: number) => number} */
function frontierAfter(film, event, before) {
  const [kind, node] = [film.kind[event], film.node[event]];
  if (film.frontierKind === "path") {
    if (node < 0) return before;
    return film.g[node] + (kind === CUT_OFF || kind === DUPLICATE ? 0 : 1);
  }
  if (joinsFrontier(kind)) return before + 1;
  if (film.frontierKind === "single") return kind === EXPAND || kind === RESTART ? 0 : before;
  const leaves = leavesFrontier(kind) && film.leftAt[node] === event;
  return leaves && film.joinedAt[node] !== NEVER ? before - 1 : before;
}

/**
 * Reduce values to `points`, each the highest of a stretch, so that peaks stay visible.
 * @param {Int32Array} values @param {number} points
 */
export function downsample(values, points) {
  if (values.length <= points) return Array.from(values);
  /** @type {number[]} */
  const result = new Array(points).fill(0);
  for (let at = 0; at < values.length; at++) {
    const bin = Math.floor((at * points) / values.length);
    result[bin] = Math.max(result[bin], values[at]);
  }
  return result;
}
