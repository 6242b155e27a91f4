// Searches by kernels, for a worker of the page: nothing here searches, it only calls them.

import { shapeText } from "../puzzle/grid.js";
import { isSolvable } from "../puzzle/solvability.js";
import { AnytimeSearch } from "./anytime.js";
import { openDatabases } from "./databases.js";
import { tabulatePairs } from "./evaluations.js";
import { IdaSearch } from "./ida.js";
import { KEPT_IN_BROWSER } from "./kept.js";
import { ProvingPass } from "./proving.js";
import { readTables } from "./tables.js";
import { letMessagesIn } from "./turns.js";

/**
 * What a search may be given: who hears of its progress, and what stops it.
 * @typedef {{onprogress?: (progress: any) => void, signal?: AbortSignal}} Watched
 *
 * What came of it, by the names of slidelab's results; the moves are letters.
 * @typedef {{status: string, moves: string | null, cost: number | null, lower_bound: number,
 *            proven: boolean, counters: Counters, found_by?: string}} Found
 */

const FIFTEEN = { rows: 4, cols: 4 };

/** Searches by the kernels of a folder that `slidelab warmup --wasm` wrote. */
export class KernelLab {
  /**
   * @param {(name: string) => Promise<ArrayBuffer>} read gives the content of a file of the folder
   * @param {import("./kept.js").Kept} kept where databases are kept
   */
  constructor(read, kept = KEPT_IN_BROWSER) {
    this._read = read;
    this._kept = kept;
    this._opened = new Map();
  }

  /**
   * A shortest path on a board of up to 16 cells, by IDA* with databases of five tiles each. The
   * `bounds` are those searched, each with the nodes expanded by its end.
   * @param {Cells} cells
   * @param {Cells} goal
   * @param {Watched & {shape?: Shape}} options
   * @returns {Promise<Found & {heuristic: string, bounds: [number, number][]}>}
   */
  async solveOptimally(cells, goal, { shape = FIFTEEN, onprogress = () => {}, signal } = {}) {
    const name = `exact-${shapeText(shape)}`;
    const [program, tables] = await Promise.all([this._program(), this._tables(name)]);
    const { heuristic, isTurned, goals } = tables.facts;
    const seen = (board) => (isTurned ? turned(board, shape) : board);
    const blank = seen(goal).indexOf(0);
    const { patterns } = goals[blank];
    if (!isSolvable(cells, goal, shape)) throw new RangeError("this goal cannot be reached");
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    let search = null;
    const result = (found) => ({
      status: found ? "solved" : "cancelled",
      moves: found ? search.path() : null,
      cost: found ? search.depth : null,
      lower_bound: search?.bounds.at(-1) ?? 0,
      proven: found,
      heuristic,
      bounds: search ? search.bounds.map((bound, at) => [bound, search.expandedBy(at)]) : [],
      counters: {
        ...search?.counters(),
        search_depth: found ? search.depth : 0,
        seconds: seconds(),
      },
    });
    const building = (fraction) =>
      onprogress({
        doing: `building the pattern databases ${heuristic} (first use only)`,
        fraction,
      });
    try {
      const databases = await openDatabases(
        program,
        tables,
        patterns,
        this._kept,
        building,
        signal,
      );
      const root = renumbered(seen(cells), seen(goal));
      search = new IdaSearch(program, tables, databases, root, blank);
      while (!search.advance()) {
        const counters = { ...search.counters(), seconds: seconds() };
        onprogress({ counters, lower_bound: search.bounds.at(-1) });
        await letMessagesIn();
        signal?.throwIfAborted();
      }
      return result(true);
    } catch (error) {
      if (!signal?.aborted) throw error;
      return result(false);
    }
  }

  /**
   * Shorter and shorter paths on a board of any shape up to 10x10, until time or nodes are used up or
   * no fewer moves are possible. `known` is a path that there is already, and `atLeast` a number of
   * moves that any path needs, both by Python's `solve_by_hand` and heuristics; they save time. The
   * second is looked at again and again, so that it may be set while the search runs.
   * @param {Cells} cells
   * @param {Cells} goal
   * @param {Watched & {shape: Shape, onimproved?: (found: Found) => void, seconds?: number,
   *        nodes?: number, known?: string | null, atLeast?: number}} options
   * @returns {Promise<Found>}
   */
  async improve(cells, goal, options) {
    const { shape, onprogress = () => {}, onimproved = () => {}, signal } = options;
    const { seconds: most = Infinity, nodes = Infinity, known = null } = options;
    if (!isSolvable(cells, goal, shape)) throw new RangeError("this goal cannot be reached");
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const search = await this._anytime(cells, goal, shape);
    const needed = () => Math.max(options.atLeast ?? 0, search.lowerBound);
    let best = known;
    const counters = () => ({
      expanded: search.nodes,
      generated: search.nodes,
      search_depth: best?.length ?? 0,
      seconds: seconds(),
      peak_memory_bytes: search.kernels.memory.buffer.byteLength,
    });
    const found = (status) => ({
      status,
      moves: best,
      cost: best?.length ?? null,
      lower_bound: needed(),
      proven: best?.length === needed(),
      counters: counters(),
    });
    for (const [by, path] of search.run(known)) {
      if (path !== best) {
        best = path;
        onimproved({ ...found("running"), found_by: by });
      }
      if (best?.length === needed()) return found("solved");
      if (search.nodes >= nodes) return found("node-limit");
      if (seconds() >= most) return found("time-limit");
      onprogress({ counters: counters(), lower_bound: needed(), width: search.width });
      await letMessagesIn();
      if (signal?.aborted) return found("cancelled");
    }
  }

  /** The search on a board, with what was learned for its shape. */
  async _anytime(cells, goal, shape) {
    const name = shapeText(shape);
    const [program, common] = await Promise.all([this._program(), this._tables("beams")]);
    const own = await this._tables(`beams-${name}`);
    const byPairs = common.facts.pairShapes.includes(name)
      ? await this._once(`tabulated ${name}`, async () =>
          tabulatePairs(program, await this._tables(`pairs-${name}`), own.arrays.sides),
        )
      : undefined;
    const proving = await this.provingPass(cells, goal, shape);
    return new AnytimeSearch(program, common, own, byPairs, proving, cells, goal, shape);
  }

  /**
   * What raises the lower bound of a board; null where no bound beyond the first would be finished,
   * and on boards that are solved optimally anyway.
   */
  async provingPass(cells, goal, shape) {
    const [program, common] = await Promise.all([this._program(), this._tables("beams")]);
    const own = await this._tables(`beams-${shapeText(shape)}`);
    return own.facts.proving ? new ProvingPass(program, common, own, cells, goal, shape) : null;
  }

  /** Code and manifest, read once. */
  _program() {
    return this._once("program", async () => {
      const [code, manifest] = await Promise.all(["kernels.wasm", "kernels.json"].map(this._read));
      const module = await WebAssembly.compile(code);
      return { module, manifest: JSON.parse(new TextDecoder().decode(manifest)) };
    });
  }

  /** @param {string} name */
  _tables(name) {
    return this._once(name, async () => readTables(await this._read(`${name}.tables`)));
  }

  /** What a function makes, made once; if that fails, the next one who asks tries again. */
  _once(name, make) {
    if (!this._opened.has(name)) {
      const making = make();
      this._opened.set(name, making);
      making.catch(() => this._opened.delete(name));
    }
    return this._opened.get(name);
  }
}

/**
 * The board with its rows as columns.
 * @param {Cells} cells
 * @param {Shape} shape
 */
const turned = (cells, { rows, cols }) =>
  cells.map((_, at) => cells[(at % rows) * cols + Math.floor(at / rows)]);

/**
 * The board with the numbers that its tiles have where the goal has them in order.
 * @param {Cells} cells
 * @param {Cells} goal
 */
function renumbered(cells, goal) {
  const tiles = goal.filter((tile) => tile !== 0);
  return cells.map((tile) => tiles.indexOf(tile) + 1);
}
