// Searches by kernels, for a worker of the page: nothing here searches, it only calls them.

import { isSolvable } from "../puzzle/solvability.js";
import { openDatabases } from "./databases.js";
import { IdaSearch } from "./ida.js";
import { KEPT_IN_BROWSER } from "./kept.js";
import { readTables } from "./tables.js";
import { letMessagesIn } from "./turns.js";

/**
 * What a search may be given: who hears of its progress, and what stops it.
 * @typedef {{onprogress?: (progress: any) => void, signal?: AbortSignal}} Watched
 *
 * What came of it, by the names of slidelab's results; the moves are letters.
 * @typedef {{status: string, moves: string | null, cost: number | null, lower_bound: number,
 *            proven: boolean, counters: Counters}} Found
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
   * A shortest path of a 15-puzzle whose goal has the blank in a corner, by IDA* with 5-5-5. The
   * `bounds` are those searched, each with the nodes expanded by its end.
   * @param {Cells} cells
   * @param {Cells} goal
   * @param {Watched} watched
   * @returns {Promise<Found & {bounds: [number, number][]}>}
   */
  async solveOptimally(cells, goal, { onprogress = () => {}, signal } = {}) {
    const [program, tables] = await Promise.all([this._program(), this._tables("fifteen")]);
    const corner = goal.indexOf(0);
    if (!tables.facts.corners.includes(corner) || cells.length !== 16)
      throw new RangeError("the kernels solve 4x4 boards for goals with the blank in a corner");
    if (!isSolvable(cells, goal, FIFTEEN)) throw new RangeError("this goal cannot be reached");
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    let search = null;
    const result = (found) => ({
      status: found ? "solved" : "cancelled",
      moves: found ? search.path() : null,
      cost: found ? search.depth : null,
      lower_bound: search?.bounds.at(-1) ?? 0,
      proven: found,
      bounds: search ? search.bounds.map((bound, at) => [bound, search.expandedBy(at)]) : [],
      counters: {
        ...search?.counters(),
        search_depth: found ? search.depth : 0,
        seconds: seconds(),
      },
    });
    const building = (fraction) =>
      onprogress({ doing: "building the pattern databases 5-5-5 (first use only)", fraction });
    try {
      const databases = await openDatabases(program, tables, this._kept, building, signal);
      search = new IdaSearch(program, tables, databases, renumbered(cells, goal), corner);
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
 * The board with the numbers that its tiles have where the goal has them in order.
 * @param {Cells} cells
 * @param {Cells} goal
 */
function renumbered(cells, goal) {
  const tiles = goal.filter((tile) => tile !== 0);
  return cells.map((tile) => tiles.indexOf(tile) + 1);
}
