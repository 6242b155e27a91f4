// The frontier at any moment, in its true order, rebuilt from when nodes joined and left it.

import { CUT_OFF, DUPLICATE, EXPAND, joinsFrontier, RESTART } from "./events.js";
import { costs } from "./narrate.js";

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
  state: "the smaller board first",
  "move-state": "the first move first, then the smaller board",
  "move-heap-strict": "the first move first, then in the order heapq will take them",
  heap: "in the order heapq will take them",
  "heap-strict": "in the order heapq will take them",
  "heap-java": "in the order Java's PriorityQueue will take them",
};

/** Which of g and h decides among equal f, if one does, and what decides after it. @param {string} ties */
function tieBreakers(ties) {
  const [, second = "", third] = /^(?:lower-(g|h)(?:-|$))?(.*)$/.exec(ties) ?? [];
  return { second: /** @type {"g" | "h" | ""} */ (second), third: third || "first-in" };
}

export class Frontier {
  /** @param {Film} film */
  constructor(film) {
    this._film = film;
    const { title, rule, held = "waiting" } = FRONTIERS[film.frontierKind];
    const { second, third } = tieBreakers(film.ties);
    const ties = `equal f: ${second && `lower ${second}, then `}${TIE_WORDS[third]}`;
    this.title = title;
    this.held = held;
    /** In words, which node is taken next. */
    this.rule = film.frontierKind === "priority" ? `${rule} · ${ties}` : rule;
    const joining = [...film.kind.keys()].filter((event) => joinsFrontier(film.kind[event]));
    /** The nodes that ever wait, next to leave first. */
    this._order = joining.map((event) => film.node[event]);
    if (film.frontierKind === "stack") this._order.reverse();
    if (film.frontierKind === "priority") this._order.sort(priorityOrder(film));
    if (film.frontierKind === "layers")
      this._order.sort((one, other) => film.h[one] - film.h[other]);
  }

  /** Return its parts after an event, each with `limit` nodes at most. @param {number} event @returns {Group[]} */
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

  /** The path that the search is on, deepest first. @param {number} event */
  _path(event) {
    const film = this._film;
    const focus = film.focus(event);
    const path = focus < 0 ? [] : film.pathTo(focus);
    if (film.kind[event] === CUT_OFF || film.kind[event] === DUPLICATE) path.pop();
    return path.reverse();
  }

  /** Hill climbing looks at the children of one node and forgets them at the next. @param {number} event */
  _neighbours(event) {
    const film = this._film;
    const since = film.find([EXPAND, RESTART], event + 1, -1);
    const children = this._order.filter(
      (node) => film.joinedAt[node] > since && film.joinedAt[node] <= event,
    );
    return children.sort((one, other) => film.h[one] - film.h[other]);
  }

  /** Describe its parts to people who hear the page. @param {Group[]} groups */
  words(groups) {
    return groups
      .map(({ title, nodes, total }) => {
        const first = nodes
          .slice(0, 3)
          .map((node) => `node ${node + 1} (${costs(this._film, node)})`);
        const next = first.length ? `; next ${first.join(", then ")}` : "";
        return `${title || this.title}: ${total} nodes${next}`;
      })
      .join(". ");
  }
}

/** @param {Film} film @returns {Order} */
function priorityOrder(film) {
  const { f, joinedAt, leftAt } = film;
  const { second, third } = tieBreakers(film.ties);
  /** @type {Order} */
  const inOrder = (one, other) => joinedAt[one] - joinedAt[other];
  /** @type {Record<string, Order>} */
  const rules = {
    "first-in": inOrder,
    "last-in": (one, other) => inOrder(other, one),
    state: (one, other) => compareCells(film, one, other) || inOrder(one, other),
  };
  // What a heap makes of equals is repeatable but no simple rule: the film shows how it went.
  const tied = rules[third] ?? ((one, other) => leftAt[one] - leftAt[other] || inOrder(one, other));
  const key = second && film[second];
  return (one, other) => f[one] - f[other] || (key && key[one] - key[other]) || tied(one, other);
}

/** @type {(film: Film, one: number, other: number) => number} */
function compareCells(film, one, other) {
  const others = film.cells(other);
  const at = film.cells(one).findIndex((tile, cell) => tile !== others[cell]);
  return at < 0 ? 0 : film.cells(one)[at] - others[at];
}
