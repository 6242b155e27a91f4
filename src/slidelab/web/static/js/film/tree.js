// Which part of a search tree to show. Trees of thousands of nodes are unreadable, so there is a
// cap: the path to the current node and what grows beside it always stay, the rest is filled up
// from the root, and every node says how many of its children are not shown.

import { countWhile } from "./film.js";

/**
 * Nodes whose children are closed by hand, and those whose children are shown in any case.
 * @typedef {{folded: Set<number>, opened: Set<number>}} Choices
 */
/** @typedef {{children: number[], hidden: number, jumped: boolean}} ShownNode */

const CAP = 220;
/** @type {Choices} */
const NOTHING = { folded: new Set(), opened: new Set() };
const LONGEST_PATH = 48; // beyond it the middle of the path is left out

/** Children of each node as linked lists in flat arrays, made once a film. @param {Film} film */
export function childLists(film) {
  const first = new Int32Array(film.nodeCount).fill(-1);
  const next = new Int32Array(film.nodeCount).fill(-1);
  for (let node = film.nodeCount - 1; node >= 0; node--) {
    const parent = film.parent[node];
    if (parent < 0) continue;
    next[node] = first[parent];
    first[parent] = node;
  }
  return { first, next };
}

/**
 * The nodes to draw at a moment.
 * @param {Film} film @param {ReturnType<typeof childLists>} lists @param {number} event
 */
export function visibleTree(film, lists, event, { folded, opened } = NOTHING, cap = CAP) {
  const focus = film.focus(event);
  /** @type {Map<number, ShownNode>} */
  const nodes = new Map();
  if (focus < 0) return { roots: [], nodes, onPath: new Set(), total: 0, shown: 0 };
  // Iterations share their root, and what grew under an earlier bound is gone.
  const since = film.boundAt(event)?.[0] ?? 0;
  const exists = (/** @type {number} */ node) =>
    film.createdAt[node] <= event && film.createdAt[node] >= since;
  const path = film.pathTo(focus);
  // Otherwise the root of the current iteration.
  const roots = film.frontierKind === "two-queues" ? film.rootsAt(event) : [path[0]];
  const chosen = new Set(roots);
  /** @type {Map<number, number>} The node under which another is drawn where the path is cut short. */
  const jumps = new Map();
  for (const node of shortPath(path, jumps)) chosen.add(node);
  const open = (/** @type {number} */ node) => !folded.has(node) && chosen.size < cap;
  const besides = [...path].reverse().slice(0, LONGEST_PATH);
  for (const node of besides) {
    if (!chosen.has(node)) continue;
    for (let child = lists.first[node]; child >= 0 && open(node); child = lists.next[child]) {
      if (exists(child)) chosen.add(child);
    }
  }
  for (const node of opened) {
    if (!chosen.has(node)) continue;
    for (let child = lists.first[node]; child >= 0; child = lists.next[child]) {
      if (exists(child)) chosen.add(child);
    }
  }
  const queue = [...roots];
  for (let at = 0; at < queue.length && chosen.size < cap; at++) {
    if (folded.has(queue[at])) continue;
    for (let child = lists.first[queue[at]]; child >= 0; child = lists.next[child]) {
      if (!exists(child) || chosen.size >= cap) continue;
      chosen.add(child);
      queue.push(child);
    }
  }
  for (const node of chosen) nodes.set(node, { children: [], hidden: 0, jumped: jumps.has(node) });
  for (const node of [...chosen].sort((one, other) => one - other)) {
    const above = jumps.get(node) ?? film.parent[node];
    nodes.get(above)?.children.push(node);
  }
  for (const [node, entry] of nodes) {
    let born = 0;
    for (let child = lists.first[node]; child >= 0; child = lists.next[child]) {
      if (exists(child)) born++;
    }
    entry.hidden = born - entry.children.filter((child) => film.parent[child] === node).length;
  }
  const earlier = roots.filter((root) => film.createdAt[root] < since).length;
  const total = earlier + createdBy(film, event) - createdBy(film, since - 1);
  return { roots, nodes, onPath: new Set(path), total, shown: nodes.size };
}

/** @type {(path: number[], jumps: Map<number, number>) => number[]} */
function shortPath(path, jumps) {
  if (path.length <= LONGEST_PATH) return path;
  const head = path.slice(0, 6);
  const tail = path.slice(-(LONGEST_PATH - 6));
  jumps.set(tail[0], head[5]);
  return [...head, ...tail];
}

/**
 * How many nodes there were by then; they are numbered in the order of their creation.
 * @param {Film} film @param {number} event
 */
const createdBy = (film, event) =>
  countWhile(film.nodeCount, (node) => film.createdAt[node] <= event);
