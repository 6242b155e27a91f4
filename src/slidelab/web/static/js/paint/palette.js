// The page's colours for canvases, read once and again when the theme changes.

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

export function palette() {
  if (cached) return cached;
  const colours = Object.entries(NAMES).map(([key, name]) => [key, colour(name)]);
  cached = /** @type {Palette} */ (Object.fromEntries(colours));
  return cached;
}

document.addEventListener("themechange", () => (cached = null));

/**
 * Make a canvas sharp on every screen and return its context in CSS pixels.
 * @param {Canvas} canvas @param {number} width @param {number} height
 */
export function sharp(canvas, width, height) {
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
