// Choose the nodes of a search tree to draw, up to a limit: the path to the current node and its
// siblings first, then nodes from the root down. Each node shows how many children are hidden.

import { countLeading } from "./film.js";

/**
 * A node that is drawn, how many of its children are not, and the mark that opens or closes it.
 * @typedef {{children: number[], hidden: number, mark: string, jumped: boolean}} ShownNode
 */

const CAP = 220;
const LONGEST_PATH = 48; // beyond it the middle of the path is left out
const HEAD = 6; // nodes before the gap

/** Return the children of each node. @param {Film} film */
export function childLists(film) {
  /** @type {number[][]} */
  const children = Array.from({ length: film.nodeCount }, () => []);
  film.parent.forEach((parent, node) => {
    if (parent >= 0) children[parent].push(node);
  });
  return children;
}

/**
 * Return the nodes to draw after an event, with all children of those in `opened`.
 * @param {Film} film @param {number[][]} children @param {number} event
 * @param {Set<number>} opened
 */
export function visibleTree(film, children, event, opened = new Set(), cap = CAP) {
  const focus = film.focus(event);
  /** @type {Map<number, ShownNode>} */
  const nodes = new Map();
  if (focus < 0) return { roots: [], nodes, onPath: new Set(), total: 0, shown: 0 };
  // Only nodes of the current iteration; iterations share their root.
  const since = film.iterationStart(event);
  const childrenOf = (/** @type {number} */ node) =>
    children[node].filter(
      (child) => film.createdAt[child] <= event && film.createdAt[child] >= since,
    );
  const path = film.pathTo(focus);
  // Otherwise the root of the current iteration.
  const roots = film.frontierKind === "two-queues" ? film.rootsAt(event) : [path[0]];
  const isCut = path.length > LONGEST_PATH;
  const tail = path.slice(-(LONGEST_PATH - HEAD));
  const chosen = new Set([...roots, ...(isCut ? [...path.slice(0, HEAD), ...tail] : path)]);
  for (const node of path.slice(-LONGEST_PATH).reverse()) {
    if (!chosen.has(node)) continue;
    for (const child of childrenOf(node)) if (chosen.size < cap) chosen.add(child);
  }
  for (const node of opened) {
    if (chosen.has(node)) for (const child of childrenOf(node)) chosen.add(child);
  }
  const queue = [...roots];
  for (let at = 0; at < queue.length && chosen.size < cap; at++) {
    for (const child of childrenOf(queue[at])) {
      if (chosen.size >= cap) break;
      chosen.add(child);
      queue.push(child);
    }
  }
  const jumped = isCut ? tail[0] : -1;
  const inOrder = [...chosen].sort((one, other) => one - other);
  for (const node of inOrder)
    nodes.set(node, { children: [], hidden: 0, mark: "", jumped: node === jumped });
  for (const node of inOrder) {
    const above = node === jumped ? path[HEAD - 1] : film.parent[node];
    nodes.get(above)?.children.push(node);
  }
  for (const [node, entry] of nodes) {
    entry.hidden = childrenOf(node).filter((child) => !nodes.has(child) || child === jumped).length;
    entry.mark = entry.hidden ? `+${entry.hidden}` : opened.has(node) ? "−" : "";
  }
  const earlier = roots.filter((root) => film.createdAt[root] < since).length;
  const total = earlier + countCreated(film, event) - countCreated(film, since - 1);
  return { roots, nodes, onPath: new Set(path), total, shown: nodes.size };
}

/** Return the number of nodes created so far. @type {(film: Film, event: number) => number} */
const countCreated = (film, event) =>
  countLeading(film.nodeCount, (node) => film.createdAt[node] <= event);
