// Counters over time: the frontier as an area, the nodes expanded as a line, and where we are.

import { condensed } from "../film/tallies.js";
import { palette, sharp } from "./palette.js";

/**
 * @param {number} event
 */
export function paintTimeline(canvas, tallies, event, length, bounds) {
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (!width) return;
  const context = sharp(canvas, width, height);
  const colours = palette();
  tallies.condensedFrontier ??= condensed(tallies.frontier, 600);
  tallies.condensedExpanded ??= condensed(tallies.expanded, 600);
  const { condensedFrontier: frontier, condensedExpanded: expanded } = tallies;
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
