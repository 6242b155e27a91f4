// Searches that the page's own solver does in place of Python: those that leave algorithm and engine
// open. Python describes the result, as that of any search.

import { goalCells, parseShape } from "../puzzle/grid.js";
import { isSolvable } from "../puzzle/solvability.js";
import { solve } from "../solver/client.js";
import { EXACT_CELLS } from "../solver/solver.js";
import { answer } from "./python.js";

/** Default time limit for boards without a known shortest path, as on a server. */
const SECONDS = 10;

function boardOf({ cells, shape: written, goal = "blank-first" }) {
  const shape = parseShape(written);
  return { cells, goal: goalCells(goal, shape), shape };
}

/** Whether the solver does what is asked. */
export function suitsSolver(kind, body) {
  const { algorithm, heuristic, preset = "textbook", engine = "auto", cells } = body;
  const isOpen = (heuristic || "auto") === "auto" && preset === "textbook" && engine === "auto";
  const isUsual = !Object.keys({ ...body.conventions, ...body.parameters }).length;
  if (kind !== "searches" || !isOpen || !isUsual) return false;
  const board = boardOf(body);
  if (!isSolvable(board.cells, board.goal, board.shape)) return false;
  const isSmall = cells.length <= EXACT_CELLS;
  return !algorithm || algorithm === (isSmall ? heuristic && "ida" : "anytime");
}

/** One search, with the interface of `PythonWorker`. */
export class SolverSearch {
  constructor() {
    /** @type {(message: any) => void} */
    this.hear = () => {};
    this._abort = new AbortController();
  }

  /** Begin or stop. */
  say({ text, stop }) {
    if (stop) this._abort.abort();
    else this._search(JSON.parse(text)).catch(({ message }) => this.hear({ lost: message }));
  }

  end() {
    this._abort.abort();
  }

  async _search(body) {
    const board = boardOf(body);
    const isExact = board.cells.length <= EXACT_CELLS;
    const seconds = isExact ? undefined : (body.limits?.seconds ?? SECONDS);
    const began = performance.now();
    let best = Number.POSITIVE_INFINITY;
    const describe = async (status, { moves, lowerBound, nodes, patterns = "" }) => {
      const counters = { expanded: nodes, generated: nodes, search_depth: moves?.length ?? 0 };
      const found = {
        status,
        moves,
        lower_bound: lowerBound,
        counters: { ...counters, seconds: (performance.now() - began) / 1000 },
        heuristic: isExact && patterns ? patterns : undefined,
      };
      const told = await answer("found", JSON.stringify({ ...body, found }));
      return { ...told, counters: found.counters };
    };
    const tell = (event, data) => this.hear({ event, data: JSON.stringify(data) });
    const report = async (news) => {
      const { moves, building, nodes } = news;
      if (building !== undefined) {
        tell("progress", {
          doing: "building the pattern databases (first use only)",
          fraction: building,
        });
      } else if (moves && moves.length < best) {
        best = moves.length;
        const { status, body: told, counters } = await describe("running", news);
        if (status === 200) tell("improved", { counters, best: told.result });
      } else {
        const counters = { expanded: nodes, seconds: (performance.now() - began) / 1000 };
        tell("progress", { counters, lower_bound: news.lowerBound });
      }
    };
    const found = await solve({ ...board, seconds }, { report, signal: this._abort.signal });
    const ended = found.stopped ? "cancelled" : found.proven ? "solved" : "time-limit";
    const { status, body: told } = await describe(ended, found);
    if (status !== 200) tell("error", { problem: told });
    else {
      if (told.trial) tell("trial", told.trial);
      tell("result", told.result);
    }
  }
}
