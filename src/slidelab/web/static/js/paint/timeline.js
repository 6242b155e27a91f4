// Draw counters over time: frontier, nodes expanded, and the current event.

import { palette, prepareCanvas } from "./palette.js";

/**
 * @param {HTMLCanvasElement} canvas @param {Film} film
 * @param {import("../film/counts.js").Counts} counts @param {number} event
 */
export function paintTimeline(canvas, film, { curves }, event) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return;
  const context = prepareCanvas(canvas, width, height);
  const colours = palette();
  const last = Math.max(1, film.length - 1);
  context.fillStyle = colours.accentSoft;
  shape(context, curves.frontier, width, height);
  context.lineTo(width, height);
  context.lineTo(0, height);
  context.fill();
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5;
  shape(context, curves.frontier, width, height);
  context.stroke();
  context.strokeStyle = colours.faint;
  context.setLineDash([2, 3]);
  shape(context, curves.expanded, width, height);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colours.strong;
  for (const [at] of film.bounds) context.fillRect((at / last) * width, 0, 1, 5);
  context.fillStyle = colours.warm;
  context.fillRect((event / last) * (width - 2), 0, 2, height);
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
