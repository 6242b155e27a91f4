// Moving and zooming the tree by mouse, touch and keys. A tap on a node inspects it; a tap on the
// mark below it folds or unfolds its children.

const TAP = 5; // pixels that a finger may move in a tap
const STEP = 60; // pixels that a key moves the tree

/** @param {HTMLCanvasElement} canvas @param {import("./tree-canvas.js").TreeCanvas} tree */
export function followGestures(canvas, tree) {
  /** @type {Map<number, {x: number, y: number, far: number}>} */
  const pointers = new Map();

  canvas.addEventListener(
    "wheel",
    (event) => {
      // A plain wheel scrolls the page; zooming takes Ctrl or a pinch, or the wheel once the tree
      // was clicked, so that nobody zooms by accident.
      const root = /** @type {Document | ShadowRoot} */ (canvas.getRootNode());
      if (!event.ctrlKey && root.activeElement !== canvas) return;
      event.preventDefault();
      tree.zoom(Math.exp(-event.deltaY * 0.0018), event.offsetX, event.offsetY);
    },
    { passive: false },
  );

  canvas.addEventListener("pointerdown", ({ pointerId, offsetX: x, offsetY: y }) => {
    canvas.setPointerCapture(pointerId);
    pointers.set(pointerId, { x, y, far: 0 });
  });

  canvas.addEventListener("pointermove", ({ pointerId, offsetX: x, offsetY: y }) => {
    const pointer = pointers.get(pointerId);
    if (!pointer) {
      hover(x, y);
      return;
    }
    const [dx, dy] = [x - pointer.x, y - pointer.y];
    const other = [...pointers.values()].find((each) => each !== pointer);
    const apart = other && Math.hypot(pointer.x - other.x, pointer.y - other.y);
    Object.assign(pointer, { x, y, far: pointer.far + Math.abs(dx) + Math.abs(dy) });
    if (pointer.far <= TAP) return;
    if (other && apart) {
      const factor = Math.hypot(x - other.x, y - other.y) / Math.max(1, apart);
      tree.zoom(factor, (x + other.x) / 2, (y + other.y) / 2);
    } else tree.pan(dx, dy);
  });

  /** @param {number} x @param {number} y */
  function hover(x, y) {
    const node = tree.nodeAt(x, y);
    const isFold = node < 0 && tree.foldAt(x, y) >= 0;
    canvas.title = isFold ? "Fold or unfold" : node < 0 ? "" : tree.words(node);
    canvas.style.cursor = node >= 0 || isFold ? "pointer" : "grab";
  }

  canvas.addEventListener("pointerup", ({ pointerId, offsetX: x, offsetY: y }) => {
    const pointer = pointers.get(pointerId);
    pointers.delete(pointerId);
    if (!pointer || pointer.far > TAP) return;
    const [node, fold] = [tree.nodeAt(x, y), tree.foldAt(x, y)];
    if (node < 0 && fold >= 0) tree.toggleFold(fold);
    else tree.onnode(node);
  });

  canvas.addEventListener("pointercancel", ({ pointerId }) => pointers.delete(pointerId));

  /** @type {Record<string, () => void>} */
  const keys = {
    "+": () => tree.zoom(1.25),
    "=": () => tree.zoom(1.25),
    "-": () => tree.zoom(0.8),
    0: () => tree.follow(),
    w: () => tree.pan(0, STEP),
    s: () => tree.pan(0, -STEP),
    a: () => tree.pan(STEP, 0),
    d: () => tree.pan(-STEP, 0),
    i: () => tree.onnode(tree.here),
    f: () => tree.toggleFold(tree.here),
    u: () => tree.unfoldAll(),
  };

  canvas.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
}
