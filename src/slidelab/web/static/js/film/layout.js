// Where the nodes of a tree go: parents centred over their children, subtrees as close as their
// outlines allow (after Reingold and Tilford 1981). Positions are in units of one node.

/** Map node → {x, y}; several roots stand side by side. */
export function layoutTree(roots, childrenOf, gap = 1) {
  const relative = new Map(); // a node's x relative to its parent
  const outlines = new Map();
  const order = [];
  const stack = [...roots].reverse();
  while (stack.length) {
    const node = stack.pop();
    order.push(node);
    stack.push(...[...childrenOf(node)].reverse());
  }
  for (const node of order.reverse()) {
    outlines.set(node, joinOutlines(childrenOf(node), outlines, relative, gap));
  }
  const places = new Map();
  let offset = 0;
  for (const root of roots) {
    const outline = outlines.get(root);
    const left = Math.min(...outline.map(([from]) => from));
    const right = Math.max(...outline.map(([, to]) => to));
    places.set(root, { x: offset - left, y: 0 });
    offset += right - left + gap * 2;
  }
  for (const node of order.reverse()) {
    const { x, y } = places.get(node);
    for (const child of childrenOf(node))
      places.set(child, { x: x + relative.get(child), y: y + 1 });
  }
  return places;
}

/** An outline lists, level by level, the leftmost and rightmost x relative to its root. */
function joinOutlines(children, outlines, relative, gap) {
  if (!children.length) return [[0, 0]];
  let merged = [];
  const shifts = [];
  for (const child of children) {
    const outline = outlines.get(child);
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
  const middle = (shifts[0] + shifts.at(-1)) / 2;
  for (const [at, child] of children.entries()) relative.set(child, shifts[at] - middle);
  merged = merged.map(([from, to]) => [from - middle, to - middle]);
  return [[0, 0], ...merged];
}
