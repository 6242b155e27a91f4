// The second picture of a film: how many nodes there are by g and h, as a heat map that grows as the
// film runs. Blue is expanded; what only waits is warm, so that the edge of the search stands out.

import { Census } from "../film/census.js";
import { palette, sharp } from "../paint/palette.js";
import { SvgCanvas } from "../paint/svg-canvas.js";
import { h, whole } from "../ui/dom.js";
import { saveMenu } from "../ui/save-picture.js";

const EDGE = { left: 26, right: 6, top: 6, bottom: 20 };
const FONT = '10.5px Inter, system-ui, "Liberation Sans", sans-serif';

/**
 * @typedef {ReturnType<typeof gridOf>} Grid
 */

export class CensusPane {
  constructor() {
    /** @type {Film | null} */
    this._film = null;
    /** @type {Census | null} made when it is first seen */
    this._census = null;
    this._event = 0;
    this.canvas = h("canvas.census", { role: "img", "aria-label": "Nodes by g and h" });
    this.note = h("p.pane-note");
    this.save = saveMenu("nodes", () => this._picture());
    this.canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) =>
      this._hover(event),
    );
    new ResizeObserver(() => this._draw()).observe(this.canvas);
  }

  /** @param {Film} film */
  load(film) {
    this._film = film;
    this._census = null;
  }

  /** @param {number} event */
  show(event) {
    this._event = event;
    this._draw();
  }

  _draw() {
    if (this.canvas.clientWidth) this._paint(this.canvas);
  }

  _picture() {
    const { clientWidth, clientHeight } = this.canvas;
    const canvas = new SvgCanvas(clientWidth, clientHeight, palette().surface);
    this._paint(canvas);
    return canvas.toString();
  }

  /** @param {Census} census */
  _describe({ lent, step }) {
    const words = [
      "Blue: expanded, orange: waiting; the darker, the more.",
      lent && "h: Manhattan distance, which this search does not use.",
      step > 1 && `A column is ${step} layers.`,
    ];
    this.note.textContent = words.filter(Boolean).join(" ");
    this.canvas.setAttribute(
      "aria-label",
      `How many nodes there are by g and h. ${this.note.textContent}`,
    );
  }

  /**
   * Paint g to the right and h upwards, so that the goal is in the bottom row.
   * @param {Canvas} canvas
   */
  _paint(canvas) {
    const film = this._film;
    if (!film) return;
    const census = this._census ?? new Census(film);
    if (!this._census) this._describe(census);
    this._census = census;
    census.go(this._event);
    const grid = gridOf(canvas, census);
    if (grid.across <= 0 || grid.down <= 0) return;
    const context = sharp(canvas, canvas.clientWidth, canvas.clientHeight);
    const colours = palette();
    paintCells(context, census, grid, colours);
    const bound = film.boundAt(this._event)?.[1] ?? null;
    if (bound !== null) paintBound(context, census, bound, grid, colours);
    const node = film.focus(this._event);
    if (node >= 0) {
      const [x, y] = cornerOf(census.cellOf(node), census, grid);
      context.strokeStyle = colours.ink;
      context.lineWidth = 2;
      context.strokeRect(x - 0.5, y - 0.5, Math.max(5, grid.wide), Math.max(5, grid.high));
    }
    paintAxes(context, census, grid, colours);
  }

  /** @param {PointerEvent} event */
  _hover({ offsetX: x, offsetY: y }) {
    const census = this._census;
    if (!census) return;
    const { wide, high, bottom } = gridOf(this.canvas, census);
    const column = Math.floor((x - EDGE.left) / wide);
    const row = Math.floor((bottom - y) / high);
    const isInside = column >= 0 && column < census.columns && row >= 0 && row < census.rows;
    const cell = column * census.rows + row;
    const g = census.step > 1 ? `g from ${column * census.step}` : `g ${column}`;
    const counts = [`${whole(census.generated[cell])} generated`, whole(census.expanded[cell])];
    this.canvas.title = isInside ? `${g}, h ${row}: ${counts.join(", ")} expanded` : "";
  }
}

/**
 * Return the place of the picture on a canvas, and the size of its cells.
 * @param {Canvas} canvas @param {Census} census
 */
function gridOf({ clientWidth, clientHeight }, { columns, rows }) {
  const across = clientWidth - EDGE.left - EDGE.right;
  const down = clientHeight - EDGE.top - EDGE.bottom;
  const [right, bottom] = [EDGE.left + across, EDGE.top + down];
  return { across, down, right, bottom, wide: across / columns, high: down / rows };
}

/** @type {(cell: number, census: Census, grid: Grid) => [x: number, y: number]} */
const cornerOf = (cell, { rows }, { wide, high, bottom }) => [
  EDGE.left + Math.floor(cell / rows) * wide,
  bottom - ((cell % rows) + 1) * high,
];

/** @type {(context: Context, census: Census, grid: Grid, colours: Palette) => void} */
function paintCells(context, census, grid, colours) {
  const { generated, expanded } = census;
  const most = Math.log(2 + Math.max(...generated));
  context.fillStyle = colours.sunken;
  context.fillRect(EDGE.left, EDGE.top, grid.across, grid.down);
  for (let cell = 0; cell < generated.length; cell++) {
    const count = Math.max(generated[cell], expanded[cell]);
    if (count <= 0) continue;
    context.globalAlpha = 0.25 + (0.75 * Math.log(1 + count)) / most;
    context.fillStyle = expanded[cell] > 0 ? colours.accent : colours.warm;
    const [x, y] = cornerOf(cell, census, grid);
    context.fillRect(x, y, Math.max(1, grid.wide - 0.6), Math.max(1, grid.high - 0.6));
  }
  context.globalAlpha = 1;
}

/**
 * Draw where g + h is the bound: the wave that an iteration may reach.
 * @type {(context: Context, census: Census, bound: number, grid: Grid, colours: Palette) => void}
 */
function paintBound(context, census, bound, grid, colours) {
  /** @type {(g: number) => [x: number, y: number]} */
  const place = (g) => [
    EDGE.left + (g / census.step + 0.5) * grid.wide,
    grid.bottom - (bound - g + 0.5) * grid.high,
  ];
  context.save();
  context.beginPath();
  context.rect(EDGE.left, EDGE.top, grid.across, grid.down);
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

/** @type {(context: Context, census: Census, grid: Grid, colours: Palette) => void} */
function paintAxes(context, { columns, rows, step }, grid, colours) {
  const below = grid.bottom + EDGE.bottom - 5;
  /** @type {(text: string, x: number, y: number, align: CanvasTextAlign, baseline: CanvasTextBaseline) => void} */
  const write = (text, x, y, align, baseline) => {
    context.textAlign = align;
    context.textBaseline = baseline;
    context.fillText(text, x, y);
  };
  context.font = FONT;
  context.fillStyle = colours.soft;
  write(`h ${rows - 1}`, 0, EDGE.top, "left", "top");
  write("0", 12, grid.bottom, "left", "bottom");
  write("g 0", EDGE.left, below, "left", "alphabetic");
  write(`g ${columns * step - 1}`, grid.right, below, "right", "alphabetic");
}
