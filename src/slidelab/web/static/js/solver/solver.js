// Solve boards: with the fewest moves up to 16 cells, with good paths beyond.

import { EXACT_CELLS } from "../puzzle/grid.js";
import { isSolvable } from "../puzzle/solvability.js";
import { shorterPaths } from "./anytime.js";
import { canonical, distances, letters, namedByHome, through, totalDistance } from "./board.js";
import { buildDatabases, describeDatabases } from "./databases.js";
import { IdaSearch } from "./ida.js";

/** A cell is a byte. */
const MOST_CELLS = 256;
/** Nodes between two checks of the clock in an exact search: some milliseconds. */
const SLICE = 100_000;
/** Milliseconds after which a search yields to the event loop, which may stop it or run another. */
const TURN = 40;

/**
 * @typedef {{cells: Cells, goal: Cells, shape: Shape, seconds?: number}} Request a time limit has
 *   no effect before the first path
 * @typedef {{moves: string | null, lowerBound: number, proven: boolean, nodes: number,
 *   patterns?: string, building?: number}} Answer the shortest path so far; `patterns` are the
 *   sizes of the databases, `building` is the completed fraction of building them
 */

/** @typedef {import("./databases.js").Databases} Databases */
/**
 * Where databases are kept.
 * @typedef {object} Cache
 * @property {(name: string) => Promise<Uint8Array | undefined>} get
 * @property {(name: string, value: Uint8Array) => Promise<unknown>} set
 */

/** Solve boards. Databases and weights are kept for the next one; searches may run concurrently. */
export class Solver {
  /** @param {Cache} cache @param {() => Promise<Int16Array>} readWeights */
  constructor(cache, readWeights) {
    this._cache = cache;
    this._readWeights = readWeights;
    /** @type {Promise<Int16Array> | null} */
    this._weights = null;
    /** @type {Map<string, Databases>} */
    this._databases = new Map();
  }

  /**
   * Solve a board; throws RangeError if that is impossible.
   * @param {Request} request
   * @param {{report?: (answer: Answer) => void, signal?: AbortSignal}} [options] `report` gets the
   *   answer so far, each time with a shorter path or a higher bound
   * @returns {Promise<Answer>}
   */
  async solve({ cells, goal, shape, seconds = Infinity }, { report = () => {}, signal } = {}) {
    if (cells.length > MOST_CELLS) throw new RangeError("this board is larger than 16x16");
    if (!isSolvable(cells, goal, shape)) throw new RangeError("this goal cannot be reached");
    const tiles = namedByHome(cells, goal);
    const home = goal.indexOf(0);
    const run = new Run(seconds, report, signal);
    if (cells.length <= EXACT_CELLS) await this._solveExactly(tiles, home, shape, run);
    if (!run.answer.proven && !signal?.aborted) await this._improve(tiles, home, shape, run);
    return run.answer;
  }

  /** @param {number[]} tiles @param {number} home @param {Shape} shape @param {Run} run */
  async _solveExactly(tiles, home, shape, run) {
    const image = canonical(shape, home);
    const databases = await this._openDatabases(shape, image[home], run);
    if (!databases) return;
    const { answer } = run;
    answer.patterns = databases.patterns.map(({ length }) => length).join("-");
    const search = new IdaSearch(through(image, tiles), image[home], shape, databases);
    while (!answer.proven && !run.isOver) {
      answer.proven = search.advance(SLICE);
      answer.lowerBound = search.bound;
      answer.nodes = search.nodes;
      if (!answer.proven) await run.yieldIfDue();
    }
    if (!answer.proven) return;
    const path = Array.from(search.path.subarray(0, search.depth + 1));
    answer.moves = letters(
      path.map((cell) => image.indexOf(cell)),
      shape.cols,
    );
  }

  /**
   * Return the databases, read from the cache or built; null if the run is stopped.
   * @param {Shape} shape @param {number} home @param {Run} run
   */
  async _openDatabases(shape, home, run) {
    const described = describeDatabases(shape, home);
    const { patterns } = described;
    const name = `${shape.rows}x${shape.cols} blank ${home} ${JSON.stringify(patterns)}`;
    const known = this._databases.get(name);
    if (known) return known;
    const moves = (await this._cache.get(name)) ?? (await this._build(patterns, home, shape, run));
    if (!moves) return null;
    const databases = { ...described, moves };
    this._databases.set(name, databases);
    this._cache.set(name, moves); // meanwhile the search begins
    return databases;
  }

  /** @param {number[][]} patterns @param {number} home @param {Shape} shape @param {Run} run */
  async _build(patterns, home, shape, run) {
    const building = buildDatabases(patterns, home, shape);
    for (;;) {
      const { value } = building.next();
      if (typeof value !== "number") {
        delete run.answer.building;
        return value;
      }
      run.answer.building = value;
      await run.yieldIfDue();
      if (run.signal?.aborted) return null;
    }
  }

  /** @param {number[]} tiles @param {number} home @param {Shape} shape @param {Run} run */
  async _improve(tiles, home, shape, run) {
    this._weights ??= this._readWeights();
    const weights = await this._weights;
    const { answer } = run;
    const bound = totalDistance(tiles, distances(shape, home));
    answer.lowerBound = Math.max(answer.lowerBound, bound);
    for (const step of shorterPaths(tiles, home, shape, weights)) {
      if (typeof step === "number") answer.nodes += step;
      else if (answer.moves === null || step.length - 1 < answer.moves.length) {
        answer.moves = letters(step, shape.cols);
        answer.proven = answer.moves.length === answer.lowerBound;
        run.report({ ...answer });
      }
      if (answer.proven || run.signal?.aborted || (run.isOver && answer.moves !== null)) break;
      await run.yieldIfDue();
    }
  }
}

/** A search: its answer so far, its limits, and when it yields. */
class Run {
  /**
   * @param {number} seconds @param {(answer: Answer) => void} report @param {AbortSignal} [signal]
   */
  constructor(seconds, report, signal) {
    /** @type {Answer} */
    this.answer = { moves: null, lowerBound: 0, proven: false, nodes: 0 };
    this.report = report;
    this.signal = signal;
    this._end = performance.now() + 1000 * seconds;
    this._yielded = performance.now();
  }

  get isOver() {
    return this.signal?.aborted || performance.now() > this._end;
  }

  /** If it is time, report and yield to the event loop. */
  async yieldIfDue() {
    if (performance.now() < this._yielded + TURN) return;
    this.report({ ...this.answer });
    await new Promise((resolve) => setTimeout(resolve));
    this._yielded = performance.now();
  }
}
