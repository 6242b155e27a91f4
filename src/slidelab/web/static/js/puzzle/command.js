// Write a problem as plain text, with the command that solves it.

import { goalCells } from "./grid.js";
import { DEFAULTS } from "./link.js";
import { writeRows } from "./notation.js";
import { goalName } from "./solvability.js";

/** @param {[string, Setting]} setting */
function setting([name, value]) {
  return `--set ${name}=${typeof value === "boolean" ? (value ? "yes" : "no") : value}`;
}

/** Return the command for a problem: `slidelab solve …`. @param {Problem} problem */
export function commandOf(problem) {
  const { shape, goal, algorithm, heuristic, preset, conventions, parameters } = problem;
  const named = goalName(goal, shape);
  const words = ["slidelab solve", `"${writeRows(problem.cells, shape)}"`];
  if (named === "own") words.push(`--goal "${writeRows(goalCells(goal, shape), shape)}"`);
  else if (named !== "blank-first") words.push(`--goal ${named}`);
  if (algorithm !== "auto") words.push(`-a ${algorithm} -H "${heuristic}"`);
  for (const [name, value] of Object.entries(parameters)) words.push(`--set ${name}=${value}`);
  if (preset !== DEFAULTS.preset) words.push(`--preset ${preset}`);
  return [...words, ...Object.entries(conventions).map(setting)].join(" ");
}

/** Return start, goal and command as text. @param {Problem} problem */
export function problemText(problem) {
  const { cells, shape, goal } = problem;
  return [
    `Start: ${writeRows(cells, shape)}`,
    `Goal: ${writeRows(goalCells(goal, shape), shape)}`,
    commandOf(problem),
    "",
  ].join("\n");
}
