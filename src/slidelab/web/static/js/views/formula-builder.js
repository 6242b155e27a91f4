// A heuristic of one's own, put together from given parts; nothing a person types is ever run.

import { field, h, select } from "../ui/dom.js";
import { words } from "../ui/words.js";

const COMBINE = { sum: "the sum of", max: "the largest of", min: "the smallest of" };
const TILE_COSTS = {
  misplaced: "tiles not at home",
  steps: "steps of each tile to its home",
  rows: "rows between tile and home",
  columns: "columns between tile and home",
  longer: "the longer of rows and columns",
  straight: "straight lines to home",
};
const MOST = 12;

export class FormulaBuilder {
  /** `before` is a formula as `onchange` was told of it. */
  constructor(catalogue, before, onchange) {
    this._heuristics = catalogue.heuristics.map(({ name }) => name);
    this._onchange = onchange;
    this._combine = before?.combine ?? "max";
    this._parts = before?.parts ?? [
      { weight: 1, what: "heuristic:manhattan", tiles: "" },
      { weight: 2, what: "tile:misplaced", tiles: "" },
    ];
    this._list = h("div", { class: "stack" });
    this._words = h("p", { class: "formula mono", "aria-live": "polite" });
    this._add = h(
      "button",
      { type: "button", class: "small", onclick: () => this._push() },
      "Add a part",
    );
    this.element = h(
      "div",
      { class: "stack" },
      field(
        "h is",
        select(Object.entries(COMBINE), this._combine, (combine) =>
          this._change(() => (this._combine = combine)),
        ),
      ),
      this._list,
      h("div", {}, this._add),
      this._words,
    );
    this._draw();
  }

  /** As it is written wherever a heuristic is named. */
  text() {
    const parts = this._parts.map(({ weight, what, tiles }) => {
      const [kind, name] = what.split(":");
      const some = kind === "tile" ? readTiles(tiles) : [];
      const of = some.length ? `[${some.join(",")}]` : "";
      return `${weight === 1 ? "" : `${weight}*`}${name}${of}`;
    });
    return this._combine === "sum" ? parts.join("+") : `${this._combine}(${parts.join(",")})`;
  }

  _push() {
    this._change(() => this._parts.push({ weight: 1, what: "tile:steps", tiles: "" }));
  }

  _change(change) {
    change();
    this._draw();
  }

  _draw() {
    const options = [
      ...this._heuristics.map((name) => [`heuristic:${name}`, words(name)]),
      ...Object.entries(TILE_COSTS).map(([name, text]) => [`tile:${name}`, text]),
    ];
    this._list.replaceChildren(...this._parts.map((part, at) => this._part(part, at, options)));
    this._add.disabled = this._parts.length >= MOST;
    this._say();
  }

  _part(part, at, options) {
    const weight = h("input", {
      type: "number",
      min: 0,
      max: 1000,
      step: "any",
      value: part.weight,
      "aria-label": `Weight of part ${at + 1}`,
    });
    weight.addEventListener("input", () => {
      part.weight = Math.min(1000, Math.max(0, Number(weight.value) || 0));
      this._say();
    });
    const what = select(options, part.what, (chosen) => this._change(() => (part.what = chosen)));
    what.setAttribute("aria-label", `Part ${at + 1}`);
    const tiles = h("input", {
      type: "text",
      value: part.tiles,
      placeholder: "all tiles",
      "aria-label": `Tiles of part ${at + 1}, all if empty`,
    });
    tiles.addEventListener("input", () => {
      part.tiles = tiles.value;
      this._say();
    });
    const remove = h(
      "button",
      {
        type: "button",
        class: "quiet icon-only",
        "aria-label": `Remove part ${at + 1}`,
        disabled: this._parts.length < 2,
        onclick: () => this._change(() => this._parts.splice(at, 1)),
      },
      "×",
    );
    return h(
      "div",
      { class: "formula-part" },
      weight,
      h("span", { "aria-hidden": "true" }, "×"),
      what,
      remove,
      part.what.startsWith("tile:") ? tiles : null,
    );
  }

  _say() {
    this._words.textContent = `h = ${this.text()}`;
    this._onchange({ combine: this._combine, parts: this._parts });
  }
}

const readTiles = (text) => (text.match(/\d{1,2}/g) ?? []).map(Number).filter((tile) => tile > 0);
