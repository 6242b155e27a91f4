// Searches that the page's own solver does in place of Python: those that leave algorithm and engine
// open. Python describes the result, as that of any search.

import { goalCells, parseShape } from "../puzzle/grid.js";
import { isSolvable } from "../puzzle/solvability.js";
import { solve } from "../solver/client.js";
import { EXACT_CELLS } from "../solver/solver.js";
import { keepTrial } from "./trials.js";

function boardOf({ cells, shape: written, goal = "blank-first" }) {
  const shape = parseShape(written);
  return { cells, goal: goalCells(goal, shape), shape };
}

/** Whether the solver does what is asked. */
export function suitsSolver(kind, body) {
  const { algorithm, heuristic, preset = "textbook", engine = "auto", cells } = body;
  const isOpen = (heuristic || "auto") === "auto" && preset === "textbook" && engine === "auto";
  const isUsual = !Object.keys({ ...body.conventions, ...body.parameters }).length;
  if (kind !== "search" || !isOpen || !isUsual) return false;
  const board = boardOf(body);
  if (!isSolvable(board.cells, board.goal, board.shape)) return false;
  const isSmall = cells.length <= EXACT_CELLS;
  return !algorithm || algorithm === (isSmall ? heuristic && "ida" : "anytime");
}

/**
 * Search, with the events of any job.
 * @param {any} body
 * @param {(kind: string, body: any) => Promise<any>} ask Python, which describes what was found
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<import("./types.js").JobEvent>}
 */
export async function* solveInPage(body, ask, signal) {
  const board = boardOf(body);
  const isExact = board.cells.length <= EXACT_CELLS;
  const began = performance.now();
  const counted = ({ nodes, moves }) => ({
    expanded: nodes,
    generated: nodes,
    search_depth: moves?.length ?? 0,
    seconds: (performance.now() - began) / 1000,
  });
  const describe = async (status, answer) => {
    const { moves, lowerBound, patterns } = answer;
    const heuristic = isExact && patterns ? patterns : undefined;
    const found = { status, moves, lower_bound: lowerBound, counters: counted(answer), heuristic };
    const { cells, shape, goal } = body;
    return ask("found", { cells, shape, goal, found });
  };
  const news = [];
  let wake = () => {};
  const report = (answer) => {
    news.push(answer);
    wake();
  };
  let done = null;
  const solving = solve({ ...board, seconds: body.seconds }, { report, signal }).finally(() => {
    done = true;
    wake();
  });
  solving.catch(() => null); // it is awaited below
  let best = Number.POSITIVE_INFINITY;
  while (!done || news.length) {
    if (!news.length)
      await new Promise((resolve) => {
        wake = () => resolve(null);
      });
    signal?.throwIfAborted();
    const answer = news.pop();
    news.length = 0;
    if (!answer) continue;
    if (answer.building !== undefined) {
      const doing = "building the pattern databases (first use only)";
      yield { event: "progress", doing, fraction: answer.building };
    } else if (answer.moves && answer.moves.length < best) {
      best = answer.moves.length;
      const { result } = await describe("running", answer);
      yield { event: "improved", best: result, counters: counted(answer) };
    } else yield { event: "progress", counters: counted(answer) };
  }
  const answer = await solving;
  const { result, trial } = await describe(answer.proven ? "solved" : "time-limit", answer);
  if (trial) await keepTrial(trial);
  yield { event: "result", result };
}
