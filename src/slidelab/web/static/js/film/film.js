// A film as the server sends it holds only what changed at each event. Here it is unrolled once
// into flat arrays, so that every moment can be looked up at random: scrubbing both ways costs
// the same as playing, with 100,000 events too.

import { parseShape } from "../puzzle/grid.js";
import { BOUND, EXPAND, joinsFrontier, leavesFrontier, SUBGOAL } from "./events.js";

export const NEVER = 0x7fffffff;

/**
 * Return the numbers of a column, which is sent as base64.
 * @template {Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array} Numbers
 * @param {new (buffer: ArrayBuffer) => Numbers} Type
 * @param {string} base64
 */
export function column(Type, base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return new Type(bytes.buffer);
}

/**
 * Count the numbers below `length` that hold, where all that hold come first.
 * @param {number} length @param {(at: number) => boolean} holds
 */
export function countWhile(length, holds) {
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
    this.algorithm = json.algorithm;
    this.heuristic = json.heuristic;
    this.frontierKind = json.frontier;
    this.ties = json.ties;
    this.truncated = json.truncated;
    this.status = json.status;
    this.reason = json.reason ?? "";
    this.result = json.result ?? null;
    this.start = json.start;
    this.goal = json.goal;
    this.shape = parseShape(json.shape);
    this.parent = column(Int32Array, json.nodes.parent);
    this.move = column(Uint8Array, json.nodes.move);
    this.tiles = json.nodes.tiles ? column(Uint16Array, json.nodes.tiles) : null;
    this.g = column(Int32Array, json.nodes.g);
    this.h = column(Float32Array, json.nodes.h);
    this.f = json.nodes.f64
      ? column(Float64Array, json.nodes.f64)
      : column(Float32Array, json.nodes.f);
    this.kind = column(Uint8Array, json.events.kind);
    this.node = column(Int32Array, json.events.node);
    this.nodeCount = this.parent.length;
    this.length = this.kind.length;
    this._roots = json.roots ?? {};
    const [cells, nodes] = [this.shape.rows * this.shape.cols, this.nodeCount];
    this.states = new Uint8Array(nodes * cells);
    this.root = new Int32Array(nodes);
    this._unrollStates();
    // When each node was created, when it waited in the frontier, and as which it was expanded.
    this.createdAt = new Int32Array(nodes).fill(NEVER);
    this.joinedAt = new Int32Array(nodes).fill(NEVER);
    this.leftAt = new Int32Array(nodes).fill(NEVER);
    this.expandedAt = new Int32Array(nodes).fill(NEVER);
    this.rank = new Int32Array(nodes); // 1 for the node expanded first, 0 for none
    this.fate = new Uint8Array(nodes).fill(255); // the kind of event that created it
    this._unrollLives();
    /** @type {[number, number][]} Each event that set a bound, and the bound, in order. */
    this.bounds = [];
    this._spreadBounds(json.events.value);
    /** @type {Map<number, string>} What the moves after an event are for, in words. */
    this._subgoals = new Map();
    this._spreadSubgoals(json.subgoals ?? []);
  }

  /** The cells of a node, as a view into one large array. @param {number} node */
  cells(node) {
    const size = this.shape.rows * this.shape.cols;
    return this.states.subarray(node * size, (node + 1) * size);
  }

  /** How many tiles the move to a node took. @param {number} node */
  tilesMoved(node) {
    return this.tiles ? this.tiles[node] : 1;
  }

  /**
   * The node that the eye is on at an event: its own, or the last one before it.
   * @param {number} event
   */
  focus(event) {
    for (let at = Math.min(event, this.length - 1); at >= 0; at--) {
      if (this.kind[at] === BOUND) break; // a new iteration begins at the root again
      if (this.node[at] >= 0) return this.node[at];
    }
    return this.nodeCount ? 0 : -1;
  }

  /** Nodes from the root to this one. @param {number} node */
  pathTo(node) {
    /** @type {number[]} */
    const path = [];
    for (let at = node; at >= 0; at = this.parent[at]) path.push(at);
    return path.reverse();
  }

  /**
   * The first event of one of these kinds after (or before) a moment, or -1.
   * @param {number[]} kinds @param {number} from
   */
  find(kinds, from, direction = 1) {
    for (let at = from + direction; at >= 0 && at < this.length; at += direction) {
      if (kinds.includes(this.kind[at])) return at;
    }
    return -1;
  }

  _unrollStates() {
    const { rows, cols } = this.shape;
    const size = rows * cols;
    const steps = [-cols, cols, -1, 1];
    const blanks = new Uint8Array(this.nodeCount);
    for (let node = 0; node < this.nodeCount; node++) {
      const at = node * size;
      const parent = this.parent[node];
      if (parent < 0) {
        const cells = this._roots[node] ?? this.start;
        this.states.set(cells, at);
        blanks[node] = cells.indexOf(0);
        this.root[node] = node;
        continue;
      }
      this.root[node] = this.root[parent];
      this.states.copyWithin(at, parent * size, (parent + 1) * size);
      let blank = blanks[parent];
      for (let left = this.tilesMoved(node); left > 0; left--) {
        const to = blank + steps[this.move[node]];
        this.states[at + blank] = this.states[at + to];
        this.states[at + to] = 0;
        blank = to;
      }
      blanks[node] = blank;
    }
  }

  _unrollLives() {
    let expansions = 0;
    for (let event = 0; event < this.length; event++) {
      const node = this.node[event];
      if (node < 0) continue;
      const kind = this.kind[event];
      // Walks and joined paths create nodes that no event announces: they appear with the first
      // of their descendants that one does announce.
      for (let at = node; at >= 0 && this.createdAt[at] === NEVER; at = this.parent[at]) {
        this.createdAt[at] = event;
        this.fate[at] = kind;
      }
      if (joinsFrontier(kind)) this.joinedAt[node] = event;
      else if (leavesFrontier(kind) && this.leftAt[node] === NEVER) this.leftAt[node] = event;
      if (kind === EXPAND) {
        expansions++;
        if (this.expandedAt[node] === NEVER) {
          this.expandedAt[node] = event;
          this.rank[node] = expansions;
        }
      }
    }
  }

  /** @param {string} [values] */
  _spreadBounds(values) {
    const given = values ? column(Float64Array, values) : new Float64Array(0);
    let next = 0;
    for (let event = 0; event < this.length; event++) {
      if (this.kind[event] === BOUND) this.bounds.push([event, given[next++]]);
    }
  }

  /** @param {string[]} words */
  _spreadSubgoals(words) {
    let next = 0;
    for (let event = 0; event < this.length; event++) {
      if (this.kind[event] === SUBGOAL) this._subgoals.set(event, words[next++]);
    }
  }

  /** What the moves after a SUBGOAL event are for. @param {number} event */
  subgoalAt(event) {
    return this._subgoals.get(event);
  }

  /** The last [event, bound] set by then, or null. @param {number} event */
  boundAt(event) {
    const set = countWhile(this.bounds.length, (at) => this.bounds[at][0] <= event);
    return this.bounds[set - 1] ?? null;
  }

  /** The roots that were there by then: a search from both ends has two. @param {number} event */
  rootsAt(event) {
    /** @type {number[]} */
    const roots = [];
    for (let node = 0; node < this.nodeCount && roots.length < 2; node++) {
      const isThere = node === 0 || this.createdAt[node] <= event;
      if (this.parent[node] < 0 && isThere) roots.push(node);
    }
    return roots;
  }
}
