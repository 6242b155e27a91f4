// The evaluations of beams: tables with learned weights, in the memory of kernels, as
// slidelab.engines.anytime.evaluation has them.

import { Kernels } from "./call.js";
import { place } from "./tables.js";

/** All evaluations of a shape: one for each cell where the blank may belong, made when asked for. */
export class Evaluations {
  /**
   * @param {Kernels} kernels
   * @param {import("./tables.js").Tables} common
   * @param {import("./tables.js").Tables} own those of the shape
   * @param {number} cols
   * @param {Record<string, any>} [byPairs] see `tabulatePairs`
   */
  constructor(kernels, common, own, cols, byPairs) {
    this._cols = cols;
    this._kernels = kernels;
    this._facts = common.facts;
    this._shared = { ...place(kernels, common, ""), ...place(kernels, own, "") };
    this._empty = {
      moved: kernels.array("int8", [1, 1, 1, 1]),
      always: kernels.array("int32", [1, 1]),
    };
    this._own = own.arrays;
    this._byHome = new Map();
    if (byPairs) this._byHome.set(0, this._make(0, byPairs));
  }

  /**
   * The arguments of kernels that an evaluation is.
   * @param {number} home the cell where the blank belongs
   */
  of(home) {
    if (!this._byHome.has(home)) this._byHome.set(home, this._make(home));
    return this._byHome.get(home);
  }

  /**
   * A table that all of them have, as it is without a blank.
   * @param {string} name
   */
  table(name) {
    return this._shared[name];
  }

  _make(home, byPairs) {
    const { blank, blankClass, kinds } = this._facts;
    const cells = this._own.sides.shape[0];
    const rowsOf = { distance: 0, alone: 0, kinds: blank, "squares.classes": blankClass };
    const values = {
      ...this._empty,
      ...this._shared,
      kind: byPairs ? kinds.PAIRS : kinds.LOCAL,
      home,
      "squares.cols": this._cols,
    };
    for (const [name, filling] of Object.entries(rowsOf)) {
      const { type, shape, values: all } = this._own[name];
      values[name] = this._kernels.array(type, shape, all);
      values[name].view.fill(filling, home * cells, (home + 1) * cells);
    }
    for (const [name, { type, shape, values: all }] of Object.entries(byPairs ?? {})) {
      values[name] = this._kernels.array(type, shape, all);
    }
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`evaluation.${name}`, value]),
    );
  }
}

/**
 * The tables of pairs, made of their weights by kernels in a memory that is given back.
 * @param {any} program
 * @param {import("./tables.js").Tables} pairs
 * @param {import("./tables.js").Table} sides
 */
export function tabulatePairs(program, { arrays }, sides) {
  const kernels = new Kernels(program.module, program.manifest);
  const cells = sides.shape[0];
  const values = {
    turned: kernels.array("int16", [cells], arrays.turned.values),
    shared: kernels.array("int32", [cells ** 4]),
    weights: kernels.array("int32", arrays.weights.shape, arrays.weights.values),
    sides: kernels.array("int16", sides.shape, sides.values),
    by_cell: kernels.array("int8", [4 * cells, cells, cells, cells]),
    always: kernels.array("int32", [4 * cells, cells]),
  };
  kernels.prepare(kernels.named(".number_pairs")[0], values).run();
  kernels.prepare(kernels.named(".tabulate_moves")[0], values).run();
  const copied = ({ type, shape, view }) => ({ type, shape, values: view.slice() });
  return {
    moved: copied(values.by_cell),
    always: copied(values.always),
    "squares.values": arrays["squares.values"],
  };
}
