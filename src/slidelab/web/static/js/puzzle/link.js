// A link carries board, goal, algorithm, conventions and step: #/watch?b=3x3:1.2.5.3.4.0.6.7.8&…
// Defaults are left out, so that links are short.

import { goalCells, parseShape, shapeText } from "./grid.js";
import { boardProblems, goalName } from "./solvability.js";

/** @typedef {"algorithm" | "heuristic" | "preset" | "engine"} Choice */

/** @type {Readonly<Record<Choice, string>>} */
export const DEFAULTS = Object.freeze({
  algorithm: "auto", // what suits the board
  heuristic: "manhattan",
  preset: "textbook",
  engine: "auto",
});
const MOST_ROWS = 40;
/** @type {[string, Choice][]} */
const SHORT = [
  ["a", "algorithm"],
  ["h", "heuristic"],
  ["p", "preset"],
  ["e", "engine"],
];

/**
 * Return the link to a view, with the step of a film or the rows of a comparison.
 * @param {string} view @param {Problem} problem
 * @param {{step?: number | null, rows?: string[]}} [extras]
 */
export function encodeLink(view, problem, { step = null, rows = [] } = {}) {
  const query = new URLSearchParams();
  query.set("b", `${shapeText(problem.shape)}:${problem.cells.join(".")}`);
  const goal = goalName(problem.goal, problem.shape);
  if (goal !== "blank-first")
    query.set("g", goal === "own" ? goalCells(problem.goal, problem.shape).join(".") : goal);
  for (const [key, field] of SHORT) {
    if (problem[field] !== DEFAULTS[field]) query.set(key, problem[field]);
  }
  for (const [name, value] of Object.entries(problem.conventions))
    query.set(`c.${name}`, `${value}`);
  for (const [name, value] of Object.entries(problem.parameters))
    query.set(`n.${name}`, `${value}`);
  for (const row of rows) query.append("r", row);
  if (step) query.set("s", String(step));
  // Colons and dots are safe in a fragment and far easier to read.
  return `#/${view}?${query.toString().replaceAll("%3A", ":")}`;
}

/** Read a link; `problem` has only the fields that it sets. @param {string} hash */
export function decodeLink(hash) {
  const [path, search = ""] = hash.replace(/^#\/?/, "").split("?");
  const query = new URLSearchParams(search);
  /** @type {Partial<Problem>} */
  const problem = {};
  /** @type {string[]} */
  const problems = [];
  readBoard(query, problem, problems);
  for (const [key, field] of SHORT) {
    const name = query.get(key);
    if (name && /^[\w\\/.:,()[\]*+ -]{1,1000}$/.test(name)) problem[field] = name;
  }
  problem.conventions = prefixed(query, "c.");
  problem.parameters = prefixed(query, "n.");
  const step = /^\d{1,7}$/.test(query.get("s") ?? "") ? Number(query.get("s")) : null;
  const rows = query.getAll("r").map((row) => row.slice(0, 200));
  const [view, entry = ""] = path.split("/");
  return { view, entry, problem, step, rows: rows.slice(0, MOST_ROWS), problems };
}

/** @type {(query: URLSearchParams, problem: Partial<Problem>, problems: string[]) => void} */
function readBoard(query, problem, problems) {
  const written = query.get("b");
  if (written === null) return;
  try {
    const [shapePart, cellsPart = ""] = written.split(":");
    const shape = parseShape(shapePart);
    const cells = readList(cellsPart, shape);
    const goal = query.get("g") ?? "blank-first";
    const named = goal === "blank-first" || goal === "blank-last";
    Object.assign(problem, { shape, cells, goal: named ? goal : readList(goal, shape) });
  } catch (error) {
    problems.push(
      `The board in this link cannot be read: ${/** @type {Error} */ (error).message}.`,
    );
  }
}

/** @type {(text: string, shape: Shape) => Cells} */
function readList(text, shape) {
  const cells = text.split(".").map((field) => (/^\d{1,3}$/.test(field) ? Number(field) : field));
  const [wrong] = boardProblems(cells, shape);
  if (wrong) throw new RangeError(wrong.text);
  return /** @type {Cells} */ (cells);
}

/** @type {(query: URLSearchParams, prefix: string) => Settings} */
function prefixed(query, prefix) {
  /** @type {Settings} */
  const found = {};
  for (const [key, text] of query) {
    if (!key.startsWith(prefix) || !/^\w{1,40}$/.test(key.slice(prefix.length))) continue;
    found[key.slice(prefix.length)] = readValue(text);
  }
  return found;
}

/** @param {string} text */
function readValue(text) {
  if (text === "true" || text === "false") return text === "true";
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text.slice(0, 40);
}

/** Return an algorithm that can be watched: A* for "auto". @param {string} algorithm */
export const watchableAlgorithm = (algorithm) => (algorithm === "auto" ? "astar" : algorithm);

/** Whether two problems ask for the same search. @param {Problem} one @param {Problem} other */
export const sameProblem = (one, other) => encodeLink("", one) === encodeLink("", other);

/** Return the fields of a problem for a request. @param {Problem} problem */
export function requestBody(problem) {
  const { cells, goal, algorithm, heuristic, preset, engine, conventions, parameters } = problem;
  const open = algorithm === "auto";
  const shape = shapeText(problem.shape);
  const named = goalName(goal, problem.shape);
  return {
    cells,
    shape,
    goal: named === "own" ? goalCells(goal, problem.shape) : named,
    algorithm: open ? null : algorithm,
    heuristic: open ? null : heuristic,
    preset,
    conventions,
    parameters,
    engine,
  };
}

/**
 * Return the body of a request to read the rows of a comparison.
 * @param {Problem} problem @param {string[]} rows
 */
export function rowsBody(problem, rows) {
  const { shape, heuristic, preset, conventions, engine } = requestBody({
    ...problem,
    algorithm: "",
  });
  return { shape, heuristic, preset, conventions, engine, rows };
}
