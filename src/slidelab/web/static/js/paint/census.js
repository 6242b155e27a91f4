// How many nodes there are by g and h, as a heat map, or layer by layer, as bars. Blue is expanded;
// what only waits is warm, so that the edge of the search stands out.

import { palette, sharp } from "./palette.js";

const EDGE = { left: 26, right: 6, top: 6, bottom: 20 };
const FONT = '10.5px Inter, system-ui, "Liberation Sans", sans-serif';

/** The room that the picture has on a canvas. */
function roomOf(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  return {
    width,
    height,
    across: width - EDGE.left - EDGE.right,
    down: height - EDGE.top - EDGE.bottom,
  };
}

/** Nodes by g, to the right, and h, upwards; the goal is in the bottom row. */
export function paintHeat(canvas, census, { node, bound }) {
  const room = roomOf(canvas);
  if (room.across <= 0 || room.down <= 0) return;
  const context = sharp(canvas, room.width, room.height);
  const colours = palette();
  const { columns, rows, generated, expanded } = census;
  const [wide, high] = [room.across / columns, room.down / rows];
  const most = Math.log(2 + Math.max(...generated));
  context.fillStyle = colours.sunken;
  context.fillRect(EDGE.left, EDGE.top, room.across, room.down);
  for (let cell = 0; cell < generated.length; cell++) {
    const count = Math.max(generated[cell], expanded[cell]);
    if (count <= 0) continue;
    context.globalAlpha = 0.25 + (0.75 * Math.log(1 + count)) / most;
    context.fillStyle = expanded[cell] > 0 ? colours.accent : colours.warm;
    const [x, y] = corner(cell, rows, wide, high, room);
    context.fillRect(x, y, Math.max(1, wide - 0.6), Math.max(1, high - 0.6));
  }
  context.globalAlpha = 1;
  if (bound !== null) drawBound(context, census, bound, wide, high, room, colours);
  if (node >= 0) {
    const [x, y] = corner(census.cellOf(node), rows, wide, high, room);
    context.strokeStyle = colours.ink;
    context.lineWidth = 2;
    context.strokeRect(x - 0.5, y - 0.5, Math.max(5, wide), Math.max(5, high));
  }
  drawAxes(context, room, colours, {
    right: `g ${columns * census.step - 1}`,
    top: `h ${rows - 1}`,
    bottom: "0",
  });
}

const corner = (cell, rows, wide, high, room) => [
  EDGE.left + Math.floor(cell / rows) * wide,
  EDGE.top + room.down - ((cell % rows) + 1) * high,
];

/** Where g + h is the bound: the wave that an iteration may reach. */
function drawBound(context, census, bound, wide, high, room, colours) {
  const place = (g) => [
    EDGE.left + (g / census.step + 0.5) * wide,
    EDGE.top + room.down - (bound - g + 0.5) * high,
  ];
  context.save();
  context.beginPath();
  context.rect(EDGE.left, EDGE.top, room.across, room.down);
  context.clip();
  context.beginPath();
  context.moveTo(...place(0));
  context.lineTo(...place(bound));
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.2;
  context.setLineDash([4, 3]);
  context.stroke();
  context.restore();
}

/** Nodes by depth: all that were generated, and of them those that were expanded. */
export function paintLayers(canvas, census, { node }) {
  const room = roomOf(canvas);
  if (room.across <= 0 || room.down <= 0) return;
  const context = sharp(canvas, room.width, room.height);
  const colours = palette();
  const layers = census.layers();
  const most = Math.max(1, ...layers.map((layer) => Math.max(layer.generated, layer.expanded)));
  const wide = room.across / layers.length;
  const bar = (at, count, colour) => {
    const high = (count / most) * room.down;
    context.fillStyle = colour;
    context.fillRect(
      EDGE.left + at * wide,
      EDGE.top + room.down - high,
      Math.max(1, wide - 1),
      high,
    );
  };
  context.fillStyle = colours.sunken;
  context.fillRect(EDGE.left, EDGE.top, room.across, room.down);
  for (const [at, layer] of layers.entries()) {
    bar(at, layer.generated, colours.warm);
    bar(at, layer.expanded, colours.accent);
  }
  if (node >= 0) {
    const at = Math.floor(census.cellOf(node) / census.rows);
    context.fillStyle = colours.ink;
    context.fillRect(EDGE.left + at * wide, EDGE.top + room.down, Math.max(2, wide - 1), 3);
  }
  drawAxes(context, room, colours, {
    right: `g ${census.columns * census.step - 1}`,
    top: most > 9999 ? `${Math.round(most / 1000)}k` : String(most),
    bottom: "0",
  });
}

function drawAxes(context, room, colours, { right, top, bottom }) {
  context.font = FONT;
  context.fillStyle = colours.soft;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.fillText(top, 0, EDGE.top);
  context.textBaseline = "bottom";
  context.fillText(bottom, 12, EDGE.top + room.down);
  context.textBaseline = "alphabetic";
  context.fillText("g 0", EDGE.left, room.height - 5);
  context.textAlign = "right";
  context.fillText(right, room.width - EDGE.right, room.height - 5);
}

/** {column, row} under a point of the canvas, or null. */
export function cellUnder(canvas, census, x, y) {
  const room = roomOf(canvas);
  const column = Math.floor(((x - EDGE.left) / room.across) * census.columns);
  const row = Math.floor(((EDGE.top + room.down - y) / room.down) * census.rows);
  const inside = column >= 0 && column < census.columns && row >= 0 && row < census.rows;
  return inside ? { column, row } : null;
}
