// The growing tree: a canvas that can be zoomed, moved and folded. It follows the search by
// itself until it is moved by hand.

import { layoutTree } from "../film/layout.js";
import { costs } from "../film/narrate.js";
import { childLists, visibleTree } from "../film/tree.js";
import { palette, sharp } from "../paint/palette.js";
import { SvgCanvas } from "../paint/svg-canvas.js";
import { condition, FOLD, paintMap, paintTree, placeOnMap, UNIT } from "../paint/tree.js";
import { homes } from "../puzzle/grid.js";
import { TreeGestures } from "./tree-gestures.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const NOTICE_HEIGHT = 36; // pixels, as film.css has it
const MAP_WIDTH = 160;
const SMALLEST = 0.08;
const READABLE = 0.5; // while it grows, the tree is not drawn smaller than this

/**
 * @import { Camera, Moment, Point, Scene, View } from "../paint/tree.js"
 */

export class TreeCanvas {
  /**
   * @param {HTMLCanvasElement} canvas @param {HTMLCanvasElement} map @param {object} listeners
   * @param {(view: View) => void} listeners.onview is called with what is drawn
   * @param {(following: boolean) => void} listeners.onhold
   * @param {(node: number) => void} listeners.onnode is called with the node that is tapped
   */
  constructor(canvas, map, { onview, onhold, onnode }) {
    this.canvas = canvas;
    this._map = map;
    this._onview = onview;
    this._onhold = onhold;
    this.onnode = onnode;
    this.camera = { x: 0, y: 0, scale: 1 };
    this.marked = -1;
    /** @type {Film | null} */
    this._film = null;
    this._lists = { first: new Int32Array(0), next: new Int32Array(0) };
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
    this.following = false;
    this._hold(true);
    new TreeGestures(canvas, this);
    const point = (/** @type {PointerEvent} */ event) =>
      event.buttons && this._centre(event.offsetX, event.offsetY);
    map.addEventListener("pointerdown", point);
    map.addEventListener("pointermove", point);
    new ResizeObserver(() => this._frame(false)).observe(canvas);
  }

  /** @param {Film} film */
  load(film) {
    this._film = film;
    this._lists = childLists(film);
    this.folded.clear();
    this.opened.clear();
    this.marked = -1;
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
    const view = visibleTree(film, this._lists, event, this);
    const places = layoutTree(view.roots, (node) => view.nodes.get(node)?.children ?? []);
    const [home, focus] = [homes(film.goal), film.focus(event)];
    this.moment = { film, home, event, focus, view, places };
    this._onview(view);
    this._frame(glide && !calm.matches);
  }

  /** Put a ring around a node, or around none. */
  mark(node = -1) {
    this.marked = node;
    this._frame(false);
  }

  /** The node with the ring, or else the one that the search is at. */
  get here() {
    return this.marked >= 0 ? this.marked : (this.moment?.focus ?? -1);
  }

  /** @param {number} node */
  _entry(node) {
    return this.moment?.view.nodes.get(node);
  }

  /** Close a node's children, or open those that are not shown. @param {number} node */
  toggleFold(node) {
    if ((this._entry(node)?.hidden ?? 0) > 0) {
      this.folded.delete(node);
      this.opened.add(node);
    } else {
      this.folded.add(node);
      this.opened.delete(node);
    }
    this.show(this._event, true);
  }

  unfoldAll() {
    this.folded.clear();
    this.opened.clear();
    this.show(this._event, true);
  }

  /** @param {number} factor */
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    this._hold(false);
    const { camera } = this;
    const scale = Math.min(3, Math.max(SMALLEST, camera.scale * factor));
    camera.x = x - ((x - camera.x) * scale) / camera.scale;
    camera.y = y - ((y - camera.y) * scale) / camera.scale;
    camera.scale = scale;
    this._frame(false);
  }

  /** @type {(dx: number, dy: number) => void} */
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
    if (this.following === following) return;
    this.following = following;
    this._onhold(following);
  }

  /**
   * Bring the place under a point of the overview map into the middle.
   * @param {number} x @param {number} y
   */
  _centre(x, y) {
    if (!this.moment) return;
    const place = placeOnMap(this._map, this.moment.places, x, y);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { camera } = this;
    this.pan(
      width / 2 - (place.x * UNIT.x * camera.scale + camera.x),
      height / 2 - (place.y * UNIT.y * camera.scale + camera.y),
    );
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
    const entry = this._entry(node);
    return entry && (entry.children.length || entry.hidden > 0) ? node : -1;
  }

  /** @type {(x: number, y: number, near: (dx: number, dy: number) => boolean) => number} */
  _find(x, y, near) {
    const { camera } = this;
    const [tx, ty] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
    for (const [node, place] of this._drawn) {
      const hit = near(tx - place.x * UNIT.x, ty - place.y * UNIT.y);
      if (hit && this._entry(node)) return node;
    }
    return -1;
  }

  /**
   * Return whether a node is drawn in the right half, where a box on the right would hide it.
   * @param {number} node
   */
  isOnTheRight(node) {
    const place = this._drawn.get(node) ?? this.moment?.places.get(node);
    if (!place) return false;
    return place.x * UNIT.x * this.camera.scale + this.camera.x > this.canvas.clientWidth / 2;
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
  _target({ film, event, view, places, focus: node }) {
    const won = event >= film.length - 1 && Boolean(film.result?.moves);
    let [left, right, bottom] = [Infinity, -Infinity, 0];
    for (const [placed, { x, y }] of places) {
      if (won && !view.onPath.has(placed)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      bottom = Math.max(bottom, y);
    }
    // The notice of nodes that are not drawn and the overview map must not lie over the goal.
    const width = this.canvas.clientWidth - (won && !this._map.hidden ? MAP_WIDTH : 0);
    const height = this.canvas.clientHeight - (view.shown < view.total ? NOTICE_HEIGHT : 0);
    const fit = Math.min(
      width / ((right - left + 1.2) * UNIT.x),
      height / ((bottom + 1.25) * UNIT.y),
      Math.max(1.25, Math.min(1.8, height / 330)), // larger where there is room: for a whole class
    );
    const scale = Math.max(fit, won ? SMALLEST : READABLE);
    if (fit >= scale) {
      const middle = ((left + right) / 2) * UNIT.x;
      const tall = (bottom + 1.25) * UNIT.y * scale;
      return {
        scale,
        x: width / 2 - middle * scale,
        y: Math.max(0, height - tall) * 0.35 + 44 * scale,
      };
    }
    // Too large to read as a whole: stay with the node that the search is at.
    const focus = places.get(node) ?? { x: 0, y: 0 };
    const deep = (bottom + 1.25) * UNIT.y * scale <= height;
    return {
      scale,
      x: width / 2 - focus.x * UNIT.x * scale,
      y: deep
        ? 44 * scale
        : Math.min(44 * scale, height - 30 - 50 * scale - focus.y * UNIT.y * scale),
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
    if (this.following) moving = this._easeCamera(moment, pace) || moving;
    const scene = this._scene(moment);
    paintTree(sharp(this.canvas, scene.width, scene.height), scene, palette());
    paintMap(this._map, scene, palette());
    return moving;
  }

  /** @type {(moment: Moment) => Scene} */
  _scene(moment) {
    const { camera, marked } = this;
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
