// Moving and zooming the tree by mouse, touch and keys. A tap on a node inspects it; a tap on the
// mark below it folds or unfolds its children.

const TAP = 5;

export class TreeGestures {
  /** @param {HTMLCanvasElement} canvas @param {import("./tree-canvas.js").TreeCanvas} tree */
  constructor(canvas, tree) {
    this._canvas = canvas;
    this._tree = tree;
    /** @type {Map<number, {x: number, y: number, far: number}>} */
    this._pointers = new Map();
    canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this._down(event));
    canvas.addEventListener("pointermove", (event) => this._move(event));
    canvas.addEventListener("pointerup", (event) => this._up(event));
    canvas.addEventListener("pointercancel", (event) => this._pointers.delete(event.pointerId));
    canvas.addEventListener("keydown", (event) => this._key(event));
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    // A plain wheel scrolls the page; zooming takes Ctrl or a pinch, or the wheel once the tree
    // was clicked, so that nobody zooms by accident.
    const root = /** @type {Document | ShadowRoot} */ (this._canvas.getRootNode());
    if (!event.ctrlKey && root.activeElement !== this._canvas) return;
    event.preventDefault();
    this._tree.zoom(Math.exp(-event.deltaY * 0.0018), event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  _down(event) {
    this._canvas.setPointerCapture(event.pointerId);
    this._pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY, far: 0 });
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const pointer = this._pointers.get(event.pointerId);
    if (!pointer) return this._hover(event);
    const [dx, dy] = [event.offsetX - pointer.x, event.offsetY - pointer.y];
    const others = [...this._pointers.values()].filter((other) => other !== pointer);
    const before = others[0] && Math.hypot(pointer.x - others[0].x, pointer.y - others[0].y);
    Object.assign(pointer, { x: event.offsetX, y: event.offsetY });
    pointer.far += Math.abs(dx) + Math.abs(dy);
    if (pointer.far <= TAP) return undefined;
    if (others[0]) {
      const after = Math.hypot(pointer.x - others[0].x, pointer.y - others[0].y);
      const [x, y] = [(pointer.x + others[0].x) / 2, (pointer.y + others[0].y) / 2];
      this._tree.zoom(after / Math.max(1, before), x, y);
    } else this._tree.pan(dx, dy);
    return undefined;
  }

  /** @param {PointerEvent} event */
  _hover({ offsetX: x, offsetY: y }) {
    const canvas = this._canvas;
    const node = this._tree.nodeAt(x, y);
    const fold = node < 0 && this._tree.foldAt(x, y) >= 0;
    canvas.title = fold ? "Fold or unfold" : node < 0 ? "" : this._tree.words(node);
    canvas.style.cursor = node >= 0 || fold ? "pointer" : "grab";
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const pointer = this._pointers.get(event.pointerId);
    this._pointers.delete(event.pointerId);
    if (!pointer || pointer.far > TAP) return;
    const node = this._tree.nodeAt(event.offsetX, event.offsetY);
    const fold = this._tree.foldAt(event.offsetX, event.offsetY);
    if (node < 0 && fold >= 0) this._tree.toggleFold(fold);
    else this._tree.onnode(node);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const step = 60;
    /** @type {Record<string, () => void>} */
    const actions = {
      "+": () => this._tree.zoom(1.25),
      "=": () => this._tree.zoom(1.25),
      "-": () => this._tree.zoom(0.8),
      0: () => this._tree.follow(),
      w: () => this._tree.pan(0, step),
      s: () => this._tree.pan(0, -step),
      a: () => this._tree.pan(step, 0),
      d: () => this._tree.pan(-step, 0),
      i: () => this._tree.onnode(this._tree.here),
      f: () => this._tree.toggleFold(this._tree.here),
      u: () => this._tree.unfoldAll(),
    };
    if (!actions[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}
