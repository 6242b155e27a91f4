// The growing tree: a canvas that can be zoomed, moved and folded. It follows the search by
// itself until a person takes hold of it.

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

export class TreeCanvas {
  /** `onview` hears what is drawn, `onhold` whether it follows, `onnode` the node that is tapped. */
  constructor(canvas, map, { onview, onhold, onnode }) {
    this.canvas = canvas;
    this._map = map;
    this._onview = onview;
    this._onhold = onhold;
    this.onnode = onnode;
    this.camera = { x: 0, y: 0, scale: 1 };
    this.marked = -1;
    this._hold(true);
    this._drawn = new Map(); // where each node was last drawn, so that it can glide
    new TreeGestures(canvas, this);
    const point = (event) => event.buttons && this._centre(event.offsetX, event.offsetY);
    map.addEventListener("pointerdown", point);
    map.addEventListener("pointermove", point);
    new ResizeObserver(() => this._frame(false)).observe(canvas);
  }

  load(film) {
    this.film = film;
    this._lists = childLists(film);
    this._home = homes(film.goal);
    this.folded = new Set();
    this.opened = new Set();
    this.marked = -1;
    this._drawn.clear();
    this._hold(true);
  }

  /** Show a moment; `glide` only for small steps, where the eye can follow. */
  show(event, glide) {
    this.event = event;
    this.view = visibleTree(this.film, this._lists, event, this);
    this._places = layoutTree(this.view.roots, (node) => this.view.nodes.get(node).children);
    this._onview(this.view);
    this._frame(glide && !calm.matches);
  }

  /** Put a ring around a node, or around none. */
  mark(node = -1) {
    this.marked = node;
    this._frame(false);
  }

  /** Closes a node's children, or opens those that are not shown. */
  toggleFold(node) {
    if (this.view.nodes.get(node)?.hidden > 0) {
      this.folded.delete(node);
      this.opened.add(node);
    } else {
      this.folded.add(node);
      this.opened.delete(node);
    }
    this.show(this.event, true);
  }

  unfoldAll() {
    this.folded.clear();
    this.opened.clear();
    this.show(this.event, true);
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    this._hold(false);
    const { camera } = this;
    const scale = Math.min(3, Math.max(SMALLEST, camera.scale * factor));
    camera.x = x - ((x - camera.x) * scale) / camera.scale;
    camera.y = y - ((y - camera.y) * scale) / camera.scale;
    camera.scale = scale;
    this._frame(false);
  }

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

  _hold(following) {
    if (this.following === following) return;
    this.following = following;
    this._onhold(following);
  }

  /** Brings the place under a point of the overview map into the middle. */
  _centre(x, y) {
    const place = placeOnMap(this._map, this._places, x, y);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { camera } = this;
    this.pan(
      width / 2 - (place.x * UNIT.x * camera.scale + camera.x),
      height / 2 - (place.y * UNIT.y * camera.scale + camera.y),
    );
  }

  /** The node under a point of the canvas, or -1. */
  nodeAt(x, y) {
    return this._find(x, y, (dx, dy) => Math.abs(dx) < 28 && Math.abs(dy) < 30);
  }

  /** The node whose mark for folding is under a point, or -1. */
  foldAt(x, y) {
    const near = (dx, dy) => Math.abs(dx) < FOLD.reach && Math.abs(dy - FOLD.below) < FOLD.reach;
    const node = this._find(x, y, near);
    if (node < 0) return -1;
    const { children, hidden } = this.view.nodes.get(node);
    return children.length || hidden > 0 ? node : -1;
  }

  _find(x, y, near) {
    const { camera } = this;
    const [tx, ty] = [(x - camera.x) / camera.scale, (y - camera.y) / camera.scale];
    for (const [node, place] of this._drawn) {
      const hit = near(tx - place.x * UNIT.x, ty - place.y * UNIT.y);
      if (hit && this.view?.nodes.has(node)) return node;
    }
    return -1;
  }

  /** Whether a node is drawn in the right half, so that what is said of it goes to the left. */
  isOnTheRight(node) {
    const place = this._drawn.get(node) ?? this._places.get(node);
    if (!place) return false;
    return place.x * UNIT.x * this.camera.scale + this.camera.x > this.canvas.clientWidth / 2;
  }

  words(node) {
    const { film, event } = this;
    const rank = film.expandedAt[node] <= event ? `, expansion ${film.rank[node]}` : "";
    return `Node ${node + 1}: ${costs(film, node)}, ${condition(film, node, event)}${rank}`;
  }

  /** Where the camera should be: on the whole tree; at the end on the way from root to goal. */
  _target() {
    const { film, view } = this;
    const won = this.event >= film.length - 1 && Boolean(film.result?.moves);
    let [left, right, bottom] = [Infinity, -Infinity, 0];
    for (const [node, { x, y }] of this._places) {
      if (won && !view.onPath.has(node)) continue;
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
    const focus = this._places.get(film.focus(this.event)) ?? { x: 0, y: 0 };
    const deep = (bottom + 1.25) * UNIT.y * scale <= height;
    return {
      scale,
      x: width / 2 - focus.x * UNIT.x * scale,
      y: deep
        ? 44 * scale
        : Math.min(44 * scale, height - 30 - 50 * scale - focus.y * UNIT.y * scale),
    };
  }

  _frame(glide) {
    if (!this.view) return;
    this._gliding = glide;
    this._pending ??= requestAnimationFrame(() => {
      this._pending = undefined;
      if (this._draw()) this._frame(true);
    });
  }

  /** Draws, and says whether something is still on its way. */
  _draw() {
    const pace = this._gliding ? 0.22 : 1;
    let moving = false;
    const next = new Map();
    for (const [node, place] of this._places) {
      const above = this._drawn.get(this.film.parent[node]) ?? place;
      const from = this._drawn.get(node) ?? (pace < 1 ? above : place);
      const [dx, dy] = [place.x - from.x, place.y - from.y];
      const still = Math.abs(dx) + Math.abs(dy) < 0.01;
      moving ||= !still && pace < 1;
      next.set(node, still ? place : { x: from.x + dx * pace, y: from.y + dy * pace });
    }
    this._drawn = next;
    if (this.following) moving = this._easeCamera(pace) || moving;
    const scene = this._scene();
    paintTree(sharp(this.canvas, scene.width, scene.height), scene, palette());
    paintMap(this._map, scene, palette());
    return moving;
  }

  _scene() {
    const { film, event, view, camera, marked } = this;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const [places, home, focus] = [this._drawn, this._home, film.focus(event)];
    return { film, event, view, places, camera, home, focus, marked, width, height };
  }

  /** The tree as it is seen, as the text of an SVG file. */
  picture() {
    const scene = this._scene();
    const canvas = new SvgCanvas(scene.width, scene.height, palette().sunken);
    paintTree(canvas, scene, palette());
    return canvas.toString();
  }

  _easeCamera(pace) {
    const target = this._target();
    let moving = false;
    for (const key of ["x", "y", "scale"]) {
      const difference = target[key] - this.camera[key];
      const still = Math.abs(difference) < (key === "scale" ? 0.004 : 0.5);
      this.camera[key] = still ? target[key] : this.camera[key] + difference * pace;
      moving ||= !still && pace < 1;
    }
    return moving;
  }
}
