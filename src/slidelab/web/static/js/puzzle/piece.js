// What is on the screen in forms that need no server: as HTML made of the page's own elements, as
// `slidelab draw` writes it, and as plain text with the command that does the same.

import { goalCells, shapeText } from "./grid.js";
import { DEFAULTS } from "./link.js";
import { writeRows } from "./notation.js";
import { goalName } from "./solvability.js";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => String(text).replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]);

function element(name, attributes, inside = "") {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${written.join("")}>${inside}</${name}>`;
}

/** No text in it can end the element early. */
const json = (value) =>
  `<script type="application/json">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;

const position = ({ cells, shape, goal }) => ({
  cells: cells.join(","),
  shape: shapeText(shape),
  goal: goalCells(goal, shape).join(","),
});

export const boardPiece = (problem) =>
  element("slide-board", { ...position(problem), style: "display: block; max-width: 24em" });

export const pathPiece = (problem, moves) =>
  element("slide-player", { ...position(problem), moves, style: "max-width: 40em" });

/** `told` is what a `<search-film>` loads: {film, pseudocode, graph}. */
export const filmPiece = (told, step = 0) => element("search-film", { step }, json(told));

/** `told` is what a `<search-comparison>` reads: {shape, start, goal, rows}. */
export const comparisonPiece = (told) => element("search-comparison", {}, json(told));

/**
 * A file that opens anywhere, also without a network: `piece` with its script inside.
 * @param {string} title
 * @param {string} piece
 * @param {string} script
 */
export function wholePage(title, piece, script) {
  const name = escaped(title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${name}</title>
</head>
<body style="margin: 1.5em auto; padding: 0 1em; max-width: 90em; font: 1rem/1.5 system-ui">
<h1 style="font-size: 1.2rem">${name}</h1>
${piece}
<script>
${script.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}

function setting([name, value]) {
  return `--set ${name}=${typeof value === "boolean" ? (value ? "yes" : "no") : value}`;
}

/**
 * The command that searches for the same: `slidelab solve …`.
 * @param {Problem} problem
 */
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

/**
 * Start, goal and command, to be pasted anywhere.
 * @param {Problem} problem
 */
export function problemText(problem) {
  const { cells, shape, goal } = problem;
  return [
    `Start: ${writeRows(cells, shape)}`,
    `Goal: ${writeRows(goalCells(goal, shape), shape)}`,
    commandOf(problem),
    "",
  ].join("\n");
}
