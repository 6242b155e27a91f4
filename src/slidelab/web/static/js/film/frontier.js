// The frontier at any moment, in its true order, rebuilt from when nodes joined and left it.

import { CUT_OFF, DUPLICATE, EXPAND, joinsFrontier, leavesFrontier, RESTART } from "./events.js";
import { NEVER } from "./film.js";

/**
 * @typedef {(one: number, other: number) => number} Order
 */
/**
 * The nodes that ever wait, in the order of the frontier, and for a beam as they leave it.
 * @typedef {{order: Int32Array, byLeaving: Int32Array}} Prepared
 */

const KEPT_IN_MEMORY = new Set(["path", "single"]);

/**
 * What each kind of frontier is called and which end is taken first.
 * @type {Record<FrontierKind, {title: string, rule: string, next: string, held?: string}>}
 */
export const FRONTIER_WORDS = {
  queue: { title: "Queue", rule: "first in, first out", next: "front" },
  stack: { title: "Stack", rule: "last in, first out", next: "top" },
  priority: { title: "Priority queue", rule: "lowest f first", next: "lowest f" },
  path: { title: "Path", rule: "one path is all it keeps", next: "deepest", held: "on the path" },
  "two-queues": { title: "Two queues", rule: "the smaller layer goes next", next: "front" },
  layers: { title: "Beam", rule: "best of each layer", next: "front" },
  single: { title: "Neighbours", rule: "it keeps one node", next: "lowest h", held: "looked at" },
};

/** @type {Record<string, string>} */
const TIE_WORDS = {
  "first-in": "first in first",
  "last-in": "last in first",
  state: "the smaller board first",
  "move-state": "the first move first, then the smaller board",
  "move-heap-strict": "the first move first, then in the order heapq will take them",
  heap: "in the order heapq will take them",
  "heap-strict": "in the order heapq will take them",
  "heap-java": "in the order Java's PriorityQueue will take them",
};

/**
 * Which of g and h decides among equal f, if one does, and what decides after it.
 * @param {string} ties
 */
function tieBreakers(ties) {
  const [, second = "", third] = /^(?:lower-(g|h)(?:-|$))?(.*)$/.exec(ties) ?? [];
  return { second: /** @type {"g" | "h" | ""} */ (second), third: third || "first-in" };
}

/** @type {(film: Film) => string} */
export function tieWords(film) {
  if (film.frontierKind !== "priority") return "";
  const { second, third } = tieBreakers(film.ties);
  return `equal f: ${second ? `lower ${second}, then ` : ""}${TIE_WORDS[third] ?? ""}`;
}

/**
 * The nodes that ever wait, in the orders that `frontierAt` needs; computed once a film.
 * @param {Film} film @returns {Prepared}
 */
export function prepareFrontier(film) {
  /** @type {number[]} */
  const joined = [];
  for (let event = 0; event < film.length; event++) {
    if (joinsFrontier(film.kind[event])) joined.push(film.node[event]);
  }
  const { h, joinedAt, leftAt } = film;
  const order = Int32Array.from(joined);
  if (film.frontierKind === "priority") order.sort(priorityOrder(film));
  if (film.frontierKind !== "layers") return { order, byLeaving: order };
  const byLeaving = order.toSorted((one, other) => leftAt[one] - leftAt[other]);
  order.sort((one, other) => h[one] - h[other] || joinedAt[one] - joinedAt[other]);
  return { order, byLeaving };
}

/** @param {Film} film @returns {Order} */
function priorityOrder(film) {
  const { f, joinedAt, leftAt } = film;
  const { second, third } = tieBreakers(film.ties);
  /** @type {Order} */
  const inOrder = (one, other) => joinedAt[one] - joinedAt[other];
  // What a heap makes of equals is repeatable but no simple rule: the film shows how it went.
  /** @type {Order} */
  const asTaken = (one, other) => leftAt[one] - leftAt[other] || inOrder(one, other);
  /** @type {Record<string, Order>} */
  const ties = {
    "last-in": (one, other) => inOrder(other, one),
    state: (one, other) => compareCells(film, one, other) || inOrder(one, other),
    "move-state": asTaken,
    "move-heap-strict": asTaken,
    heap: asTaken,
    "heap-strict": asTaken,
    "heap-java": asTaken,
  };
  const tie = ties[third] ?? inOrder;
  const key = second && film[second];
  return (one, other) => f[one] - f[other] || (key ? key[one] - key[other] : 0) || tie(one, other);
}

/** @type {(film: Film, one: number, other: number) => number} */
function compareCells(film, one, other) {
  const others = film.cells(other);
  for (const [at, tile] of film.cells(one).entries()) {
    if (tile !== others[at]) return tile - others[at];
  }
  return 0;
}

/**
 * The first `limit` nodes of each part of the frontier, next to leave first.
 * @param {Film} film @param {Prepared} prepared @param {number} event
 */
export function frontierAt(film, prepared, event, limit = 60) {
  const { order } = prepared;
  const kind = film.frontierKind;
  if (kind === "path") return [pathGroup(film, event, limit)];
  if (kind === "single") return [neighbourGroup(film, event)];
  const waiting = (/** @type {number} */ node) =>
    film.joinedAt[node] <= event && event < film.leftAt[node];
  if (kind === "two-queues") {
    const [forward = 0, backward = -1] = film.rootsAt(event);
    return [
      {
        title: "From the start",
        ...take(order, limit, (n) => waiting(n) && film.root[n] === forward),
      },
      {
        title: "From the goal",
        ...take(order, limit, (n) => waiting(n) && film.root[n] === backward),
      },
    ];
  }
  if (kind === "layers") return layerGroups(film, prepared, event, limit, waiting);
  const backwards = kind === "stack";
  return [{ title: "", ...take(order, limit, waiting, backwards) }];
}

/** @param {Int32Array} order @param {number} limit @param {(node: number) => boolean} wanted */
function take(order, limit, wanted, backwards = false) {
  /** @type {number[]} */
  const nodes = [];
  let total = 0;
  for (let at = 0; at < order.length; at++) {
    const node = order[backwards ? order.length - 1 - at : at];
    if (!wanted(node)) continue;
    total++;
    if (nodes.length < limit) nodes.push(node);
  }
  return { nodes, total };
}

/** @param {Film} film @param {number} event @param {number} limit */
function pathGroup(film, event, limit) {
  const focus = film.focus(event);
  const path = focus < 0 ? [] : film.pathTo(focus);
  const gone = film.kind[event] === CUT_OFF || film.kind[event] === DUPLICATE;
  if (gone) path.pop();
  return { title: "", nodes: path.reverse().slice(0, limit), total: path.length };
}

/**
 * Hill climbing looks at the children of one node and forgets them at the next.
 * @param {Film} film @param {number} event
 */
function neighbourGroup(film, event) {
  /** @type {number[]} */
  const nodes = [];
  for (let at = event; at >= 0; at--) {
    if (film.kind[at] === EXPAND || film.kind[at] === RESTART) break;
    if (joinsFrontier(film.kind[at])) nodes.push(film.node[at]);
  }
  nodes.reverse().sort((one, other) => film.h[one] - film.h[other]);
  return { title: "", nodes, total: nodes.length };
}

/**
 * @param {Film} film @param {Prepared} prepared @param {number} event @param {number} limit
 * @param {(node: number) => boolean} waiting
 */
function layerGroups(film, { order, byLeaving }, event, limit, waiting) {
  const last = film.kind[event] === EXPAND ? event : film.find([EXPAND], event, -1);
  const depth = last < 0 ? 0 : film.g[film.node[last]];
  return [
    { title: "Beam", ...take(byLeaving, limit, (n) => waiting(n) && film.g[n] <= depth) },
    { title: "Candidates, by h", ...take(order, limit, (n) => waiting(n) && film.g[n] > depth) },
  ];
}

/** How many nodes wait after each event. @param {Film} film */
export function frontierSizes(film) {
  const sizes = new Int32Array(film.length);
  const kept = KEPT_IN_MEMORY.has(film.frontierKind);
  let size = 0;
  for (let event = 0; event < film.length; event++) {
    const kind = film.kind[event];
    const node = film.node[event];
    if (film.frontierKind === "path") {
      if (node >= 0) size = film.g[node] + (kind === CUT_OFF || kind === DUPLICATE ? 0 : 1);
    } else if (kept) {
      if (kind === EXPAND || kind === RESTART) size = 0;
      else if (joinsFrontier(kind)) size++;
    } else if (joinsFrontier(kind)) size++;
    else if (leavesFrontier(kind) && film.leftAt[node] === event && film.joinedAt[node] !== NEVER) {
      size--;
    }
    sizes[event] = size;
  }
  return sizes;
}
