// The distance to the goal after each move of a game: a line where it is known, a band where only
// its bounds are, and a mark at each move that lost ground.

import { palette, sharp } from "./palette.js";

const EDGE = { left: 30, right: 8, top: 8, bottom: 18 };
const FONT = '11px Inter, system-ui, "Liberation Sans", sans-serif';

/** Where a step stands on a canvas of this width. */
const across = (step, length, width) =>
  EDGE.left + (step / Math.max(1, length)) * (width - EDGE.left - EDGE.right);

/**
 * The step under a point of the canvas.
 * @param {number} width
 */
export function stepAt(x, length, width) {
  const part = (x - EDGE.left) / Math.max(1, width - EDGE.left - EDGE.right);
  return Math.min(length, Math.max(0, Math.round(part * length)));
}

/**
 * @param {number} step
 */
export function paintDistances(canvas, review, step) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return;
  const context = sharp(canvas, width, height);
  const colours = palette();
  const { length, atLeast, atMost } = review;
  const top = Math.max(1, ...atMost);
  const x = (at) => across(at, length, width);
  const y = (value) => height - EDGE.bottom - (value / top) * (height - EDGE.top - EDGE.bottom);
  drawScale(context, { width, height, top, length, y, colours });
  context.fillStyle = colours.accentSoft;
  context.beginPath();
  for (const [at, value] of atMost.entries()) context.lineTo(x(at), y(value));
  for (let at = length; at >= 0; at--) context.lineTo(x(at), y(atLeast[at]));
  context.fill();
  context.strokeStyle = colours.accent;
  context.lineWidth = 2;
  for (const values of review.exact ? [atLeast] : [atLeast, atMost]) {
    context.beginPath();
    for (const [at, value] of values.entries()) context.lineTo(x(at), y(value));
    context.stroke();
  }
  drawLost(context, review, x, y, colours);
  context.fillStyle = colours.ink;
  context.fillRect(x(step) - 0.75, EDGE.top, 1.5, height - EDGE.top - EDGE.bottom);
  context.beginPath();
  context.arc(x(step), y(atLeast[step]), 4.5, 0, 7);
  context.fill();
}

function drawScale(context, { width, height, top, length, y, colours }) {
  context.font = FONT;
  context.fillStyle = colours.soft;
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const value of [0, Math.round(top / 2), top]) {
    context.fillText(value, EDGE.left - 6, y(value));
    context.beginPath();
    context.moveTo(EDGE.left, y(value));
    context.lineTo(width - EDGE.right, y(value));
    context.stroke();
  }
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  context.fillText("start", EDGE.left, height - 4);
  context.textAlign = "right";
  context.fillText(length === 1 ? "1 move" : `${length} moves`, width - EDGE.right, height - 4);
}

/** A step up, drawn over the line, and a dot: not by colour alone. */
function drawLost(context, { lost, atLeast }, x, y, colours) {
  context.strokeStyle = colours.warm;
  context.fillStyle = colours.warm;
  context.lineWidth = 3;
  for (const at of lost) {
    context.beginPath();
    context.moveTo(x(at - 1), y(atLeast[at - 1]));
    context.lineTo(x(at), y(atLeast[at]));
    context.stroke();
    context.beginPath();
    context.arc(x(at), y(atLeast[at]), 3, 0, 7);
    context.fill();
  }
}
