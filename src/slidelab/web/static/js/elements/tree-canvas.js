// The search tree on a canvas that can be zoomed and moved. It follows the search until it is moved by
// hand.

import { layoutTree } from "../film/layout.js";
import { childLists, visibleTree } from "../film/tree.js";
import { palette, prepareCanvas } from "../paint/palette.js";
import { markBelow, paintTree, UNIT } from "../paint/tree.js";
import { h } from "../ui/dom.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const NOTICE_HEIGHT = 36; // pixels, as film.css has it
const SMALLEST = 0.08;
const READABLE = 0.5; // while it grows, the tree is not drawn smaller than this
const ROOT = 44; // pixels above the middle of the root, at scale 1
const NODE = { wide: 1.2, high: 1.25 }; // the size of a node, in units
const TAP = 5; // pixels that a finger may move in a tap
const STEP = 60; // pixels that a key moves the tree
const REACH = { node: 29, mark: 13 }; // how near a tap must be, at scale 1

/** @import { Camera, Moment, Point } from "../paint/tree.js" */

export class TreeCanvas {
  /**
   * @param {object} listeners
   * @param {() => void} listeners.onshow called when other nodes are drawn
   * @param {(following: boolean) => void} listeners.onfollow called when following starts or stops
   * @param {(node: number) => void} listeners.onnode called with the node that is tapped
   */
  constructor({ onshow, onfollow, onnode }) {
    this.canvas = h("canvas.tree-canvas", {
      tabindex: "0",
      role: "img",
      "aria-label": "Search tree",
      onpointerdown: (event) => this._press(event),
      onpointermove: (event) => this._move(event),
      onpointerup: (event) => this._release(event),
      onpointercancel: () => (this._pointer = null),
      onkeydown: (event) => this._key(event),
    });
    this.canvas.addEventListener("wheel", (event) => this._wheel(event), { passive: false });
    this._onshow = onshow;
    this._onfollow = onfollow;
    this._onnode = onnode;
    this.camera = { x: 0, y: 0, scale: 1 };
    this._marked = -1;
    /** @type {Film | null} */
    this._film = null;
    /** @type {number[][]} */
    this._children = [];
    /** @type {Set<number>} nodes of which all children are drawn */
    this._opened = new Set();
    this._event = 0;
    /** @type {Moment | null} what is shown */
    this.moment = null;
    /** @type {Map<number, Point>} where each node was drawn, for animation */
    this._drawn = new Map();
    this._gliding = false;
    /** @type {number | undefined} the requested animation frame */
    this._pending = undefined;
    this._following = true;
    /** @type {(Point & {far: number}) | null} the pointer that drags the tree */
    this._pointer = null;
    new ResizeObserver(() => this._frame(false)).observe(this.canvas);
  }

  /** @param {Film} film */
  load(film) {
    this._film = film;
    this._children = childLists(film);
    this._opened.clear();
    this._marked = -1;
    this._drawn.clear();
    this._setFollowing(true);
  }

  /**
   * Show the tree after an event, animated if `glide`.
   * @param {number} event @param {boolean} glide
   */
  show(event, glide) {
    const film = this._film;
    if (!film) return;
    this._event = event;
    const view = visibleTree(film, this._children, event, this._opened);
    const places = layoutTree(view.roots, (node) => view.nodes.get(node)?.children ?? []);
    this.moment = { film, event, focus: film.focus(event), view, places };
    this._onshow();
    this._frame(glide && !reducedMotion.matches);
  }

  /** Put a ring around a node, or around none. */
  mark(node = -1) {
    this._marked = node;
    this._frame(false);
  }

  /** Draw all children of a node, or only those within the limit. @param {number} node */
  toggle(node) {
    if (!this._opened.delete(node)) this._opened.add(node);
    this.show(this._event, true);
  }

  /** @param {number} factor */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const { camera } = this;
    const scale = Math.min(3, Math.max(SMALLEST, camera.scale * factor));
    const grown = scale / camera.scale;
    Object.assign(camera, { x: x - (x - camera.x) * grown, y: y - (y - camera.y) * grown, scale });
    this._pan(0, 0);
  }

  /** @param {number} dx @param {number} dy */
  _pan(dx, dy) {
    this._setFollowing(false);
    this.camera.x += dx;
    this.camera.y += dy;
    this._frame(false);
  }

  follow() {
    this._setFollowing(true);
    this._frame(!reducedMotion.matches);
  }

  /** @param {boolean} following */
  _setFollowing(following) {
    this._following = following;
    this._onfollow(following);
  }

  /** @param {WheelEvent} event */
  _wheel(event) {
    // A plain wheel scrolls the page; zooming takes Ctrl, or the wheel once the tree was clicked.
    const root = /** @type {Document | ShadowRoot} */ (this.canvas.getRootNode());
    if (!event.ctrlKey && root.activeElement !== this.canvas) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * 0.0018), event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  _press({ pointerId, offsetX: x, offsetY: y }) {
    this.canvas.setPointerCapture(pointerId);
    this._pointer = { x, y, far: 0 };
  }

  /** @param {PointerEvent} event */
  _move({ offsetX: x, offsetY: y }) {
    const pointer = this._pointer;
    if (!pointer) {
      this.canvas.style.cursor = this._find(x, y).node < 0 ? "grab" : "pointer";
      return;
    }
    const [dx, dy] = [x - pointer.x, y - pointer.y];
    this._pointer = { x, y, far: pointer.far + Math.abs(dx) + Math.abs(dy) };
    if (this._pointer.far > TAP) this._pan(dx, dy);
  }

  /** @param {PointerEvent} event */
  _release({ offsetX: x, offsetY: y }) {
    const isTap = this._pointer && this._pointer.far <= TAP;
    this._pointer = null;
    if (!isTap) return;
    const { node, isMark } = this._find(x, y);
    if (isMark) this.toggle(node);
    else this._onnode(node);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const here = this._marked >= 0 ? this._marked : (this.moment?.focus ?? -1);
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.zoom(1.25),
      "-": () => this.zoom(0.8),
      0: () => this.follow(),
      w: () => this._pan(0, STEP),
      s: () => this._pan(0, -STEP),
      a: () => this._pan(STEP, 0),
      d: () => this._pan(-STEP, 0),
      i: () => this._onnode(here),
      o: () => this.toggle(here),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  /**
   * Return the node at a point of the canvas, or the node whose mark is there; -1 for none.
   * @param {number} x @param {number} y
   */
  _find(x, y) {
    const { scale } = this.camera;
    const isNear = (/** @type {Point} */ at, /** @type {number} */ reach, below = 0) =>
      Math.abs(x - at.x) < reach * scale && Math.abs(y - at.y - below * scale) < reach * scale;
    for (const [node, place] of this._drawn) {
      const shown = this.moment?.view.nodes.get(node);
      const at = this._onCanvas(place);
      if (shown && isNear(at, REACH.node)) return { node, isMark: false };
      if (shown?.mark && isNear(at, REACH.mark, markBelow(scale))) return { node, isMark: true };
    }
    return { node: -1, isMark: false };
  }

  /** Return where a place of the tree is on the canvas. @param {Point} place */
  _onCanvas({ x, y }) {
    const { camera } = this;
    return { x: x * UNIT.x * camera.scale + camera.x, y: y * UNIT.y * camera.scale + camera.y };
  }

  /**
   * Return the camera's target: the whole tree, or at the end the path from root to goal.
   * @param {Moment} moment @returns {Camera}
   */
  _target({ film, event, view, places, focus }) {
    const won = event >= film.length - 1 && Boolean(film.result.moves);
    const shown = [...places].filter(([node]) => !won || view.onPath.has(node));
    const xs = shown.map(([, { x }]) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const bottom = Math.max(...shown.map(([, { y }]) => y));
    // The notice about hidden nodes must not cover the goal.
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight - (view.shown < view.total ? NOTICE_HEIGHT : 0);
    const fit = Math.min(
      width / ((right - left + NODE.wide) * UNIT.x),
      height / ((bottom + NODE.high) * UNIT.y),
      Math.max(1.25, Math.min(1.8, height / 330)), // larger if there is room, for projectors
    );
    const scale = Math.max(fit, won ? SMALLEST : READABLE);
    const tall = (bottom + NODE.high) * UNIT.y * scale;
    const top = ROOT * scale;
    if (fit >= scale) {
      const middle = ((left + right) / 2) * UNIT.x;
      return { scale, x: width / 2 - middle * scale, y: Math.max(0, height - tall) * 0.35 + top };
    }
    // Too large to read as a whole: stay at the current node.
    const { x, y } = places.get(focus) ?? { x: 0, y: 0 };
    const low = height - 30 - 50 * scale - y * UNIT.y * scale;
    return {
      scale,
      x: width / 2 - x * UNIT.x * scale,
      y: tall <= height ? top : Math.min(top, low),
    };
  }

  /** @param {boolean} glide */
  _frame(glide) {
    if (!this.moment) return;
    this._gliding = glide;
    this._pending ??= requestAnimationFrame(() => {
      this._pending = undefined;
      if (this._draw()) this._frame(true);
    });
  }

  /** Draw, and return whether something still moves. */
  _draw() {
    const moment = this.moment;
    if (!moment) return false;
    const pace = this._gliding ? 0.22 : 1;
    let moving = false;
    const next = new Map();
    for (const [node, place] of moment.places) {
      const above = this._drawn.get(moment.film.parent[node]) ?? place;
      const from = this._drawn.get(node) ?? (pace < 1 ? above : place);
      const [dx, dy] = [place.x - from.x, place.y - from.y];
      const still = Math.abs(dx) + Math.abs(dy) < 0.01;
      moving ||= !still && pace < 1;
      next.set(node, still ? place : { x: from.x + dx * pace, y: from.y + dy * pace });
    }
    this._drawn = next;
    if (this._following) moving = this._easeCamera(moment, pace) || moving;
    const { canvas, camera, _marked: marked } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    const scene = { ...moment, places: next, camera, marked, width, height };
    paintTree(prepareCanvas(canvas, width, height), scene, palette());
    return moving;
  }

  /** @type {(moment: Moment, pace: number) => boolean} */
  _easeCamera(moment, pace) {
    const target = this._target(moment);
    let moving = false;
    for (const key of /** @type {const} */ (["x", "y", "scale"])) {
      const difference = target[key] - this.camera[key];
      const still = Math.abs(difference) < (key === "scale" ? 0.004 : 0.5);
      this.camera[key] = still ? target[key] : this.camera[key] + difference * pace;
      moving ||= !still && pace < 1;
    }
    return moving;
  }
}
