// Beam search by a learned evaluation, slice by slice: the side of slidelab.engines.anytime.beam
// that calls the kernel.

/** A beam search on one core, whose memory is free for others when it is released. */
export class LearnedBeam {
  /**
   * @param {import("./call.js").Kernels} kernels
   * @param {any} facts the constants of beams
   * @param {Record<string, any>} evaluation
   * @param {{type: string, shape: number[], values: any}} keys random numbers for at least as many cells
   * @param {number} width
   */
  constructor(kernels, facts, evaluation, keys, width) {
    const cells = evaluation["evaluation.sides"].shape[0];
    this.kernels = kernels;
    this.facts = facts;
    this.width = width;
    this._top = kernels.top;
    this._layers = Math.max(1, Math.floor(facts.NODES_A_SLICE / width));
    this._arrays = this._allocate(cells, keys);
    this._history = kernels.array("int32", [this._layers, width]);
    this._parents = [];
    const values = {
      ...evaluation,
      ...this._arrays,
      tiles: kernels.array("int16", [cells]),
      history: this._history,
      worker: 0,
      shortest: 0,
    };
    this._tiles = values.tiles;
    this._plant = kernels.prepare(kernels.named(".plant")[0], values);
    this._advance = kernels.prepare(kernels.named(".advance_layers")[0], values);
  }

  _allocate(cells, keys) {
    const { kernels, facts, width } = this;
    const layer = (name) => ({
      [`${name}.tiles`]: ["uint8", width, cells],
      [`${name}.blank`]: ["int16", width],
      [`${name}.last`]: ["uint8", width],
      [`${name}.value`]: ["int32", width],
      [`${name}.neighbourhood`]: ["int32", width],
      [`${name}.distance`]: ["int32", width],
      [`${name}.key`]: ["uint64", width],
    });
    const room = 3 * width + 4;
    const table = 2 ** Math.ceil(Math.log2(facts.PLACES_A_NODE * width));
    const shapes = {
      ...layer("even"),
      ...layer("odd"),
      "children.value": ["int32", room],
      "children.neighbourhood": ["int32", room],
      "children.origin": ["int32", room],
      table: ["uint32", Math.max(facts.FEWEST_PLACES, table)],
      keys: ["uint64", cells, cells],
      shares: ["int64", 1, 9],
      places: ["int64", 1, cells],
      patches: ["uint8", 1, facts.patch],
      classes: ["uint8", 1, cells + facts.apart],
      counts: ["int32", 1, facts.BINS],
      state: ["int64", 10],
      barrier: ["int64", 24],
    };
    const arrays = Object.fromEntries(
      Object.entries(shapes).map(([name, [type, ...shape]]) => [
        `arrays.${name}`,
        kernels.array(type, shape),
      ]),
    );
    arrays["arrays.keys"].view.set(keys.values.subarray(0, cells * cells));
    return arrays;
  }

  /** Give its memory to whoever comes next; it must not be used any more. */
  release() {
    this.kernels.top = this._top;
  }

  /**
   * Start from a state; only paths of fewer moves than `shortest` are looked for.
   * @param {number[]} tiles
   * @param {number} shortest
   */
  begin(tiles, shortest = this.facts.BINS) {
    for (const name of ["table", "shares", "state", "barrier"]) {
      const { view } = this._arrays[`arrays.${name}`];
      view.fill(view instanceof Uint32Array ? 0 : 0n);
    }
    this._parents = [];
    this._tiles.view.set(tiles);
    this._advance.set("shortest", shortest);
    this._plant.run();
  }

  _get(slot) {
    return Number(this._arrays["arrays.state"].view[this.facts.slots[slot]]);
  }

  /** How many children were valued. */
  get generated() {
    return Number(this._arrays["arrays.shares"].view[this.facts.generated]);
  }

  /** How many layers ago the best value was met. */
  get layersWithoutProgress() {
    return this._get("DEPTH") - this._get("BEST_DEPTH");
  }

  /** Continue for a slice; returns one of the statuses. */
  advance() {
    const { SOLVED } = this.facts.statuses;
    const depth = this._get("DEPTH");
    if (depth === 0 && this._arrays["arrays.even.distance"].view[0] === 0) return SOLVED;
    this._advance.run();
    const rows = this._get("DEPTH") - depth;
    const { view } = this._history;
    for (let row = 0; row < rows; row++) {
      this._parents.push(view.slice(row * this.width, (row + 1) * this.width));
    }
    return this._get("STATUS");
  }

  /** The moves to the goal found. */
  path() {
    const moves = [];
    let node = 0;
    for (const parents of this._parents.toReversed()) {
      moves.push(parents[node] & 3);
      node = parents[node] >> 2;
    }
    return moves.reverse();
  }
}
