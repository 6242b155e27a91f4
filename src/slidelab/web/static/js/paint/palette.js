// Colours, text and resolution of canvases.

import { colour } from "../ui/theme.js";

const NAMES = {
  surface: "surface",
  sunken: "sunken",
  line: "line",
  strong: "line-strong",
  ink: "ink",
  soft: "ink-soft",
  faint: "ink-faint",
  accent: "accent",
  accentSoft: "accent-soft",
  accentInk: "accent-ink",
  warm: "warm",
  good: "good",
  tile: "tile",
  home: "tile-home",
  well: "tile-well",
};
/** @typedef {Record<keyof typeof NAMES, string>} Palette */

/** @type {Palette | null} */
let cached = null;
document.addEventListener("themechange", () => (cached = null));

/** Return the colours of the theme by name. */
export function palette() {
  const read = () => Object.entries(NAMES).map(([key, name]) => [key, colour(name)]);
  cached ??= /** @type {Palette} */ (Object.fromEntries(read()));
  return cached;
}

/** The typeface of words on canvases and charts. */
export const FONT = 'Inter, system-ui, "Liberation Sans", sans-serif';

/**
 * Write words: `font` is their weight and size.
 * @param {Context} context @param {string} words @param {number} x @param {number} y
 * @param {{font: string, colour: string, align?: CanvasTextAlign, baseline?: CanvasTextBaseline}} look
 */
export function drawText(context, words, x, y, look) {
  context.font = `${look.font} ${FONT}`;
  context.fillStyle = look.colour;
  context.textAlign = look.align ?? "center";
  context.textBaseline = look.baseline ?? "alphabetic";
  context.fillText(words, x, y);
}

/**
 * Clear a canvas, set its resolution to that of the screen, and return its context in CSS pixels.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height
 */
export function prepareCanvas(canvas, width, height) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = /** @type {Context} */ (canvas.getContext("2d"));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
