// Shorter and shorter paths on boards of any size: the passes of slidelab.engines.anytime.search
// that browsers do, in the same order. Beams, each twice as wide as the one before, windows, and a
// search that raises the lower bound.

import { LearnedBeam } from "./beam.js";
import { Kernels } from "./call.js";
import { Evaluations } from "./evaluations.js";
import { Frame } from "./frame.js";
import { ProvingPass } from "./proving.js";
import { WindowPass } from "./windows.js";

/** What a search may hold, in bytes. */
const ROOM = 2 ** 29;

export class AnytimeSearch {
  /**
   * @param {any} program
   * @param {import("./tables.js").Tables} common
   * @param {import("./tables.js").Tables} own those of the shape
   * @param {any} byPairs
   * @param {ProvingPass | null} proving
   * @param {Cells} start
   * @param {Cells} goal
   * @param {Shape} shape
   */
  constructor(program, common, own, byPairs, proving, start, goal, shape) {
    this._proving = proving;
    this.kernels = new Kernels(program.module, program.manifest);
    this._facts = common.facts;
    this._keys = common.arrays.keys;
    this._nodeBytes = own.facts.nodeBytes;
    this._frame = new Frame(goal, shape);
    this._tiles = this._frame.tiles(start);
    this._evaluations = new Evaluations(this.kernels, common, own, shape.cols, byPairs);
    this._windows = new WindowPass(
      this.kernels,
      this._facts,
      this._evaluations,
      this._keys,
      this._frame,
      this._tiles,
    );
    this._beamNodes = 0;
    /** The width of the present beam. */
    this.width = this._facts.FIRST_WIDTH;
  }

  /** The nodes that all passes together have looked at. */
  get nodes() {
    return this._beamNodes + this._windows.nodes + (this._proving?.nodes ?? 0);
  }

  /** No path has fewer moves. */
  get lowerBound() {
    return Math.max(this._distance(), this._proving?.bounds.at(-1) ?? 0);
  }

  /** The Manhattan distance of the start. */
  _distance() {
    const values = this._evaluations.table("distance").view;
    const cells = this._tiles.length;
    return this._tiles.reduce(
      (sum, tile, cell) => sum + (tile === this._frame.home ? 0 : values[tile * cells + cell]),
      0,
    );
  }

  /**
   * After each stretch of work: the pass that did it, and the best path so far, as letters.
   * @param {string | null} known a path that is known already
   * @returns {Generator<[string, string | null]>}
   */
  *run(known) {
    const { RUNNING, SOLVED } = this._facts.statuses;
    const { rows, cols } = this._frame.shape;
    const patience = this._facts.PATIENCE * (rows + cols);
    let best = known;
    const shorter = (path) => {
      const found = path !== null && (best === null || path.length < best.length);
      return found ? this._frame.letters(path) : best;
    };
    while (true) {
      const before = best;
      const evaluation = this._evaluations.of(this._frame.home);
      const beam = new LearnedBeam(this.kernels, this._facts, evaluation, this._keys, this.width);
      beam.begin(this._tiles, best?.length);
      const nodes = this._beamNodes;
      let status = RUNNING;
      while (status === RUNNING && beam.layersWithoutProgress <= patience) {
        status = beam.advance();
        this._beamNodes = nodes + beam.generated;
        yield ["beam", best];
      }
      best = shorter(status === SOLVED ? beam.path() : null);
      beam.release();
      yield ["beam", best];
      if (best !== before) {
        const narrow = Math.floor(this.width / this._facts.WINDOW_WIDTH);
        for (const found of this._windows.shorten(this._frame.path(best), narrow)) {
          best = shorter(found);
          yield ["windows", best];
          if (this._windows.nodes > this._facts.WINDOWS * this._beamNodes) break;
        }
      }
      const isDue = () => this._proving.nextNodes < this._facts.PROVING * this.nodes;
      while (this._proving && !this._proving.isOver && isDue()) {
        this._proving.advance();
        best = this._proving.path ?? best;
        yield ["exact", best];
      }
      this.width = Math.min(this.width * this._facts.GROWTH, this._widest(best?.length ?? 0));
    }
  }

  /** The width that the memory allows. */
  _widest(length) {
    const room = Math.max(0, ROOM - this.kernels.top);
    const aNode = this._nodeBytes + 4 * length;
    return Math.max(this._facts.FIRST_WIDTH, Math.floor((room * 3) / 4 / aNode));
  }
}
