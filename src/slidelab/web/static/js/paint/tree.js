// Draw a tree that was laid out. Small nodes show less detail.

import { nodeState, shortNumber } from "../film/narrate.js";
import { paintBoard } from "./board.js";
import { drawText, FONT } from "./palette.js";

/**
 * The tree after an event, and how it is drawn.
 * @typedef {ReturnType<typeof import("../film/tree.js").visibleTree>} View
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {scale: number}} Camera
 * @typedef {{film: Film, event: number, focus: number, view: View, places: Map<number, Point>}} Moment
 * @typedef {Moment & {camera: Camera, marked: number, width: number, height: number}} Scene
 */

/** The pixels from node to node, at scale 1. */
export const UNIT = { x: 60, y: 86 };
const BOX = 46;
const READABLE = 0.5; // below this scale, boards and figures are not drawn

/** Return the distance from the middle of a node to the mark below it. @param {number} scale */
export const markBelow = (scale) => BOX / 2 + (scale < READABLE ? 10 : 27);

/** Paint a tree. @param {Context} context @param {Scene} scene @param {Palette} colours */
export function paintTree(context, scene, colours) {
  const { camera, view, places, width, height } = scene;
  context.translate(camera.x, camera.y);
  context.scale(camera.scale, camera.scale);
  // Skip what is outside: most of a wide tree.
  const [left, right] = [-camera.x / camera.scale, (width - camera.x) / camera.scale];
  const [top, bottom] = [-camera.y / camera.scale, (height - camera.y) / camera.scale];
  const isSeen = (/** @type {Point} */ from, /** @type {Point} */ to) =>
    Math.max(from.x, to.x) * UNIT.x > left &&
    Math.min(from.x, to.x) * UNIT.x < right &&
    to.y * UNIT.y > top &&
    from.y * UNIT.y < bottom;
  const painter = new TreePainter(context, scene, colours);
  for (const [node, { children }] of view.nodes) {
    const from = places.get(node);
    for (const child of children) {
      const to = places.get(child);
      if (from && to && isSeen(from, to)) painter.edge(from, to, child);
    }
  }
  for (const node of view.nodes.keys()) {
    const place = places.get(node);
    const { x, y } = place ?? { x: NaN, y: NaN };
    if (place && isSeen({ x: x - 1, y: y - 1 }, { x: x + 1, y: y + 1 })) painter.node(node, place);
  }
}

class TreePainter {
  /** @param {Context} context @param {Scene} scene @param {Palette} colours */
  constructor(context, scene, colours) {
    this._context = context;
    this._scene = scene;
    this._colours = colours;
    this._isDetailed = scene.camera.scale >= READABLE;
  }

  /** @param {Point} from @param {Point} to @param {number} child */
  edge(from, to, child) {
    const { _context: context, _colours: colours } = this;
    const { view, camera } = this._scene;
    const isLit = view.onPath.has(child);
    const [x1, y1] = [from.x * UNIT.x, from.y * UNIT.y + BOX / 2 + 16];
    const [x2, y2] = [to.x * UNIT.x, to.y * UNIT.y - BOX / 2 - 3];
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
    context.strokeStyle = isLit ? colours.warm : colours.strong;
    context.globalAlpha = isLit ? 1 : 0.55;
    context.lineWidth = (isLit ? 3 : 1.2) / Math.max(0.5, camera.scale);
    context.setLineDash(view.nodes.get(child)?.jumped ? [3, 5] : []);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** Paint a node with its middle at a place. @param {number} node @param {Point} place */
  node(node, place) {
    const { _context: context, _scene: scene, _colours: colours } = this;
    const { film, event, view } = scene;
    const state = nodeState(film, node, event);
    const looks = {
      goal: { fill: colours.good, line: colours.good, width: 4 },
      expanded: { fill: colours.accent, line: colours.accent, width: 2 },
      dropped: { fill: colours.line, line: colours.faint, width: 1.3 },
      waiting: { fill: colours.surface, line: colours.strong, width: 1.3 },
    };
    const look = looks[state];
    if (node === scene.focus) Object.assign(look, { line: colours.warm, width: 4 });
    const [x, y] = [place.x * UNIT.x, place.y * UNIT.y];
    context.globalAlpha = state === "dropped" && node !== scene.focus ? 0.5 : 1;
    const dash = state === "dropped" ? [4, 3] : [];
    if (this._isDetailed) {
      const [left, top] = [x - BOX / 2, y - BOX / 2];
      paintBoard(context, film.cells(node), film.home, film.shape, left, top, BOX, colours);
      const words = figures(film.g[node], film.h[node], film.f[node]);
      drawText(context, words, x, y + BOX / 2 + 14, { font: "500 10.5px", colour: colours.soft });
      this._frame(x, y, BOX + 6, 6, look.line, look.width, dash);
      if (state === "goal") this._frame(x, y, BOX + 16, 9, look.line, 2);
      this._badge(node + 1, state === "expanded", left, top);
    } else {
      this._box(x, y, BOX - 12, BOX - 12, 9);
      context.fillStyle = look.fill;
      context.fill();
      const thinner = scene.camera.scale * 1.2;
      this._frame(x, y, BOX - 12, 9, look.line, look.width / thinner, dash);
      if (state === "goal") this._frame(x, y, BOX - 2, 9, look.line, 2);
    }
    context.globalAlpha = 1;
    const { mark } = view.nodes.get(node) ?? {};
    if (mark) this._mark(mark, x, y);
    if (node === scene.marked) this._frame(x, y, BOX + 16, 10, colours.ink, 2.5);
  }

  /** Begin the path of a box with its middle at (x, y). @type {(x: number, y: number, wide: number, high: number, radius: number) => void} */
  _box(x, y, wide, high, radius) {
    this._context.beginPath();
    this._context.roundRect(x - wide / 2, y - high / 2, wide, high, radius);
  }

  /** @type {(x: number, y: number, size: number, radius: number, colour: string, width: number, dash?: number[]) => void} */
  _frame(x, y, size, radius, colour, width, dash = []) {
    const context = this._context;
    this._box(x, y, size, size, radius);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }

  /**
   * Write the number of a node, as the narration and the inspector call it, on its corner.
   * @param {number} number @param {boolean} isExpanded @param {number} left @param {number} top
   */
  _badge(number, isExpanded, left, top) {
    const colours = this._colours;
    const font = "700 10px";
    const wide = this._widthOf(String(number), font, 16);
    const [x, y] = [left - 9 + wide / 2, top - 2];
    this._box(x, y, wide, 16, 8);
    this._context.fillStyle = isExpanded ? colours.accent : colours.surface;
    this._context.fill();
    const colour = isExpanded ? colours.accentInk : colours.soft;
    drawText(this._context, String(number), x, y + 0.5, { font, colour, baseline: "middle" });
  }

  /**
   * Paint the mark under a node: how many children are not shown, or a minus to hide them again.
   * @param {string} words @param {number} x @param {number} middle the middle of the node
   */
  _mark(words, x, middle) {
    const { _context: context, _colours: colours, _isDetailed: isDetailed } = this;
    const y = middle + markBelow(this._scene.camera.scale);
    const font = `600 ${isDetailed ? 10 : 15}px`;
    const high = isDetailed ? 13 : 18;
    const wide = this._widthOf(words, font, 14);
    this._box(x, y, wide, high, high / 2);
    context.fillStyle = colours.surface;
    context.fill();
    context.strokeStyle = colours.strong;
    context.lineWidth = 1;
    context.stroke();
    drawText(context, words, x, y + 0.5, { font, colour: colours.soft, baseline: "middle" });
  }

  /** @param {string} words @param {string} font @param {number} least */
  _widthOf(words, font, least) {
    this._context.font = `${font} ${FONT}`;
    return Math.max(least, this._context.measureText(words).width + 8);
  }
}

/** @type {(g: number, h: number, f: number) => string} */
function figures(g, h, f) {
  if (Number.isNaN(h)) return `g ${g}`;
  if (Number.isNaN(f)) return `g${g} h${shortNumber(h)}`;
  if (f === g + h) return `${g}+${shortNumber(h)}=${shortNumber(f)}`;
  return `g${g} h${shortNumber(h)} f${shortNumber(f)}`;
}
