// The growing tree: a canvas that can be zoomed, moved and folded. It follows the search by
// itself until it is moved by hand.

import { layoutTree } from "../film/layout.js";
import { condition, costs } from "../film/narrate.js";
import { childLists, visibleTree } from "../film/tree.js";
import { palette, sharp } from "../paint/palette.js";
import { SvgCanvas } from "../paint/svg-canvas.js";
import { FOLD, paintTree, UNIT } from "../paint/tree.js";
import { paintMap, placeOnMap } from "../paint/tree-map.js";
import { h } from "../ui/dom.js";
import { followGestures } from "./tree-gestures.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const NOTICE_HEIGHT = 36; // pixels, as film.css has it
const MAP_WIDTH = 160;
const SMALLEST = 0.08;
const READABLE = 0.5; // while it grows, the tree is not drawn smaller than this
const ROOT = 44; // pixels above the middle of the root, at scale 1
const NODE = { wide: 1.2, high: 1.25 }; // what the tree is larger than its places, in units

/** @import { Camera, Moment, Point, Scene } from "../paint/tree.js" */

export class TreeCanvas {
  /**
   * @param {object} listeners
   * @param {() => void} listeners.onshow is called when other nodes are drawn
   * @param {(following: boolean) => void} listeners.onhold
   * @param {(node: number) => void} listeners.onnode is called with the node that is tapped
   */
  constructor({ onshow, onhold, onnode }) {
    this.canvas = h("canvas.tree-canvas", {
      tabindex: "0",
      role: "img",
      "aria-label": "Search tree",
    });
    const point = (/** @type {PointerEvent} */ event) =>
      event.buttons && this._centre(event.offsetX, event.offsetY);
    this.map = h("canvas.tree-map", {
      "aria-hidden": "true",
      hidden: true,
      onpointerdown: point,
      onpointermove: point,
    });
    this._onshow = onshow;
    this._onhold = onhold;
    this.onnode = onnode;
    this.camera = { x: 0, y: 0, scale: 1 };
    this._marked = -1;
    /** @type {Film | null} */
    this._film = null;
    /** @type {number[][]} */
    this._children = [];
    /** @type {Set<number>} */
    this.folded = new Set();
    /** @type {Set<number>} */
    this.opened = new Set();
    this._event = 0;
    /** @type {Moment | null} what is shown */
    this.moment = null;
    /** @type {Map<number, Point>} where each node was last drawn, so that it can glide */
    this._drawn = new Map();
    this._gliding = false;
    /** @type {number | undefined} the frame that is asked for */
    this._pending = undefined;
    this._following = true;
    followGestures(this.canvas, this);
    new ResizeObserver(() => this._frame(false)).observe(this.canvas);
  }

  /** @param {Film} film */
  load(film) {
    this._film = film;
    this._children = childLists(film);
    this.folded.clear();
    this.opened.clear();
    this._marked = -1;
    this._drawn.clear();
    this._hold(true);
  }

  /**
   * Show a moment; `glide` only for small steps, where the eye can follow.
   * @param {number} event @param {boolean} glide
   */
  show(event, glide) {
    const film = this._film;
    if (!film) return;
    this._event = event;
    const view = visibleTree(film, this._children, event, this);
    const places = layoutTree(view.roots, (node) => view.nodes.get(node)?.children ?? []);
    this.moment = { film, event, focus: film.focus(event), view, places };
    this._onshow();
    this._frame(glide && !calm.matches);
  }

  /** Put a ring around a node, or around none. */
  mark(node = -1) {
    this._marked = node;
    this._frame(false);
  }

  /** The node with the ring, or else the one that the search is at. */
  get here() {
    return this._marked >= 0 ? this._marked : (this.moment?.focus ?? -1);
  }

  /** Close a node's children, or open those that are not shown. @param {number} node */
  toggleFold(node) {
    const isOpening = (this.moment?.view.nodes.get(node)?.hidden ?? 0) > 0;
    this.folded[isOpening ? "delete" : "add"](node);
    this.opened[isOpening ? "add" : "delete"](node);
    this.show(this._event, true);
  }

  unfoldAll() {
    this.folded.clear();
    this.opened.clear();
    this.show(this._event, true);
  }

  /** @param {number} factor */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const { camera } = this;
    const scale = Math.min(3, Math.max(SMALLEST, camera.scale * factor));
    const grown = scale / camera.scale;
    Object.assign(camera, { x: x - (x - camera.x) * grown, y: y - (y - camera.y) * grown, scale });
    this.pan(0, 0);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this._hold(false);
    this.camera.x += dx;
    this.camera.y += dy;
    this._frame(false);
  }

  follow() {
    this._hold(true);
    this._frame(!calm.matches);
  }

  /** @param {boolean} following */
  _hold(following) {
    this._following = following;
    this._onhold(following);
  }

  /**
   * Bring the place under a point of the overview map into the middle.
   * @param {number} x @param {number} y
   */
  _centre(x, y) {
    if (!this.moment) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const at = this._onCanvas(placeOnMap(this.map, this.moment.places, x, y));
    this.pan(width / 2 - at.x, height / 2 - at.y);
  }

  /** Return where a place of the tree is on the canvas. @param {Point} place */
  _onCanvas({ x, y }) {
    const { camera } = this;
    return { x: x * UNIT.x * camera.scale + camera.x, y: y * UNIT.y * camera.scale + camera.y };
  }

  /** Return the node under a point of the canvas, or -1. @param {number} x @param {number} y */
  nodeAt(x, y) {
    return this._find(x, y, (dx, dy) => Math.abs(dx) < 28 && Math.abs(dy) < 30);
  }

  /**
   * Return the node whose mark for folding is under a point, or -1.
   * @param {number} x @param {number} y
   */
  foldAt(x, y) {
    const { below, reach } = FOLD;
    const node = this._find(x, y, (dx, dy) => Math.abs(dx) < reach && Math.abs(dy - below) < reach);
    const { children = [], hidden = 0 } = this.moment?.view.nodes.get(node) ?? {};
    return children.length || hidden ? node : -1;
  }

  /** @type {(x: number, y: number, near: (dx: number, dy: number) => boolean) => number} */
  _find(x, y, near) {
    for (const [node, place] of this._drawn) {
      const at = this._onCanvas(place);
      const isNear = near((x - at.x) / this.camera.scale, (y - at.y) / this.camera.scale);
      if (isNear && this.moment?.view.nodes.has(node)) return node;
    }
    return -1;
  }

  /**
   * Return whether a node is drawn in the right half, where a box on the right would hide it.
   * @param {number} node
   */
  isOnTheRight(node) {
    const place = this._drawn.get(node) ?? this.moment?.places.get(node);
    return place !== undefined && this._onCanvas(place).x > this.canvas.clientWidth / 2;
  }

  /** Describe a node in a line. @param {number} node */
  words(node) {
    if (!this.moment) return "";
    const { film, event } = this.moment;
    const rank = film.expandedAt[node] <= event ? `, expansion ${film.rank[node]}` : "";
    return `Node ${node + 1}: ${costs(film, node)}, ${condition(film, node, event)}${rank}`;
  }

  /**
   * Return where the camera should be: on the whole tree; at the end on the way from root to goal.
   * @param {Moment} moment @returns {Camera}
   */
  _target({ film, event, view, places, focus }) {
    const won = event >= film.length - 1 && Boolean(film.result.moves);
    const shown = [...places].filter(([node]) => !won || view.onPath.has(node));
    const xs = shown.map(([, { x }]) => x);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const bottom = Math.max(...shown.map(([, { y }]) => y));
    // The notice of nodes that are not drawn and the overview map must not lie over the goal.
    const width = this.canvas.clientWidth - (won && !this.map.hidden ? MAP_WIDTH : 0);
    const height = this.canvas.clientHeight - (view.shown < view.total ? NOTICE_HEIGHT : 0);
    const fit = Math.min(
      width / ((right - left + NODE.wide) * UNIT.x),
      height / ((bottom + NODE.high) * UNIT.y),
      Math.max(1.25, Math.min(1.8, height / 330)), // larger where there is room: for a whole class
    );
    const scale = Math.max(fit, won ? SMALLEST : READABLE);
    const tall = (bottom + NODE.high) * UNIT.y * scale;
    const top = ROOT * scale;
    if (fit >= scale) {
      const middle = ((left + right) / 2) * UNIT.x;
      return { scale, x: width / 2 - middle * scale, y: Math.max(0, height - tall) * 0.35 + top };
    }
    // Too large to read as a whole: stay with the node that the search is at.
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
    const scene = this._scene(moment);
    paintTree(sharp(this.canvas, scene.width, scene.height), scene, palette());
    paintMap(this.map, scene, palette());
    return moving;
  }

  /** @type {(moment: Moment) => Scene} */
  _scene(moment) {
    const { camera, _marked: marked } = this;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    return { ...moment, places: this._drawn, camera, marked, width, height };
  }

  /** Return the tree as it is seen, as the text of an SVG file. */
  picture() {
    if (!this.moment) return "";
    const scene = this._scene(this.moment);
    const canvas = new SvgCanvas(scene.width, scene.height, palette().sunken);
    paintTree(canvas, scene, palette());
    return canvas.toString();
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
