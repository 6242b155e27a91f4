// Lay out a tree: parents are centred over their children, and subtrees as close as their outlines allow
// (after Reingold and Tilford 1981). The unit is one node.

/** @typedef {[number, number][]} Outline the leftmost and rightmost x, level by level */

/**
 * Return the position {x, y} of each node; several roots are side by side.
 * @param {number[]} roots @param {(node: number) => number[]} childrenOf
 */
export function layoutTree(roots, childrenOf, gap = 1) {
  /** @type {Map<number, number>} A node's x relative to its parent. */
  const relative = new Map();
  /** @type {Map<number, Outline>} */
  const outlines = new Map();
  /** @type {number[]} */
  const order = [];
  const stack = [...roots].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    stack.push(...[...childrenOf(node)].reverse());
  }
  for (const node of order.reverse()) {
    outlines.set(node, joinOutlines(childrenOf(node), outlines, relative, gap));
  }
  /** @type {Map<number, {x: number, y: number}>} */
  const places = new Map();
  let offset = 0;
  for (const root of roots) {
    const outline = /** @type {Outline} */ (outlines.get(root));
    const left = Math.min(...outline.map(([from]) => from));
    const right = Math.max(...outline.map(([, to]) => to));
    places.set(root, { x: offset - left, y: 0 });
    offset += right - left + gap * 2;
  }
  for (const node of order.reverse()) {
    const { x, y } = /** @type {{x: number, y: number}} */ (places.get(node));
    for (const child of childrenOf(node))
      places.set(child, { x: x + (relative.get(child) ?? 0), y: y + 1 });
  }
  return places;
}

/**
 * Return the outline of a node, relative to it, and set the x of its children.
 * @param {number[]} children @param {Map<number, Outline>} outlines
 * @param {Map<number, number>} relative @param {number} gap @returns {Outline}
 */
function joinOutlines(children, outlines, relative, gap) {
  if (!children.length) return [[0, 0]];
  /** @type {Outline} */
  const merged = [];
  /** @type {number[]} */
  const shifts = [];
  for (const child of children) {
    const outline = /** @type {Outline} */ (outlines.get(child));
    let shift = 0;
    for (let level = 0; level < Math.min(merged.length, outline.length); level++) {
      shift = Math.max(shift, merged[level][1] - outline[level][0] + gap);
    }
    shifts.push(shift);
    outline.forEach(([from, to], level) => {
      if (level < merged.length) merged[level][1] = to + shift;
      else merged.push([from + shift, to + shift]);
    });
    outlines.delete(child); // an outline is needed once, by the parent
  }
  const middle = (shifts[0] + shifts[shifts.length - 1]) / 2;
  for (const [at, child] of children.entries()) relative.set(child, shifts[at] - middle);
  for (const level of merged) {
    level[0] -= middle;
    level[1] -= middle;
  }
  return [[0, 0], ...merged];
}
