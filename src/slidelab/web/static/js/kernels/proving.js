// The pass that proves: IDA* with linear conflicts, whose finished bounds no path can be below. As
// slidelab.engines.anytime.exact does it on boards beyond 4x4, slice by slice.

import { LETTERS, target } from "../puzzle/grid.js";
import { Kernels } from "./call.js";
import { place } from "./tables.js";

/** How far a bound may rise above the first one; it never comes near that. */
const MOST_RISE = 100;

export class ProvingPass {
  /**
   * @param {any} program
   * @param {import("./tables.js").Tables} common
   * @param {import("./tables.js").Tables} own those of the shape
   * @param {Cells} start
   * @param {Cells} goal
   * @param {Shape} shape
   */
  constructor(program, common, own, start, goal, shape) {
    this._shape = shape;
    /**
     * A shortest path, once it is found.
     * @type {string | null}
     */
    this.path = null;
    const { proving: facts } = common.facts;
    const { measure, scalars, factsNeeded } = own.facts.proving;
    const kernels = new Kernels(program.module, program.manifest);
    const integers = (numbers, shape = [numbers.length]) =>
      kernels.array("int64", shape, numbers.map(BigInt));
    const cells = start.length;
    // The tables are those of a goal whose blank is on the first cell: tiles are named by their
    // homes, and the blank changes names with the tile that has its number.
    const blank = goal.indexOf(0);
    const named = (home) => (home === blank ? 0 : home === 0 ? blank : home);
    const names = (board) => board.map((tile) => named(goal.indexOf(tile)));
    const distance = own.arrays.distance.values;
    const costOf = (cell, tile) => (tile === 0 ? 0 : distance[named(tile) * cells + cell]);
    const costs = goal.flatMap((_, cell) => goal.map((_, tile) => costOf(cell, tile)));
    this._facts = facts;
    this._root = names(start);
    this._arrays = {
      ...scalars,
      ...place(kernels, own, "proving/"),
      "measure.kind": measure,
      "measure.costs": integers(costs, [cells, cells]),
      "measure.lines.home": integers(goal.map((_, tile) => named(tile))),
      registers: kernels.array("uint64", [facts.slots.SIZE]),
      random: kernels.array("uint64", [1]),
      bounds: kernels.array("float64", [2]),
      board: integers(this._root),
      goal: integers(names(goal)),
      room: kernels.array("int64", [factsNeeded]),
      blank: this._root.indexOf(0),
      budget: 0,
    };
    const estimate = kernels.prepare(kernels.named(".estimate_in_moves")[0], this._arrays);
    const first = estimate.run();
    const levels = first + MOST_RISE + 2;
    this._arrays.frames = kernels.array("uint64", [levels * facts.frameWords]);
    this._arrays.facts = kernels.array("int64", [levels, factsNeeded]);
    this._advance = kernels.prepare(kernels.named(".advance_evaluated")[0], this._arrays);
    /** Bounds tried, the present one last: no path has fewer moves. */
    this.bounds = [first];
    this._begin(first);
  }

  /** Nodes expanded so far. */
  get nodes() {
    return this._get("EXPANDED");
  }

  /** The nodes that will have been expanded after the next slice. */
  get nextNodes() {
    return this.nodes + this._facts.NODES_A_SLICE;
  }

  /** Whether there is nothing more to prove, or no room for it. */
  get isOver() {
    return this.path !== null || this.bounds.at(-1) > this.bounds[0] + MOST_RISE;
  }

  _get(slot) {
    return Number(this._arrays.registers.view[this._facts.slots[slot]]);
  }

  /** Go back to the root for an iteration with this bound. */
  _begin(bound) {
    const { registers, board, bounds, facts, room } = this._arrays;
    const { slots, noBound } = this._facts;
    for (const slot of ["DEPTH", "AUTOMATON"]) registers.view[slots[slot]] = 0n;
    registers.view[slots.BLANK] = BigInt(this._root.indexOf(0));
    board.view.set(this._root.map(BigInt));
    bounds.view.set([bound, Number(noBound)]);
    facts.view.set(room.view);
  }

  /** Expand the nodes of a slice, within one bound or several. */
  advance() {
    const { FOUND, EXHAUSTED } = this._facts.outcomes;
    const end = this.nextNodes;
    for (let left = end - this.nodes; left > 0 && !this.isOver; left = end - this.nodes) {
      this._advance.set("budget", left);
      const outcome = Number(this._advance.run());
      if (outcome === FOUND) this.path = this._letters();
      if (outcome !== EXHAUSTED) continue;
      this.bounds.push(this._arrays.bounds.view[1]);
      this._begin(this.bounds.at(-1));
    }
  }

  /** The moves from the root to the node in hand. */
  _letters() {
    const frames = this._arrays.frames.view;
    const cells = Array.from({ length: this._get("DEPTH") }, (_, depth) =>
      Number(frames[depth * this._facts.frameWords]),
    );
    const leadsTo = (from, to) => [...LETTERS].find((way) => target(from, way, this._shape) === to);
    return cells.map((cell, at) => leadsTo(cell, cells[at + 1] ?? this._get("BLANK"))).join("");
  }
}
