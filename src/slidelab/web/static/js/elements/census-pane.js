// A heat map of the nodes of a film by g and h. Expanded nodes are blue and waiting ones orange, so that
// the frontier stands out.

import { Census } from "../film/census.js";
import { drawText, palette, prepareCanvas } from "../paint/palette.js";
import { h } from "../ui/dom.js";
import { saveCanvas } from "../ui/save-picture.js";

const EDGE = { left: 26, right: 6, top: 6, bottom: 20 };

export class CensusPane {
  constructor() {
    /** @type {Film | null} */
    this._film = null;
    /** @type {Census | null} made when it is first drawn */
    this._census = null;
    this._event = 0;
    this.canvas = h("canvas.census", {
      role: "img",
      "aria-label": "Nodes by g and h",
    });
    this.note = h("p.pane-note");
    this.save = saveCanvas("nodes by g and h", this.canvas);
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
    if (!this._film || !this.canvas.clientWidth) return;
    if (!this._census) {
      this._census = new Census(this._film);
      this._describe(this._census);
    }
    this._paint(this._census, this._film);
  }

  /** @param {Census} census */
  _describe({ usesManhattan, step }) {
    const words = [
      "Blue: expanded. Orange: waiting. Darker means more nodes.",
      usesManhattan && "h: Manhattan distance, which this search does not use.",
      step > 1 && `A column is ${step} layers.`,
    ];
    this.note.textContent = words.filter(Boolean).join(" ");
    const label = `Number of nodes by g and h. ${this.note.textContent}`;
    this.canvas.setAttribute("aria-label", label);
  }

  /** Return the place of the picture on the canvas, and the size of its cells. @param {Census} census */
  _grid({ columns, rows }) {
    const across = this.canvas.clientWidth - EDGE.left - EDGE.right;
    const down = this.canvas.clientHeight - EDGE.top - EDGE.bottom;
    return { across, down, bottom: EDGE.top + down, wide: across / columns, high: down / rows };
  }

  /**
   * Paint g to the right and h upwards, so that the goal is in the bottom row.
   * @param {Census} census @param {Film} film
   */
  _paint(census, film) {
    const { across, down, bottom, wide, high } = this._grid(census);
    if (across <= 0 || down <= 0) return;
    const { rows, columns, step } = census;
    const colours = palette();
    const context = prepareCanvas(this.canvas, this.canvas.clientWidth, this.canvas.clientHeight);
    /** The top left corner of a cell. @type {(cell: number) => [x: number, y: number]} */
    const cornerOf = (cell) => [
      EDGE.left + Math.floor(cell / rows) * wide,
      bottom - ((cell % rows) + 1) * high,
    ];
    context.fillStyle = colours.sunken;
    context.fillRect(EDGE.left, EDGE.top, across, down);
    const { generated, expanded } = census.at(this._event);
    const most = Math.log(2 + Math.max(...generated));
    for (let cell = 0; cell < generated.length; cell++) {
      const count = Math.max(generated[cell], expanded[cell]);
      if (count === 0) continue;
      context.globalAlpha = 0.25 + (0.75 * Math.log(1 + count)) / most;
      context.fillStyle = expanded[cell] > 0 ? colours.accent : colours.warm;
      const [x, y] = cornerOf(cell);
      context.fillRect(x, y, Math.max(1, wide - 0.6), Math.max(1, high - 0.6));
    }
    context.globalAlpha = 1;
    context.strokeStyle = colours.ink;
    const [, bound = null] = film.boundAt(this._event) ?? [];
    if (bound !== null) {
      // The line where g + h is the bound of the iteration.
      const x = (/** @type {number} */ g) => EDGE.left + (g / step + 0.5) * wide;
      const y = (/** @type {number} */ g) => bottom - (bound - g + 0.5) * high;
      const first = Math.max(0, bound - rows + 0.5);
      const last = Math.min(bound, (columns - 0.5) * step);
      context.beginPath();
      context.moveTo(x(first), y(first));
      context.lineTo(x(last), y(last));
      context.lineWidth = 1.2;
      context.setLineDash([4, 3]);
      context.stroke();
      context.setLineDash([]);
    }
    const node = film.focus(this._event);
    if (node >= 0) {
      const [x, y] = cornerOf(census.cellOf(node));
      context.lineWidth = 2;
      context.strokeRect(x - 0.5, y - 0.5, Math.max(5, wide), Math.max(5, high));
    }
    this._writeAxes(context, census);
  }

  /** @param {Context} context @param {Census} census */
  _writeAxes(context, census) {
    const { across, bottom } = this._grid(census);
    const below = bottom + EDGE.bottom - 5;
    const look = /** @type {const} */ ({
      font: "400 10.5px",
      colour: palette().soft,
      align: "left",
    });
    const right = /** @type {const} */ ({ ...look, align: "right" });
    drawText(context, `h ${census.rows - 1}`, 0, EDGE.top, { ...look, baseline: "top" });
    drawText(context, "0", 12, bottom, { ...look, baseline: "bottom" });
    drawText(context, "g 0", EDGE.left, below, look);
    drawText(context, `g ${census.columns * census.step - 1}`, EDGE.left + across, below, right);
  }
}
