// Solve with the page's own solver instead of Python, if algorithm and engine are left open. Python
// formats the result, as for any search.

import { goalCells, parseShape } from "../puzzle/grid.js";
import { isSolvable } from "../puzzle/solvability.js";
import { solve } from "../solver/client.js";

/**
 * @typedef {RequestBody & {cells: Cells, shape: string}} BoardBody
 * @typedef {import("../solver/solver.js").Answer} Answer
 */

/** @param {BoardBody} body */
function boardOf({ cells, shape: written, goal = "blank-first" }) {
  const shape = parseShape(written);
  return { cells, goal: goalCells(goal, shape), shape };
}

/**
 * Return whether the page's own solver can run a job.
 * @param {string} kind @param {RequestBody} body @returns {body is BoardBody}
 */
export function canSolveInPage(kind, body) {
  const { algorithm, preset = "textbook", engine = "auto", conventions } = body;
  const isOpen = !algorithm && preset === "textbook" && engine === "auto";
  if (kind !== "search" || !isOpen || Object.keys(conventions ?? {}).length) return false;
  const { cells, goal, shape } = boardOf(/** @type {BoardBody} */ (body));
  return isSolvable(cells, goal, shape);
}

/**
 * Run a search with the events of a job, and return its result.
 * @param {BoardBody} body
 * @param {Backend["ask"]} ask Python, which describes results
 * @param {(event: JobEvent) => void} onevent @param {AbortSignal} [signal]
 */
export async function solveInPage(body, ask, onevent, signal) {
  const { cells, shape, goal } = body;
  const began = performance.now();
  const count = (/** @type {Answer} */ { nodes, moves }) => ({
    expanded: nodes,
    generated: nodes,
    search_depth: moves?.length ?? 0,
    seconds: (performance.now() - began) / 1000,
  });
  const describe = (/** @type {string} */ status, /** @type {Answer} */ answer) => {
    const { moves, lowerBound, patterns: heuristic } = answer;
    const found = { status, moves, lower_bound: lowerBound, counters: count(answer), heuristic };
    return ask("found", { cells, shape, goal, found });
  };
  let best = Infinity;
  /** @type {Promise<void> | null} */
  let describing = null;
  const report = (/** @type {Answer} */ answer) => {
    const counters = count(answer);
    if (answer.building !== undefined) {
      const doing = "building the pattern databases (first use only)";
      onevent({ event: "progress", doing, fraction: answer.building });
    } else if (answer.moves && answer.moves.length < best && !describing) {
      best = answer.moves.length;
      describing = describe("running", answer).then((described) => {
        describing = null;
        onevent({ event: "improved", best: described, counters });
      });
    } else onevent({ event: "progress", counters });
  };
  const answer = await solve({ ...boardOf(body), seconds: body.seconds }, { report, signal });
  signal?.throwIfAborted();
  await describing;
  return describe(answer.proven ? "solved" : "time-limit", answer);
}
