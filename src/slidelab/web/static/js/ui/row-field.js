// A field for a row of a comparison, in the words of `slidelab compare --row`, and menus that write
// such a row.

import { joinRow } from "../puzzle/rows.js";
import { heuristicOptions } from "./chooser.js";
import { field, freshId, h, select } from "./dom.js";

export class RowField {
  /** `onadd` takes the row, and throws words where it makes no sense. */
  constructor(catalogue, { label, onadd }) {
    const list = freshId("rows");
    this.input = h("input", {
      type: "text",
      list,
      maxlength: 200,
      placeholder: "wastar manhattan weight=2 tree",
      autocomplete: "off",
      spellcheck: "false",
    });
    this.trouble = h("p.bad-word", { role: "alert", hidden: true });
    this.element = h(
      "form.stack.row-field",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this._submit(onadd);
        },
      },
      h(
        "div.row",
        rowMenus(catalogue, (row) => (this.input.value = row)),
        field(label, this.input),
        h("button", { type: "submit" }, "Add"),
      ),
      h("datalist", { id: list }, suggestions(catalogue)),
      this.trouble,
      h(
        "p.note",
        "An algorithm with options: a heuristic, graph or tree, fixed, random or random=7, a preset, weight=2, or ties=last-in. A random order is drawn five times.",
      ),
    );
  }

  async _submit(onadd) {
    const text = this.input.value.trim().replaceAll(/\s+/g, " ");
    if (!text) return;
    this.input.value = ""; // now, as the next row may be typed while this one is checked
    try {
      await onadd(text);
      this.trouble.hidden = true;
    } catch (error) {
      this.input.value ||= text;
      this.trouble.textContent = error.message;
      this.trouble.hidden = false;
      this.input.focus();
    }
  }
}

/** Menus for what most rows are made of; `onrow` hears the row that they stand for. */
function rowMenus(catalogue, onrow) {
  const { algorithms } = catalogue;
  const chosen = { algorithm: algorithms[0].name, heuristic: "", version: "" };
  const change = (key) => (value) => {
    chosen[key] = value;
    const { informed } = algorithms.find(({ name }) => name === chosen.algorithm);
    heuristic.disabled = !informed;
    const { algorithm, version } = chosen;
    onrow(joinRow({ algorithm, heuristic: chosen.heuristic, special: version }, catalogue));
  };
  const heuristic = select(
    [["", "as above"], ...heuristicOptions(catalogue, "")],
    "",
    change("heuristic"),
  );
  const versions = [
    ["", "as above"],
    ["graph", "Graph"],
    ["tree", "Tree"],
    ["random", "Random order"],
  ];
  const titles = algorithms.map(({ name, title }) => [name, title]);
  return [
    field("Algorithm of the row", select(titles, chosen.algorithm, change("algorithm"))),
    field("Heuristic of the row", heuristic),
    field("Version of the row", select(versions, "", change("version"))),
  ];
}

function suggestions({ algorithms, heuristics, presets }) {
  const texts = algorithms.flatMap(({ name, informed, parameters }) => [
    name,
    ...(informed ? heuristics.map((heuristic) => `${name} ${heuristic.name}`) : []),
    ...parameters.map((parameter) => `${name} ${parameter.name}=${parameter.default}`),
    `${name} tree`,
    `${name} random`,
    ...presets.map((preset) => `${name} ${preset.name}`),
  ]);
  return texts.map((value) => h("option", { value }));
}
