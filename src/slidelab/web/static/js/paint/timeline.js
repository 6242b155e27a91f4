// Counters over time: the frontier as an area, the nodes expanded as a line, and the current event.

import { palette, sharp } from "./palette.js";

/**
 * @param {HTMLCanvasElement} canvas @param {import("../film/tallies.js").Tallies} tallies
 * @param {number} event @param {number} length @param {[event: number, bound: number][]} bounds
 */
export function paintTimeline(canvas, tallies, event, length, bounds) {
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (!width) return;
  const context = sharp(canvas, width, height);
  const colours = palette();
  const { frontier, expanded } = tallies.curves;
  context.fillStyle = colours.accentSoft;
  shape(context, frontier, width, height);
  context.lineTo(width, height);
  context.lineTo(0, height);
  context.fill();
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5;
  shape(context, frontier, width, height);
  context.stroke();
  context.strokeStyle = colours.faint;
  context.setLineDash([2, 3]);
  shape(context, expanded, width, height);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colours.strong;
  for (const [at] of bounds.slice(0, 400)) {
    context.fillRect((at / Math.max(1, length - 1)) * width, 0, 1, 5);
  }
  const now = (event / Math.max(1, length - 1)) * (width - 2) + 1;
  context.fillStyle = colours.warm;
  context.fillRect(now - 1, 0, 2, height);
}

/**
 * Draw the path of a curve over the whole canvas.
 * @type {(context: Context, values: number[], width: number, height: number) => void}
 */
function shape(context, values, width, height) {
  const highest = Math.max(1, ...values);
  context.beginPath();
  values.forEach((value, at) => {
    const x = (at / Math.max(1, values.length - 1)) * width;
    const y = height - 2 - (value / highest) * (height - 6);
    if (at) context.lineTo(x, y);
    else context.moveTo(x, y);
  });
}
