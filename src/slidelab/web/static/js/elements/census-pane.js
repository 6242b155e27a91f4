// The second picture: how many nodes by g and h, or by layer, growing as the film runs.

import { Census } from "../film/census.js";
import { cellUnder, paintHeat, paintLayers } from "../paint/census.js";
import { palette } from "../paint/palette.js";
import { SvgCanvas } from "../paint/svg-canvas.js";
import { h, segmented, whole } from "../ui/dom.js";
import { saveMenu } from "../ui/save-picture.js";

export class CensusPane {
  constructor() {
    this.canvas = h("canvas.census", { role: "img", "aria-label": "Nodes by g and h" });
    this.note = h("p.pane-note");
    this.save = saveMenu("nodes", () => this.picture());
    this._kind = "heat";
    this.choice = segmented(
      "Which picture",
      [
        ["heat", "g × h"],
        ["layers", "Layers"],
      ],
      this._kind,
      (kind) => {
        this._kind = kind;
        this.draw();
      },
    );
    this.canvas.addEventListener("pointermove", (event) => this._hover(event));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  load(film) {
    this._film = film;
    this._census = null; // made when it is first seen
    this._words = "";
  }

  show(event) {
    this._event = event;
    this.draw();
  }

  /** The picture as the text of an SVG file. */
  picture() {
    const { clientWidth, clientHeight } = this.canvas;
    const canvas = new SvgCanvas(clientWidth, clientHeight, palette().surface);
    this._paint(canvas);
    return canvas.toString();
  }

  draw() {
    if (!this._film || !this.canvas.clientWidth) return;
    this._paint(this.canvas);
    this._say();
  }

  _paint(canvas) {
    const film = this._film;
    this._census ??= new Census(film);
    this._census.go(this._event);
    const bound = film.boundAt(this._event)?.[1] ?? null;
    const node = film.focus(this._event);
    const paint = this._kind === "heat" ? paintHeat : paintLayers;
    paint(canvas, this._census, { node, bound });
  }

  _say() {
    const lent = this._census.lent ? " h: Manhattan distance, which this search does not use." : "";
    const many = this._census.step > 1 ? ` A column is ${this._census.step} layers.` : "";
    const words =
      this._kind === "heat"
        ? `Blue: expanded, orange: waiting; the darker, the more.${lent}${many}`
        : `Nodes at each depth. Blue: expanded, orange: not yet.${many}`;
    if (words === this._words) return;
    this._words = words;
    this.note.textContent = words;
    this.canvas.setAttribute("aria-label", `How many nodes there are. ${words}`);
  }

  _hover(event) {
    const census = this._census;
    const place = census && cellUnder(this.canvas, census, event.offsetX, event.offsetY);
    if (!place) {
      this.canvas.title = "";
      return;
    }
    const { column, row } = place;
    const g = census.step > 1 ? `g from ${column * census.step}` : `g ${column}`;
    const cell = column * census.rows + row;
    const { generated, expanded } =
      this._kind === "heat"
        ? { generated: census.generated[cell], expanded: census.expanded[cell] }
        : census.layers()[column];
    const where = this._kind === "heat" ? `${g}, h ${row}` : g;
    this.canvas.title = `${where}: ${whole(generated)} generated, ${whole(expanded)} expanded`;
  }
}
