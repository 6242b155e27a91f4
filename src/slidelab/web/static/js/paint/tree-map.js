// The overview map of a tree that is larger than its canvas.

import { sharp } from "./palette.js";
import { UNIT } from "./tree.js";

/** @import { Camera, Point, Scene } from "./tree.js" */

const MARGIN = 5;

/** Return how the tree lies on the map. @type {(canvas: HTMLCanvasElement, places: Map<number, Point>) => Camera} */
function mapScale({ clientWidth: width, clientHeight: height }, places) {
  const xs = [...places.values()].map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const bottom = Math.max(1, ...[...places.values()].map(({ y }) => y));
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
  const isSeen = (/** @type {Point} */ { x, y }) => {
    const [px, py] = [x * UNIT.x * camera.scale + camera.x, y * UNIT.y * camera.scale + camera.y];
    return px > 0 && px < width && py > 0 && py < height;
  };
  canvas.hidden = [...places.values()].every(isSeen);
  if (canvas.hidden) return;
  const context = sharp(canvas, canvas.clientWidth, canvas.clientHeight);
  const at = mapScale(canvas, places);
  const size = Math.max(1.5, Math.min(5, at.scale * 0.6));
  for (const [node, { x, y }] of places) {
    const isLit = view.onPath.has(node);
    context.fillStyle = isLit ? colours.warm : colours.accent;
    context.globalAlpha = isLit ? 1 : 0.55;
    context.fillRect(at.x + x * at.scale - size / 2, at.y + y * at.scale - size / 2, size, size);
  }
  context.globalAlpha = 1;
  const wide = ((width / camera.scale) * at.scale) / UNIT.x;
  const high = ((height / camera.scale) * at.scale) / UNIT.y;
  const left = at.x - ((camera.x / camera.scale) * at.scale) / UNIT.x;
  const top = at.y - ((camera.y / camera.scale) * at.scale) / UNIT.y;
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  context.strokeRect(left, top, wide, high);
}
