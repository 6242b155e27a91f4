// One plain sentence for each event: what screen readers hear and everyone can read.

import { LETTERS, WORDS } from "../puzzle/grid.js";
import {
  BOUND,
  CUT_OFF,
  DUPLICATE,
  EVENT_NAMES,
  EXPAND,
  GENERATE,
  GOAL,
  IMPROVE,
  RESTART,
  SKIP,
  START,
  SUBGOAL,
} from "./events.js";

/** @param {number} value */
export const shortNumber = (value) =>
  Number.isInteger(value) ? String(value) : String(Math.round(value * 100) / 100);

const number = (/** @type {number} */ value) => value.toLocaleString("en");

/** "g 2 + h 3 = f 5", or as much of it as is known. @param {Film} film @param {number} node */
export function costs(film, node) {
  const parts = [`g ${film.g[node]}`];
  if (!Number.isNaN(film.h[node])) parts.push(`h ${shortNumber(film.h[node])}`);
  if (!Number.isNaN(film.f[node])) parts.push(`f ${shortNumber(film.f[node])}`);
  return parts.join(", ");
}

/** @type {(film: Film, event: number) => string} */
export function narrate(film, event) {
  const kind = film.kind[event];
  const node = film.node[event];
  if (kind === START) return "The search begins.";
  if (kind === BOUND) {
    const [, bound] = film.boundAt(event) ?? [];
    return `A new iteration begins, with bound ${shortNumber(bound ?? 0)}.`;
  }
  if (kind === SUBGOAL) {
    const words = film.subgoalAt(event) ?? "";
    return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`;
  }
  if (node < 0) return EVENT_NAMES[kind];
  const name = `node ${number(node + 1)}`;
  const parent = film.parent[node];
  const by =
    parent < 0
      ? "the root"
      : `moving the blank ${moveWords(film, node)} from ${number(parent + 1)}`;
  switch (kind) {
    case GENERATE:
      return `Generate ${name} (${costs(film, node)}): ${by}; it joins the frontier.`;
    case DUPLICATE:
      return `Drop ${name}: ${by} leads to a board that was reached before.`;
    case IMPROVE:
      return `Push ${name} (${costs(film, node)}): a cheaper path to a board that was reached before.`;
    case EXPAND:
      return `Expand ${name} (${costs(film, node)}), expansion ${number(film.rank[node])}: its children come next.`;
    case SKIP:
      return `Skip ${name}: another copy of its board was expanded first.`;
    case CUT_OFF:
      return `Cut off ${name} (${costs(film, node)}): it lies beyond the bound.`;
    case RESTART:
      return `Stuck: start over from ${name}, at the end of a random walk.`;
    case GOAL:
      return `Goal! ${name[0].toUpperCase()}${name.slice(1)} is the goal, ${number(film.g[node])} moves deep.`;
    default:
      return EVENT_NAMES[kind];
  }
}

/** Which line of the pseudo-code each kind of event lights. @param {PseudocodeLine[]} pseudocode */
export function linesByEvent(pseudocode) {
  return EVENT_NAMES.map((name) => pseudocode.findIndex((line) => line.events.includes(name)));
}

/** @type {(film: Film, node: number) => string} */
function moveWords(film, node) {
  const tiles = film.tilesMoved(node);
  const direction = WORDS[LETTERS[film.move[node]]];
  return tiles > 1 ? `${direction} by ${tiles}` : direction;
}
