// A row of boards on a canvas, in order: the frontier, or the reached set.

import { costs, shortNumber } from "../film/narrate.js";
import { paintBoard } from "./board.js";
import { palette, sharp } from "./palette.js";

const CELL = { width: 64, height: 78 };
const BOX = 48;

export const STRIP_HEIGHT = CELL.height;

/** @typedef {{node: number, mark: "" | "next" | "expanded"}} StripItem */

/** @param {number} width */
export const stripCapacity = (width) => Math.max(1, Math.floor((width - 4) / CELL.width));

/**
 * Return which of the boards of a strip is under a point.
 * @type {(x: number, y: number, width: number) => number}
 */
export const placeInStrip = (x, y, width) =>
  Math.floor((x - 2) / CELL.width) + Math.floor(y / CELL.height) * stripCapacity(width);

/**
 * Paint as many of the items as there is room for.
 * @param {HTMLCanvasElement} canvas @param {Film} film @param {number[]} home
 * @param {StripItem[]} items @param {number} width
 */
export function paintStrip(canvas, film, home, items, width, rows = 1) {
  const height = CELL.height * rows;
  const context = sharp(canvas, width, height);
  const colours = palette();
  const strokes = { next: colours.warm, expanded: colours.accent, "": colours.strong };
  const across = stripCapacity(width);
  items.slice(0, across * rows).forEach(({ node, mark }, at) => {
    const x = 4 + (at % across) * CELL.width;
    const y = 5 + Math.floor(at / across) * CELL.height;
    paintBoard(context, film.cells(node), home, film.shape, x, y, BOX, colours);
    context.strokeStyle = strokes[mark];
    context.lineWidth = mark === "next" ? 3 : mark === "expanded" ? 2 : 1;
    context.beginPath();
    context.roundRect(x - 2, y - 2, BOX + 4, BOX + 4, 5);
    context.stroke();
    context.fillStyle = mark === "next" ? colours.warm : colours.soft;
    context.font = `${mark === "next" ? 700 : 500} 10.5px Inter, system-ui, "Liberation Sans", sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    context.fillText(caption(film, node), x + BOX / 2, y + BOX + 15);
  });
}

const SORTED_BY_H = new Set(["layers", "single"]);

/**
 * Return the figure that decides the order: f, h, or how deep the node lies.
 * @param {Film} film @param {number} node
 */
function caption(film, node) {
  const kind = film.frontierKind;
  if (kind === "priority") return `f ${shortNumber(film.f[node])}`;
  if (SORTED_BY_H.has(kind) && !Number.isNaN(film.h[node])) return `h ${shortNumber(film.h[node])}`;
  return `g ${film.g[node]}`;
}

/**
 * Describe groups of boards for people who hear the page.
 * @param {Film} film @param {{title: string, nodes: number[], total: number}[]} groups
 * @param {{title: string}} words
 */
export function describe(film, groups, words) {
  return groups
    .map(({ title, nodes, total }) => {
      const first = nodes.slice(0, 3).map((node) => `node ${node + 1} (${costs(film, node)})`);
      const next = first.length ? `; next ${first.join(", then ")}` : "";
      return `${title || words.title}: ${total} nodes${next}`;
    })
    .join(". ");
}
