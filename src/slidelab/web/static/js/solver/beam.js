// Beam search: keep only the most promising boards of each depth.

import { distances, neighbours, OUTSIDE, totalDistance } from "./board.js";
import { UNIT } from "./evaluation.js";

/** Boards whose value is this far above the best rank equal. */
const SPAN = 64 * UNIT;
/** The number of nodes after which a search yields within a layer. */
const SLICE = 8192;

/**
 * Look for a path shorter than `limit`; yields the number of boards generated, layer by layer, and
 * returns the cells of the blank, or null.
 * @param {number[]} start @param {number} home @param {Shape} shape
 * @param {import("./evaluation.js").LearnedEvaluation} evaluation
 * @param {number} width boards kept per layer
 * @param {number} limit @returns {Generator<number, number[] | null>}
 */
export function* beamPath(start, home, shape, evaluation, width, limit) {
  const cells = start.length;
  const beside = neighbours(shape);
  const distance = distances(shape, home);
  const keys = randomKeys(cells);
  let layer = makeLayer(width, cells);
  let nextLayer = makeLayer(width, cells);
  // Children: the parent and the move, the lasting part of the value, all of it, and the key.
  const from = new Int32Array(3 * width + 1);
  const lasting = new Int32Array(3 * width + 1);
  const value = new Int32Array(3 * width + 1);
  const key = new Int32Array(3 * width + 1);
  const bits = Math.ceil(Math.log2(6 * width + 2));
  const seenKey = new Int32Array(1 << bits);
  const seenIn = new Uint16Array(1 << bits); // the layer that wrote the key
  const histogram = new Int32Array(SPAN + 1);
  /** @type {Int32Array[]} */
  const trail = [];
  layer.boards.set(start);
  layer.blank[0] = start.indexOf(home);
  layer.back[0] = 4;
  layer.left[0] = totalDistance(start, distance);
  if (layer.left[0] === 0) return [home];
  let count = 1;
  let nearest = Infinity;
  let patience = 0;
  for (let depth = 1; depth < limit && patience < 40 * (shape.rows + shape.cols); depth++) {
    let children = 0;
    let best = Infinity;
    for (let node = 0; node < count; node++) {
      if (node % SLICE === SLICE - 1) yield 0;
      const blank = layer.blank[node];
      const at = node * cells;
      evaluation.look(layer.boards, at, blank);
      for (let move = 0; move < 4; move++) {
        const to = beside[4 * blank + move];
        if (to === OUTSIDE || move === layer.back[node]) continue;
        const tile = layer.boards[at + to];
        const left =
          layer.left[node] + distance[tile * cells + blank] - distance[tile * cells + to];
        if (depth + left >= limit) continue;
        const hash = layer.key[node] ^ keys[tile * cells + to] ^ keys[tile * cells + blank];
        let slot = Math.imul(hash, 0x9e3779b1) >>> (32 - bits);
        while (seenIn[slot] === depth && seenKey[slot] !== hash)
          slot = (slot + 1) & ((1 << bits) - 1);
        if (seenIn[slot] === depth) continue;
        seenIn[slot] = depth;
        seenKey[slot] = hash;
        from[children] = 4 * node + move;
        lasting[children] = layer.lasting[node] + evaluation.change(tile, blank, to, move);
        value[children] = lasting[children] + evaluation.passing;
        key[children] = hash;
        if (value[children] < best) best = value[children];
        children++;
      }
    }
    yield children;
    // Find the value up to which boards fit the width.
    histogram.fill(0);
    for (let child = 0; child < children; child++) histogram[Math.min(SPAN, value[child] - best)]++;
    let worst = 0;
    let room = width;
    while (worst < SPAN && histogram[worst] <= room) room -= histogram[worst++];
    const kept = new Int32Array(Math.min(width, children));
    let next = 0;
    patience++;
    for (let child = 0; child < children; child++) {
      const over = Math.min(SPAN, value[child] - best);
      if (over > worst || (over === worst && room-- <= 0)) continue;
      const node = from[child] >> 2;
      const move = from[child] & 3;
      const blank = layer.blank[node];
      const to = beside[4 * blank + move];
      const tile = layer.boards[node * cells + to];
      const { boards } = nextLayer;
      for (let cell = 0; cell < cells; cell++)
        boards[next * cells + cell] = layer.boards[node * cells + cell];
      boards[next * cells + blank] = tile;
      boards[next * cells + to] = home;
      nextLayer.blank[next] = to;
      nextLayer.back[next] = (move + 2) % 4;
      nextLayer.key[next] = key[child];
      nextLayer.lasting[next] = lasting[child];
      const left = layer.left[node] + distance[tile * cells + blank] - distance[tile * cells + to];
      nextLayer.left[next] = left;
      kept[next] = from[child];
      if (left < nearest) [nearest, patience] = [left, 0];
      if (left === 0) return trace([...trail, kept], next, home, beside);
      next++;
    }
    trail.push(kept);
    count = next;
    [layer, nextLayer] = [nextLayer, layer];
  }
  return null;
}

/**
 * Allocate a layer: boards, each with its blank, the move back, its key, value and distance.
 * @param {number} width @param {number} cells
 */
function makeLayer(width, cells) {
  return {
    boards: new Uint8Array(width * cells),
    blank: new Uint8Array(width),
    back: new Uint8Array(width),
    key: new Int32Array(width),
    lasting: new Int32Array(width),
    left: new Int32Array(width),
  };
}

/**
 * Return the cells of the blank, from the start to a node of the last layer.
 * @param {Int32Array[]} trail @param {number} node @param {number} home @param {Uint16Array} beside
 */
function trace(trail, node, home, beside) {
  const blanks = [home];
  for (let depth = trail.length - 1; depth >= 0; depth--) {
    const move = trail[depth][node] & 3;
    blanks.unshift(beside[4 * blanks[0] + ((move + 2) % 4)]);
    node = trail[depth][node] >> 2;
  }
  return blanks;
}

/**
 * Return a pseudo-random number for each tile on each cell, the same every time.
 * @param {number} cells
 */
function randomKeys(cells) {
  let state = 1;
  return Int32Array.from({ length: cells * cells }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.imul(state ^ (state >>> 15), 0x85ebca6b) ^ (state >>> 13);
  });
}
