// Drawing a laid-out tree. How much each node shows depends on how large it is on the screen.

import { CUT_OFF, DUPLICATE, GOAL, SKIP } from "../film/events.js";
import { shortNumber } from "../film/narrate.js";
import { paintBoard } from "./board.js";
import { sharp } from "./palette.js";

/**
 * @import { ShownNode, visibleTree } from "../film/tree.js"
 * @typedef {ReturnType<typeof visibleTree>} View
 * @typedef {ReturnType<typeof condition>} Condition
 */

export const UNIT = { x: 60, y: 86 };
const BOX = 46;
const READABLE = 0.5; // below this scale, boards and figures would be specks

/** Where the mark for folding is, seen from the middle of its node, and how near a tap must be. */
export const FOLD = { below: BOX / 2 + 27, reach: 13 };

/**
 * What a film shows at an event, and how it is painted.
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {scale: number}} Camera
 * @typedef {{film: Film, home: number[], event: number, focus: number, view: View,
 *   places: Map<number, Point>}} Moment
 * @typedef {Moment & {camera: Camera, marked: number, width: number, height: number}} Scene
 */

/** @type {(context: Context, scene: Scene, colours: Palette) => void} */
export function paintTree(context, scene, colours) {
  const { camera, view, places } = scene;
  context.save();
  context.translate(camera.x, camera.y);
  context.scale(camera.scale, camera.scale);
  // What lies outside is not painted: of a wide tree most does.
  const [left, right] = [-camera.x / camera.scale, (scene.width - camera.x) / camera.scale];
  const [top, bottom] = [-camera.y / camera.scale, (scene.height - camera.y) / camera.scale];
  const seen = (/** @type {Point} */ { x, y }) =>
    x * UNIT.x > left - UNIT.x &&
    x * UNIT.x < right + UNIT.x &&
    y * UNIT.y > top - UNIT.y &&
    y * UNIT.y < bottom + UNIT.y;
  const crosses = (/** @type {Point} */ from, /** @type {Point} */ to) =>
    Math.max(from.x, to.x) * UNIT.x > left &&
    Math.min(from.x, to.x) * UNIT.x < right &&
    to.y * UNIT.y > top &&
    from.y * UNIT.y < bottom;
  for (const [node, entry] of view.nodes) {
    const from = places.get(node);
    for (const child of entry.children) {
      const to = places.get(child);
      if (from && to && crosses(from, to)) edge(context, scene, from, to, child, colours);
    }
  }
  const detailed = camera.scale >= READABLE;
  for (const [node, entry] of view.nodes) {
    const place = places.get(node);
    if (place && seen(place)) paintNode(context, scene, node, entry, place, detailed, colours);
  }
  context.restore();
}

/**
 * @type {(context: Context, scene: Scene, from: Point, to: Point, child: number,
 *   colours: Palette) => void}
 */
function edge(context, { view, camera }, from, to, child, colours) {
  const lit = view.onPath.has(child);
  context.beginPath();
  const [x1, y1] = [from.x * UNIT.x, from.y * UNIT.y + BOX / 2 + 16];
  const [x2, y2] = [to.x * UNIT.x, to.y * UNIT.y - BOX / 2 - 3];
  context.moveTo(x1, y1);
  context.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2);
  context.strokeStyle = lit ? colours.warm : colours.strong;
  context.globalAlpha = lit ? 1 : 0.55;
  context.lineWidth = (lit ? 3 : 1.2) / Math.max(0.5, camera.scale);
  context.setLineDash(view.nodes.get(child)?.jumped ? [3, 5] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/**
 * Return what a node is by now, which decides its frame.
 * @param {Film} film @param {number} node @param {number} event
 */
export function condition(film, node, event) {
  if (film.kind[event] === GOAL && film.node[event] === node) return "goal";
  if (film.fate[node] === DUPLICATE) return "dropped";
  if (film.expandedAt[node] <= event) return "expanded";
  const leaver = film.leftAt[node] <= event ? film.kind[film.leftAt[node]] : -1;
  return leaver === CUT_OFF || leaver === SKIP ? "dropped" : "waiting";
}

/**
 * @type {(context: Context, scene: Scene, node: number, entry: ShownNode, place: Point,
 *   detailed: boolean, colours: Palette) => void}
 */
function paintNode(context, scene, node, entry, place, detailed, colours) {
  const { film, event } = scene;
  const state = condition(film, node, event);
  const [x, y] = [place.x * UNIT.x - BOX / 2, place.y * UNIT.y - BOX / 2];
  const focused = node === scene.focus;
  context.globalAlpha = state === "dropped" && !focused ? 0.5 : 1;
  if (detailed) {
    paintBoard(context, film.cells(node), scene.home, film.shape, x, y, BOX, colours);
    figures(context, film, node, place, y, colours);
  } else {
    context.fillStyle = {
      goal: colours.good,
      expanded: colours.accent,
      dropped: colours.line,
      waiting: colours.surface,
    }[state];
    context.beginPath();
    context.roundRect(x + 6, y + 6, BOX - 12, BOX - 12, 9);
    context.fill();
  }
  frame(context, scene, state, focused, x, y, detailed, colours);
  if (detailed) badge(context, node + 1, state === "expanded", x, y, colours);
  context.globalAlpha = 1;
  if (entry.hidden > 0) foldMark(context, `+${entry.hidden}`, place, detailed, colours);
  else if (detailed && entry.children.length) foldMark(context, "−", place, detailed, colours);
  if (node === scene.marked) ring(context, place, colours);
}

/**
 * @type {(context: Context, scene: Scene, state: Condition, focused: boolean, x: number,
 *   y: number, detailed: boolean, colours: Palette) => void}
 */
function frame(context, { camera }, state, focused, x, y, detailed, colours) {
  const inset = detailed ? -3 : 6;
  const size = BOX - 2 * inset;
  context.beginPath();
  context.roundRect(x + inset, y + inset, size, size, detailed ? 6 : 9);
  context.strokeStyle = focused
    ? colours.warm
    : {
        goal: colours.good,
        expanded: colours.accent,
        dropped: colours.faint,
        waiting: colours.strong,
      }[state];
  const thin = state === "expanded" ? 2 : 1.3;
  context.lineWidth =
    (focused || state === "goal" ? 4 : thin) / (detailed ? 1 : camera.scale * 1.2);
  context.setLineDash(state === "dropped" ? [4, 3] : []);
  context.stroke();
  context.setLineDash([]);
  if (state === "goal") {
    context.beginPath();
    context.roundRect(x + inset - 5, y + inset - 5, size + 10, size + 10, 9);
    context.lineWidth = 2;
    context.stroke();
  }
}

/**
 * @type {(context: Context, film: Film, node: number, place: Point, y: number,
 *   colours: Palette) => void}
 */
function figures(context, film, node, place, y, colours) {
  const text = figuresText(film.g[node], film.h[node], film.f[node]);
  context.font = '500 10.5px Inter, system-ui, "Liberation Sans", sans-serif';
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  context.fillStyle = colours.soft;
  context.fillText(text, place.x * UNIT.x, y + BOX + 14);
}

/** @type {(g: number, h: number, f: number) => string} */
function figuresText(g, h, f) {
  if (Number.isNaN(h)) return `g ${g}`;
  if (Number.isNaN(f)) return `g${g} h${shortNumber(h)}`;
  if (f === g + h) return `${g}+${shortNumber(h)}=${shortNumber(f)}`;
  return `g${g} h${shortNumber(h)} f${shortNumber(f)}`;
}

/**
 * Write the number of a node, as the narration and the inspector call it.
 * @type {(context: Context, number: number, expanded: boolean, x: number, y: number,
 *   colours: Palette) => void}
 */
function badge(context, number, expanded, x, y, colours) {
  const text = String(number);
  context.font = '700 10px Inter, system-ui, "Liberation Sans", sans-serif';
  const width = Math.max(16, context.measureText(text).width + 8);
  context.fillStyle = expanded ? colours.accent : colours.surface;
  context.beginPath();
  context.roundRect(x - 9, y - 10, width, 16, 8);
  context.fill();
  context.fillStyle = expanded ? colours.accentInk : colours.soft;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x - 9 + width / 2, y - 1.5);
}

/**
 * Paint a small handle under a node: how many children are not shown, or a minus to fold them.
 * @type {(context: Context, text: string, place: Point, detailed: boolean,
 *   colours: Palette) => void}
 */
function foldMark(context, text, place, detailed, colours) {
  const [x, y] = [place.x * UNIT.x, place.y * UNIT.y + (detailed ? FOLD.below : BOX / 2 + 10)];
  context.font = `600 ${detailed ? 10 : 15}px Inter, system-ui, "Liberation Sans", sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const wide = Math.max(14, context.measureText(text).width + 8);
  const high = detailed ? 13 : 18;
  context.beginPath();
  context.roundRect(x - wide / 2, y - high / 2, wide, high, high / 2);
  context.fillStyle = colours.surface;
  context.fill();
  context.strokeStyle = colours.strong;
  context.lineWidth = 1;
  context.stroke();
  context.fillStyle = colours.soft;
  context.fillText(text, x, y + 0.5);
}

/**
 * Paint a ring around the node that is inspected.
 * @type {(context: Context, place: Point, colours: Palette) => void}
 */
function ring(context, place, colours) {
  context.beginPath();
  context.roundRect(
    place.x * UNIT.x - BOX / 2 - 8,
    place.y * UNIT.y - BOX / 2 - 8,
    BOX + 16,
    BOX + 16,
    10,
  );
  context.strokeStyle = colours.ink;
  context.lineWidth = 2.5;
  context.stroke();
}

const MARGIN = 5;

/**
 * Return how the tree lies on the overview map.
 * @type {(canvas: HTMLCanvasElement, places: Map<number, Point>) => Camera}
 */
function mapScale(canvas, places) {
  let [left, right, bottom] = [Infinity, -Infinity, 1];
  for (const { x, y } of places.values()) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  const { clientWidth: width, clientHeight: height } = canvas;
  const [wide, high] = [right - left + 1, bottom + 1];
  const scale = Math.min((width - 2 * MARGIN) / wide, (height - 2 * MARGIN) / high);
  return {
    scale,
    x: (width - wide * scale) / 2 - (left - 0.5) * scale,
    y: (height - high * scale) / 2 + 0.5 * scale,
  };
}

/**
 * Return the place in the tree that a point of the map means.
 * @type {(canvas: HTMLCanvasElement, places: Map<number, Point>, x: number, y: number) => Point}
 */
export function placeOnMap(canvas, places, x, y) {
  const at = mapScale(canvas, places);
  return { x: (x - at.x) / at.scale, y: (y - at.y) / at.scale };
}

/**
 * Paint the whole tree in small and what is seen of it; hide the map while all is seen.
 * @type {(canvas: HTMLCanvasElement, scene: Scene, colours: Palette) => void}
 */
export function paintMap(canvas, { places, view, camera, width, height }, colours) {
  let seen = true;
  for (const { x, y } of places.values()) {
    const [px, py] = [x * UNIT.x * camera.scale + camera.x, y * UNIT.y * camera.scale + camera.y];
    seen &&= px > 0 && px < width && py > 0 && py < height;
  }
  canvas.hidden = seen || !places.size;
  if (canvas.hidden) return;
  const context = sharp(canvas, canvas.clientWidth, canvas.clientHeight);
  const at = mapScale(canvas, places);
  const size = Math.max(1.5, Math.min(5, at.scale * 0.6));
  for (const [node, { x, y }] of places) {
    context.fillStyle = view.onPath.has(node) ? colours.warm : colours.accent;
    context.globalAlpha = view.onPath.has(node) ? 1 : 0.55;
    context.fillRect(at.x + x * at.scale - size / 2, at.y + y * at.scale - size / 2, size, size);
  }
  context.globalAlpha = 1;
  const corner = (/** @type {number} */ px, /** @type {number} */ py) => [
    at.x + ((px - camera.x) / camera.scale / UNIT.x) * at.scale,
    at.y + ((py - camera.y) / camera.scale / UNIT.y) * at.scale,
  ];
  const [[x1, y1], [x2, y2]] = [corner(0, 0), corner(width, height)];
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  context.strokeRect(x1, y1, x2 - x1, y2 - y1);
}
