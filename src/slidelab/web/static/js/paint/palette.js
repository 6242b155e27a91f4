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
let cached = null;

export function palette() {
  cached ??= Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, colour(name)]));
  return cached;
}

document.addEventListener("themechange", () => (cached = null));

/**
 * Makes a canvas sharp on every screen and returns its context in CSS pixels.
 * @param {number} width
 * @param {number} height
 */
export function sharp(canvas, width, height) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
