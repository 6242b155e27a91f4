// A film: every event of a search. The server sends what changed at each event; the constructor expands
// that into arrays, so that any of 100,000 moments can be shown at once.

import { homeCells, parseShape } from "../puzzle/grid.js";
import { BOUND, EXPAND, joinsFrontier, leavesFrontier, SUBGOAL } from "./events.js";

export const NEVER = 0x7fffffff;

/**
 * Decode a column of numbers from base64.
 * @template {Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array} Numbers
 * @param {new (buffer: ArrayBuffer) => Numbers} Type
 * @param {string} base64
 */
export function column(Type, base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Type(bytes.buffer);
}

/**
 * Return how many of the first numbers up to `length` satisfy `holds`, by binary search.
 * @param {number} length @param {(at: number) => boolean} holds
 */
export function countLeading(length, holds) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class Film {
  /** @param {FilmData} json */
  constructor(json) {
    const { nodes, events } = json;
    this.algorithm = json.algorithm;
    this.frontierKind = json.frontier;
    this.ties = json.ties;
    this.truncated = json.truncated;
    this.result = json.result;
    this.start = json.start;
    this.goal = json.goal;
    this.home = homeCells(json.goal);
    this.shape = parseShape(json.shape);
    this.parent = column(Int32Array, nodes.parent);
    this.move = column(Uint8Array, nodes.move);
    this._tiles = nodes.tiles ? column(Uint16Array, nodes.tiles) : null;
    this.g = column(Int32Array, nodes.g);
    this.h = column(Float32Array, nodes.h);
    this.f = nodes.f64 ? column(Float64Array, nodes.f64) : column(Float32Array, nodes.f);
    this.kind = column(Uint8Array, events.kind);
    this.node = column(Int32Array, events.node);
    this.nodeCount = this.parent.length;
    this.length = this.kind.length;
    this._size = this.start.length;
    this._states = new Uint8Array(this.nodeCount * this._size);
    this.root = new Int32Array(this.nodeCount);
    this._computeStates(json.roots);
    // When each node was created, when it waited in the frontier, and when it was expanded first.
    const never = () => new Int32Array(this.nodeCount).fill(NEVER);
    this.createdAt = never();
    this.joinedAt = never();
    this.leftAt = never();
    this.expandedAt = never();
    this.rank = new Int32Array(this.nodeCount); // 1 for the node expanded first, 0 for none
    this.createdBy = new Uint8Array(this.nodeCount).fill(255); // a kind of event
    this._readEvents();
    const bounds = column(Float64Array, events.value ?? "");
    /** @type {[event: number, bound: number][]} Each event that set a bound, in order. */
    this.bounds = this._eventsOf(BOUND).map((event, at) => [event, bounds[at]]);
    /** What the moves after an event aim at, in words. */
    this.subgoals = new Map(this._eventsOf(SUBGOAL).map((event, at) => [event, json.subgoals[at]]));
  }

  /** Return the cells of a node, as a view into one large array. @param {number} node */
  cells(node) {
    return this._states.subarray(node * this._size, (node + 1) * this._size);
  }

  /** Return how many tiles the move to a node slid. @param {number} node */
  tilesMoved(node) {
    return this._tiles ? this._tiles[node] : 1;
  }

  /** Return the current node: that of the event, or of the last event that has one. @param {number} event */
  focus(event) {
    for (let at = Math.min(event, this.length - 1); at >= 0; at--) {
      if (this.kind[at] === BOUND) break; // a new iteration begins at the root again
      if (this.node[at] >= 0) return this.node[at];
    }
    return this.nodeCount ? 0 : -1;
  }

  /** Return the nodes from the root to this one. @param {number} node */
  pathTo(node) {
    /** @type {number[]} */
    const path = [];
    for (let at = node; at >= 0; at = this.parent[at]) path.push(at);
    return path.reverse();
  }

  /**
   * Return the first event of these kinds after (or before) an event, or -1.
   * @param {number[]} kinds @param {number} from
   */
  find(kinds, from, direction = 1) {
    for (let at = from + direction; at >= 0 && at < this.length; at += direction) {
      if (kinds.includes(this.kind[at])) return at;
    }
    return -1;
  }

  /** Return the [event, bound] set last, or null. @param {number} event */
  boundAt(event) {
    const set = countLeading(this.bounds.length, (at) => this.bounds[at][0] <= event);
    return this.bounds[set - 1] ?? null;
  }

  /** Return the event that began the current iteration. @param {number} event */
  iterationStart(event) {
    return this.boundAt(event)?.[0] ?? 0;
  }

  /** Return the roots created so far: a bidirectional search has two. @param {number} event */
  rootsAt(event) {
    /** @type {number[]} */
    const roots = [];
    for (let node = 0; node < this.nodeCount && roots.length < 2; node++) {
      const isThere = node === 0 || this.createdAt[node] <= event;
      if (this.parent[node] < 0 && isThere) roots.push(node);
    }
    return roots;
  }

  /** @param {number} kind */
  _eventsOf(kind) {
    return [...this.kind.keys()].filter((event) => this.kind[event] === kind);
  }

  /** @param {FilmData["roots"]} roots */
  _computeStates(roots) {
    const { _size: size, _states: states } = this;
    const { cols } = this.shape;
    const steps = [-cols, cols, -1, 1];
    const blanks = new Uint8Array(this.nodeCount);
    for (let node = 0; node < this.nodeCount; node++) {
      const at = node * size;
      const parent = this.parent[node];
      if (parent < 0) {
        const cells = roots[node] ?? this.start;
        states.set(cells, at);
        blanks[node] = cells.indexOf(0);
        this.root[node] = node;
        continue;
      }
      this.root[node] = this.root[parent];
      states.copyWithin(at, parent * size, (parent + 1) * size);
      let blank = blanks[parent];
      for (let left = this.tilesMoved(node); left > 0; left--) {
        const to = blank + steps[this.move[node]];
        states[at + blank] = states[at + to];
        states[at + to] = 0;
        blank = to;
      }
      blanks[node] = blank;
    }
  }

  _readEvents() {
    let expansions = 0;
    for (let event = 0; event < this.length; event++) {
      const node = this.node[event];
      if (node < 0) continue;
      const kind = this.kind[event];
      // Random walks and joined paths create nodes without an event: they appear with their first
      // descendant that has one.
      for (let at = node; at >= 0 && this.createdAt[at] === NEVER; at = this.parent[at]) {
        this.createdAt[at] = event;
        this.createdBy[at] = kind;
      }
      if (joinsFrontier(kind)) this.joinedAt[node] = event;
      else if (leavesFrontier(kind) && this.leftAt[node] === NEVER) this.leftAt[node] = event;
      if (kind !== EXPAND) continue;
      expansions++;
      if (this.expandedAt[node] !== NEVER) continue;
      this.expandedAt[node] = event;
      this.rank[node] = expansions;
    }
  }
}
