// Rows of small boards, for the frontier and the reached set.

import { shortNumber } from "../film/narrate.js";
import { paintBoard } from "../paint/board.js";
import { drawText, palette, prepareCanvas } from "../paint/palette.js";
import { h, whole } from "../ui/dom.js";

const CELL = { width: 64, height: 78 };
const BOX = 48;
const SORTED_BY_H = ["layers", "single"];

/** @typedef {{title: string, nodes: number[], total: number}} Group */

export class Strips {
  /** @param {(node: number) => void} onnode called with the node whose board is clicked */
  constructor(onnode) {
    this._onnode = onnode;
    this._box = h("div");
    this.element = h("div.strips", this._box);
    /** @type {ReturnType<Strips["_makeStrip"]>[]} */
    this._strips = [];
  }

  get _across() {
    return Math.max(1, Math.floor(((this._box.clientWidth || 300) - 4) / CELL.width));
  }

  get _rows() {
    return Math.max(1, Math.floor(this.element.clientHeight / CELL.height));
  }

  /** How many boards there is room for. */
  get room() {
    return this._across * this._rows;
  }

  /**
   * Show groups of nodes, one row each; a single group fills all rows.
   * @param {Film} film @param {Group[]} groups @param {string} label
   * @param {(node: number, at: number) => "" | "next" | "expanded"} markOf
   */
  show(film, groups, label, markOf) {
    if (this._strips.length !== groups.length) {
      this._strips = groups.map(() => this._makeStrip());
      this._box.replaceChildren(...this._strips.map(({ figure }) => figure));
    }
    const rows = groups.length > 1 ? 1 : this._rows;
    groups.forEach(({ title, nodes, total }, at) => {
      const strip = this._strips[at];
      strip.nodes = nodes.slice(0, this._across * rows);
      strip.caption.hidden = !title;
      strip.caption.textContent = `${title}: ${whole(total)}`;
      strip.canvas.setAttribute("aria-label", label);
      this._paint(strip.canvas, film, strip.nodes, rows, markOf);
    });
  }

  _makeStrip() {
    const [caption, canvas] = [h("figcaption"), h("canvas", { role: "img" })];
    /** @type {number[]} */
    const nodes = [];
    const strip = { figure: h("figure", caption, canvas), caption, canvas, nodes };
    canvas.addEventListener("click", ({ offsetX, offsetY }) => {
      const row = Math.floor(offsetY / CELL.height);
      const node = strip.nodes[Math.floor((offsetX - 2) / CELL.width) + row * this._across];
      if (node !== undefined) this._onnode(node);
    });
    return strip;
  }

  /** @type {(canvas: HTMLCanvasElement, film: Film, nodes: number[], rows: number, markOf: (node: number, at: number) => string) => void} */
  _paint(canvas, film, nodes, rows, markOf) {
    const across = this._across;
    const [width, height] = [across * CELL.width + 4, rows * CELL.height];
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = prepareCanvas(canvas, width, height);
    const colours = palette();
    nodes.forEach((node, at) => {
      const x = 4 + (at % across) * CELL.width;
      const y = 5 + Math.floor(at / across) * CELL.height;
      paintBoard(context, film.cells(node), film.home, film.shape, x, y, BOX, colours);
      const mark = markOf(node, at);
      const isNext = mark === "next";
      const isExpanded = mark === "expanded";
      context.strokeStyle = isNext ? colours.warm : isExpanded ? colours.accent : colours.strong;
      context.lineWidth = isNext ? 3 : isExpanded ? 2 : 1;
      context.beginPath();
      context.roundRect(x - 2, y - 2, BOX + 4, BOX + 4, 5);
      context.stroke();
      const font = `${isNext ? 700 : 500} 10.5px`;
      const colour = isNext ? colours.warm : colours.soft;
      drawText(context, figure(film, node), x + BOX / 2, y + BOX + 15, { font, colour });
    });
  }
}

/**
 * Return the figure by which the nodes are ordered: f, h or depth.
 * @param {Film} film @param {number} node
 */
function figure({ frontierKind: kind, f, g, h }, node) {
  if (kind === "priority") return `f ${shortNumber(f[node])}`;
  if (SORTED_BY_H.includes(kind) && !Number.isNaN(h[node])) return `h ${shortNumber(h[node])}`;
  return `g ${g[node]}`;
}
