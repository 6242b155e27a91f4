// The frontier at any moment, in its order, computed from when nodes joined and left it.

import { CUT_OFF, DUPLICATE, EXPAND, joinsFrontier, RESTART } from "./events.js";
import { costText } from "./narrate.js";

/**
 * @typedef {(one: number, other: number) => number} Order
 * @typedef {{title: string, nodes: number[], total: number}} Group a part of the frontier: its first
 *   nodes, next to leave first, and how many it has
 */

/**
 * What each kind of frontier is called and which end is taken first.
 * @type {Record<string, {title: string, rule: string, held?: string}>}
 */
export const FRONTIERS = {
  queue: { title: "Queue", rule: "first in, first out" },
  stack: { title: "Stack", rule: "last in, first out" },
  priority: { title: "Priority queue", rule: "lowest f first" },
  path: { title: "Path", rule: "only the current path", held: "on the path" },
  "two-queues": { title: "Two queues", rule: "the smaller layer goes next" },
  layers: { title: "Beam", rule: "best of each layer" },
  single: { title: "Neighbours", rule: "only the current node", held: "looked at" },
};

/** @type {Record<string, string>} */
const TIE_WORDS = {
  "first-in": "first in first",
  "last-in": "last in first",
  "lower-h": "lower h, then first in first",
  state: "the smaller board first",
  heap: "in the order heapq will take them",
  "heap-strict": "in the order heapq will take them",
  "heap-java": "in the order Java's PriorityQueue will take them",
};

export class Frontier {
  /** @param {Film} film */
  constructor(film) {
    this._film = film;
    const { title, rule, held = "waiting" } = FRONTIERS[film.frontierKind];
    const ties = `equal f: ${TIE_WORDS[film.ties] ?? film.ties}`;
    this.title = title;
    this.held = held;
    /** Which node is expanded next, in words. */
    this.rule = film.frontierKind === "priority" ? `${rule} · ${ties}` : rule;
    const joining = [...film.kind.keys()].filter((event) => joinsFrontier(film.kind[event]));
    /** All nodes that were ever in the frontier, those to leave first in front. */
    this._order = joining.map((event) => film.node[event]);
    if (film.frontierKind === "stack") this._order.reverse();
    if (film.frontierKind === "priority") this._order.sort(priorityOrder(film));
    if (film.frontierKind === "layers")
      this._order.sort((one, other) => film.h[one] - film.h[other]);
  }

  /** Return the parts of the frontier after an event, each with up to `limit` nodes. @param {number} event @returns {Group[]} */
  at(event, limit = Infinity) {
    const film = this._film;
    /** @type {(title: string, nodes: number[]) => Group} */
    const group = (title, nodes) => ({ title, nodes: nodes.slice(0, limit), total: nodes.length });
    if (film.frontierKind === "path") return [group("", this._path(event))];
    if (film.frontierKind === "single") return [group("", this._neighbours(event))];
    const waiting = this._order.filter(
      (node) => film.joinedAt[node] <= event && event < film.leftAt[node],
    );
    if (film.frontierKind === "two-queues") {
      const [forward, backward] = film.rootsAt(event);
      return [
        group(
          "From the start",
          waiting.filter((node) => film.root[node] === forward),
        ),
        group(
          "From the goal",
          waiting.filter((node) => film.root[node] === backward),
        ),
      ];
    }
    if (film.frontierKind === "layers") {
      const last = film.find([EXPAND], event + 1, -1);
      const depth = last < 0 ? 0 : film.g[film.node[last]];
      const beam = waiting.filter((node) => film.g[node] <= depth);
      beam.sort((one, other) => film.leftAt[one] - film.leftAt[other]);
      return [
        group("Beam", beam),
        group(
          "Candidates, by h",
          waiting.filter((node) => film.g[node] > depth),
        ),
      ];
    }
    return [group("", waiting)];
  }

  /** Return the current path, deepest node first. @param {number} event */
  _path(event) {
    const film = this._film;
    const focus = film.focus(event);
    const path = focus < 0 ? [] : film.pathTo(focus);
    if (film.kind[event] === CUT_OFF || film.kind[event] === DUPLICATE) path.pop();
    return path.reverse();
  }

  /** Return the children of the current node of hill climbing. @param {number} event */
  _neighbours(event) {
    const film = this._film;
    const since = film.find([EXPAND, RESTART], event + 1, -1);
    const children = this._order.filter(
      (node) => film.joinedAt[node] > since && film.joinedAt[node] <= event,
    );
    return children.sort((one, other) => film.h[one] - film.h[other]);
  }

  /** Describe the parts for screen readers. @param {Group[]} groups */
  words(groups) {
    return groups
      .map(({ title, nodes, total }) => {
        const first = nodes
          .slice(0, 3)
          .map((node) => `node ${node + 1} (${costText(this._film, node)})`);
        const next = first.length ? `; next ${first.join(", then ")}` : "";
        return `${title || this.title}: ${total} nodes${next}`;
      })
      .join(". ");
  }
}

/** @param {Film} film @returns {Order} */
function priorityOrder(film) {
  const { f, joinedAt, leftAt } = film;
  /** @type {Order} */
  const inOrder = (one, other) => joinedAt[one] - joinedAt[other];
  /** @type {Record<string, Order>} */
  const rules = {
    "first-in": inOrder,
    "last-in": (one, other) => inOrder(other, one),
    "lower-h": (one, other) => film.h[one] - film.h[other] || inOrder(one, other),
    state: (one, other) => compareCells(film, one, other) || inOrder(one, other),
  };
  // How a heap orders equal f follows no simple rule: take the order in which nodes left.
  const byLeaving = (/** @type {number} */ one, /** @type {number} */ other) =>
    leftAt[one] - leftAt[other] || inOrder(one, other);
  const breakTie = rules[film.ties] ?? byLeaving;
  return (one, other) => f[one] - f[other] || breakTie(one, other);
}

/** @type {(film: Film, one: number, other: number) => number} */
function compareCells(film, one, other) {
  const others = film.cells(other);
  const at = film.cells(one).findIndex((tile, cell) => tile !== others[cell]);
  return at < 0 ? 0 : film.cells(one)[at] - others[at];
}
