// What a film knows about one node, in words, for the card of a node that is tapped.

import { LETTERS } from "../puzzle/grid.js";
import { CUT_OFF, DUPLICATE, GOAL, SKIP } from "./events.js";
import { NEVER } from "./film.js";
import { shortNumber } from "./narrate.js";

/**
 * {g, h, f, path, generated, expanded, rank, fate}; events as numbers, -1 where there is none.
 * @param {Film} film @param {number} node
 */
export function nodeFacts(film, node) {
  const figure = (/** @type {number} */ value) => (Number.isNaN(value) ? null : shortNumber(value));
  const event = (/** @type {number} */ at) => (at === NEVER ? -1 : at);
  return {
    g: film.g[node],
    h: figure(film.h[node]),
    f: figure(film.f[node]),
    path: film
      .pathTo(node)
      .slice(1)
      .map((at) => LETTERS[film.move[at]].repeat(film.tilesMoved(at)))
      .join(""),
    generated: event(film.createdAt[node]),
    expanded: event(film.expandedAt[node]),
    rank: film.rank[node],
    fate: fateOf(film, node),
  };
}

/** What happened to it by the end of the film. @param {Film} film @param {number} node */
function fateOf(film, node) {
  if (film.fate[node] === DUPLICATE) return "dropped: its board was reached before";
  const left = film.leftAt[node];
  const how = left === NEVER ? -1 : film.kind[left];
  if (how === GOAL || isGoal(film, node)) return "the goal";
  if (film.expandedAt[node] !== NEVER) return "expanded";
  if (how === SKIP) return "skipped: a copy of its board was expanded first";
  if (how === CUT_OFF) return "cut off: it lies beyond the bound";
  return film.truncated ? "still waiting when the film was full" : "never expanded";
}

/** @type {(film: Film, node: number) => boolean} */
function isGoal(film, node) {
  const last = film.length - 1;
  return last >= 0 && film.kind[last] === GOAL && film.node[last] === node;
}
