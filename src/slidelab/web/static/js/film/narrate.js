// Describe the events and nodes of a film in words, for everyone and for screen readers.

import { LETTERS, WORDS } from "../puzzle/grid.js";
import { CUT_OFF, DUPLICATE, EVENT_NAMES, GOAL, SKIP } from "./events.js";
import { NEVER } from "./film.js";

/** @param {number} value */
export const shortNumber = (value) => String(Math.round(value * 100) / 100);

const number = (/** @type {number} */ value) => value.toLocaleString("en");

/** Return "g 2, h 3, f 5", or what of it is known. @param {Film} film @param {number} node */
export function costText(film, node) {
  const parts = [`g ${film.g[node]}`];
  if (!Number.isNaN(film.h[node])) parts.push(`h ${shortNumber(film.h[node])}`);
  if (!Number.isNaN(film.f[node])) parts.push(`f ${shortNumber(film.f[node])}`);
  return parts.join(", ");
}

/** Return the state of a node after an event. @param {Film} film @param {number} node @param {number} event */
export function nodeState(film, node, event) {
  if (film.kind[event] === GOAL && film.node[event] === node) return "goal";
  if (film.createdBy[node] === DUPLICATE) return "dropped";
  if (film.expandedAt[node] <= event) return "expanded";
  const leaver = film.leftAt[node] <= event ? film.kind[film.leftAt[node]] : -1;
  return leaver === CUT_OFF || leaver === SKIP ? "dropped" : "waiting";
}

/** Say what happened to a node by the end of the film. @param {Film} film @param {number} node */
export function describeFate(film, node) {
  if (film.createdBy[node] === DUPLICATE) return "dropped: its board was reached before";
  if (nodeState(film, node, film.length - 1) === "goal") return "the goal";
  if (film.expandedAt[node] !== NEVER) return "expanded";
  const how = film.kind[film.leftAt[node]]; // undefined where it never left
  if (how === SKIP) return "skipped: a copy of its board was expanded first";
  if (how === CUT_OFF) return "cut off: it lies beyond the bound";
  return film.truncated ? "still waiting when the film ended" : "never expanded";
}

/** Return the blank's moves from the root to a node. @param {Film} film @param {number} node */
export const lettersTo = (film, node) =>
  film
    .pathTo(node)
    .slice(1)
    .map((at) => LETTERS[film.move[at]].repeat(film.tilesMoved(at)))
    .join("");

/** Describe an event in a sentence. @param {Film} film @param {number} event */
export function narrate(film, event) {
  const node = film.node[event];
  const name = `node ${number(node + 1)}`;
  const named = `${name} (${costText(film, node)})`;
  const parent = film.parent[node];
  const by =
    parent < 0
      ? "the root"
      : `moving the blank ${moveWords(film, node)} from ${number(parent + 1)}`;
  switch (EVENT_NAMES[film.kind[event]]) {
    case "start":
      return "The search begins.";
    case "bound":
      return `A new iteration begins, with bound ${shortNumber(film.boundAt(event)?.[1] ?? 0)}.`;
    case "subgoal": {
      const words = film.subgoals.get(event) ?? "";
      return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
    }
    case "generate":
      return `Generate ${named}: ${by}; it joins the frontier.`;
    case "duplicate":
      return `Drop ${name}: ${by} leads to a board that was reached before.`;
    case "improve":
      return `Push ${named}: a cheaper path to a board that was reached before.`;
    case "expand":
      return `Expand ${named}, expansion ${number(film.rank[node])}: its children come next.`;
    case "skip":
      return `Skip ${name}: another copy of its board was expanded first.`;
    case "cut-off":
      return `Cut off ${named}: it lies beyond the bound.`;
    case "restart":
      return `Stuck: start over from ${name}, at the end of a random walk.`;
    default:
      return `Goal! N${name.slice(1)} is the goal, ${number(film.g[node])} moves deep.`;
  }
}

/** @type {(film: Film, node: number) => string} */
function moveWords(film, node) {
  const tiles = film.tilesMoved(node);
  const direction = WORDS[LETTERS[film.move[node]]];
  return tiles > 1 ? `${direction} by ${tiles}` : direction;
}
