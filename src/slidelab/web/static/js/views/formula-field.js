// A heuristic of one's own as a formula of the lab's heuristics and tile costs; it is read, never run.

import { h } from "../ui/dom.js";
import { words } from "../ui/words.js";

const TILE_COSTS = {
  misplaced: "1 for each tile that is not at home",
  steps: "steps of each tile to its home",
  rows: "rows between each tile and its home",
  columns: "columns between each tile and its home",
  longer: "the longer of rows and columns",
  straight: "straight lines to the homes",
};

/** A field for the formula, with what it may be made of. */
export class FormulaField {
  /** `onchange` gets the formula whenever it is edited. */
  constructor(catalogue, before, onchange) {
    this._input = h("input.mono", {
      type: "text",
      id: "formula",
      value: before ?? "max(manhattan,2*misplaced)",
      spellcheck: "false",
      autocapitalize: "off",
      oninput: () => onchange(this.text()),
    });
    const code = (text) => h("code", text);
    const listed = (entries) =>
      h(
        "dl.glossary",
        entries.map(([name, meaning]) => h("div", h("dt", code(name)), h("dd", meaning))),
      );
    this.element = h(
      "div.stack",
      h("div.field", h("label", { for: "formula" }, "Formula"), this._input),
      h(
        "p.note",
        "Join parts with ",
        code("+"),
        ", ",
        code("max(…,…)"),
        " or ",
        code("min(…,…)"),
        ", and weigh them as in ",
        code("2*misplaced"),
        ". Tile costs can be limited to some tiles: ",
        code("steps[1,2,3]"),
        ".",
      ),
      h(
        "details",
        h("summary", "Parts"),
        listed([
          ...Object.entries(TILE_COSTS),
          ...catalogue.heuristics
            .filter(({ name }) => !(name in TILE_COSTS))
            .map(({ name }) => [name, words(name)]),
        ]),
      ),
    );
  }

  /** Return the formula. */
  text() {
    return this._input.value.replaceAll(" ", "");
  }
}
