// IDA* with pattern databases, slice by slice: the side of slidelab.engines.compiled.ida that calls
// the kernel. Counts are those of the compiled engine.

import { Kernels } from "./call.js";
import { place } from "./tables.js";

/** Nodes between two looks at messages: some hundredths of a second. */
const SLICE = 500_000;

/** A search on a board of up to 16 cells for a goal that has its tiles in order. */
export class IdaSearch {
  /**
   * @param {any} program
   * @param {import("./tables.js").Tables} tables
   * @param {Uint8Array[]} databases
   * @param {Cells} root
   * @param {number} blank the cell of the goal's blank
   */
  constructor(program, tables, databases, root, blank) {
    const { facts } = tables;
    const kernels = new Kernels(program.module, program.manifest);
    const own = place(kernels, tables, `${blank}/`);
    const { views } = facts.goals[blank];
    const slots = views * databases.length;
    const levels = facts.mostMoves + 2;
    this.facts = facts;
    this._frameWords = 1 + views;
    this.root = root;
    this.kernels = kernels;
    this.arrays = {
      ...own,
      "patterns.address": kernels.array(
        "int64",
        [databases.length],
        databases.map((bytes) => BigInt(kernels.array("uint8", [bytes.length], bytes).at)),
      ),
      registers: kernels.array("uint64", [facts.slots.SIZE]),
      random: kernels.array("uint64", [1]),
      frames: kernels.array("uint64", [levels * this._frameWords]),
      children: kernels.array("uint64", [levels * 4 * views]),
      board: kernels.array("uint8", [root.length]),
      state: kernels.array("uint64", [slots]),
      sums: kernels.array("uint64", [views]),
    };
    const variants = kernels.named(".advance_with..advance");
    const advance = variants.find(({ enclosed }) => enclosed.views === views);
    this._advance = kernels.prepare(advance, {
      ...this.arrays,
      budget: SLICE,
    });
    this._takeRoot(slots, views);
    /** Bounds tried, the present one last. */
    this.bounds = [this.rootH];
    /** Nodes expanded by the end of each bound that is done. */
    this.expandedWithin = [];
    this._set("GENERATED", 1n);
    this._begin(this.rootH);
  }

  /** Look the root up; what `additive_estimate` leaves in its facts is where each bound begins. */
  _takeRoot(slots, views) {
    const { kernels, root, facts } = this;
    const found = kernels.array("int64", [root.length + 2 * slots + views]);
    const board = kernels.array("int64", [root.length], root.map(BigInt));
    const estimate = kernels.prepare(kernels.named(".additive_estimate")[0], {
      ...this.arrays,
      board,
      facts: found,
    });
    this.rootH = Number(estimate.run());
    const words = found.view.slice(root.length);
    const shift = BigInt(facts.entryShift);
    this._state = words.slice(0, slots).map((word, slot) => word | (words[slots + slot] << shift));
    this._sums = words.slice(2 * slots);
  }

  _get(slot) {
    return Number(this.arrays.registers.view[this.facts.slots[slot]]);
  }

  _set(slot, value) {
    this.arrays.registers.view[this.facts.slots[slot]] = BigInt(value);
  }

  /** How deep the node in hand is: the goal's depth once it is found. */
  get depth() {
    return this._get("DEPTH");
  }

  /** Nodes expanded by the end of a bound, or so far. */
  expandedBy(bound) {
    return this.expandedWithin[bound] ?? this._get("EXPANDED");
  }

  /** Go back to the root for an iteration with this bound. */
  _begin(bound) {
    this._set("DEPTH", 0);
    this._set("AUTOMATON", 0);
    this._set("BLANK", this.root.indexOf(0));
    this._set("BOUND", bound);
    this._set("NEXT_BOUND", this.facts.noBound);
    this.arrays.board.view.set(this.root);
    this.arrays.state.view.set(
      BigUint64Array.from(this._state, (word) => BigInt.asUintN(64, word)),
    );
    this.arrays.sums.view.set(BigUint64Array.from(this._sums));
  }

  /** Expand nodes for a slice, within one bound or several; whether a shortest path was found. */
  advance() {
    if (this.rootH === 0) return true; // all tiles are at home
    const { FOUND, EXHAUSTED } = this.facts.outcomes;
    const end = this._get("EXPANDED") + SLICE;
    for (let left = SLICE; left > 0; left = end - this._get("EXPANDED")) {
      this._advance.set("budget", left);
      const outcome = Number(this._advance.run());
      if (outcome === FOUND) return true;
      if (outcome === EXHAUSTED) {
        this.expandedWithin.push(this._get("EXPANDED"));
        this.bounds.push(this._get("NEXT_BOUND"));
        this._begin(this.bounds.at(-1));
      }
    }
    return false;
  }

  /** The blank's cells on the path. */
  _blanks() {
    const { blankBit } = this.facts;
    const frames = this.arrays.frames.view;
    const cells = Array.from({ length: this.depth }, (_, depth) =>
      Number((frames[depth * this._frameWords] >> BigInt(blankBit)) & 255n),
    );
    return [...cells, this._get("BLANK")];
  }

  /** The directions on the path, as the kernel numbers them. */
  _directions(blanks) {
    const neighbour = this.arrays["moves.neighbour"].view;
    const legal = this.arrays["moves.legal"].view;
    return blanks.slice(1).map((cell, at) => {
      const from = blanks[at];
      return [0, 1, 2, 3].find(
        (way) => (legal[from] >> way) & 1 && neighbour[4 * from + way] === cell,
      );
    });
  }

  /** The moves from the root to the node in hand, as letters. */
  path() {
    const order = this.facts.order;
    return this._directions(this._blanks())
      .map((direction) => order[direction])
      .join("");
  }

  /** Children of nodes on the path that were counted but come after the one on the path. */
  _countAhead() {
    const legal = this.arrays["moves.legal"].view;
    const allowed = this.arrays["moves.allowed"].view;
    const follow = this.arrays["moves.follow"].view;
    const blanks = this._blanks();
    let [state, count] = [0, 0];
    for (const [at, direction] of this._directions(blanks).entries()) {
      for (
        let later = legal[blanks[at]] & allowed[state] & (14 << direction);
        later;
        later &= later - 1
      )
        count++;
      state = follow[4 * state + direction];
    }
    return count;
  }

  /** What was counted so far, by the names of slidelab's counters. */
  counters() {
    const deepest = this._get("DEEPEST_GENERATED");
    return {
      expanded: this._get("EXPANDED"),
      generated: this._get("GENERATED") - this._countAhead(),
      duplicates: 0,
      reopened: 0,
      frontier: this.depth + 1,
      max_frontier: deepest + 1,
      max_depth: deepest,
      peak_memory_bytes: this.kernels.memory.buffer.byteLength,
    };
  }
}
