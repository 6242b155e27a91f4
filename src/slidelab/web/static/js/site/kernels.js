// What the kernels do, and not Python: the fewest moves on boards up to 4x4, and good paths of larger
// ones. They run in workers of their own; Python words the result, so that it is told as any other.

import { goalCells, parseShape, sameCells, target } from "../puzzle/grid.js";
import { isSolvable } from "../puzzle/solvability.js";
import { answer, PYTHON } from "./python.js";

/** How long a path of a larger board is looked for, where nobody says: as on a server. */
const SECONDS = 10;
const SECONDS_OF_HINT = 0.8;
const LATE_AFTER = 1500;
const GIVEN_UP_AFTER = 30_000;

/** @type {Promise<string[]> | null} */
let shapes = null;
/** The cells up to which the fewest moves are found, as on a server; known with the shapes. */
let exactCells = 0;

/** The shapes that kernels have tables for; none where the site is written without. */
function fetchShapes() {
  shapes ??= fetch(new URL("site.json", PYTHON))
    .then((response) => response.json())
    .then(({ kernels, exact_cells }) => {
      exactCells = exact_cells;
      return kernels;
    })
    .catch(() => []);
  return shapes;
}

/** A worker as `PythonWorker` is one; it does one search, or gives one hint. */
export class KernelWorker {
  constructor() {
    /** @type {(message: any) => void} */
    this.hear = () => {};
    this._worker = new Worker(new URL("kernel-worker.js", import.meta.url), { type: "module" });
    /**
     * What is done with what was found.
     * @type {(found: any) => any}
     */
    this.take = (found) => this._describe(found);
    this._worker.onmessage = ({ data }) => {
      if (data.found) this.take(data.found);
      else if (data.improved) this._describe(data.improved, "improved");
      else this.hear(data);
    };
    this._worker.onerror = (event) =>
      this.hear({ lost: event.message || "it could not be loaded" });
  }

  /** Begins a search, or stops it; those on larger boards end after the seconds of the limits. */
  say(message, seconds = SECONDS) {
    if (message.text) this._body = JSON.parse(message.text);
    const most = this._body.limits?.seconds ?? seconds;
    this._worker.postMessage(message.stop ? message : { ...boardOf(this._body), seconds: most });
  }

  async _describe(found, event = "result") {
    const { status, body } = await answer("found", JSON.stringify({ ...this._body, found }));
    const tell = (name, told) => this.hear({ event: name, data: JSON.stringify(told) });
    if (status !== 200) tell("error", { problem: body });
    else if (event === "improved") {
      this._worker.postMessage({ atLeast: body.result.lower_bound });
      tell(event, { counters: found.counters, best: body.result });
    } else {
      if (body.trial) tell("trial", body.trial);
      tell(event, body.result);
    }
  }

  end() {
    this._worker.terminate();
  }
}

/** The board and the goal of a request, as cells, and whether the path is to be a shortest one. */
function boardOf({ cells, shape: written, goal = "blank-first", algorithm }) {
  const shape = parseShape(written);
  const isExact = cells.length <= exactCells && algorithm !== "anytime";
  return { cells, goal: goalCells(goal, shape), shape, isExact };
}

async function isForKernels(body) {
  if (!(await fetchShapes()).includes(body.shape)) return false;
  const { cells, goal, shape } = boardOf(body);
  return isSolvable(cells, goal, shape);
}

/**
 * Whether kernels do what is asked: a search in which all is left open, or that asks for it.
 * @param {string} kind
 * @param {any} body
 */
export async function suitsKernels(kind, body) {
  const { algorithm, heuristic, preset = "textbook", engine = "auto" } = body;
  const isOpen = (heuristic || "auto") === "auto" && preset === "textbook" && engine === "auto";
  const isUsual = !Object.keys({ ...body.conventions, ...body.parameters }).length;
  if (kind !== "searches" || !isOpen || !isUsual || !(await isForKernels(body))) return false;
  const isSmall = body.cells.length <= exactCells;
  return !algorithm || algorithm === "anytime" || (algorithm === "ida" && isSmall && !!heuristic);
}

/** In place of a hint that takes longer: one may ask again. */
export const LATER = Symbol("later");
let isHinting = false;

/** A hint by kernels; null where they have none for such a board, LATER where it takes long. */
export async function hintByKernels(body) {
  if (!(await isForKernels(body))) return null;
  const { cells, goal, shape } = boardOf(body);
  if (sameCells(cells, goal)) return { solved: true, moves_left: 0 };
  if (isHinting) return LATER;
  isHinting = true;
  const worker = new KernelWorker();
  const searching = new Promise((resolve, reject) => {
    worker.take = resolve;
    worker.hear = ({ lost }) => lost && reject(lost);
    worker.say({ text: JSON.stringify(body) }, SECONDS_OF_HINT);
    setTimeout(reject, GIVEN_UP_AFTER, "it takes too long");
  }).finally(() => {
    isHinting = false;
    worker.end();
  });
  const late = new Promise((resolve) => setTimeout(resolve, LATE_AFTER, LATER));
  // One that is late goes on: it may be building databases, which are kept.
  const found = await Promise.race([searching, late]).catch(() => null);
  if (!found || found === LATER) return found;
  const { moves: path, cost, lower_bound: needed } = found;
  if (!path) return null;
  const tile = cells[target(cells.indexOf(0), path[0], shape)];
  return { solved: false, moves_left: cost, move: path[0], tile, path, at_least: needed };
}
