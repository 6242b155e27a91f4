// The rows of a comparison as a table: which are chosen, what came of each, and by how much paths are
// longer than the shortest.

import { comparison } from "../store.js";
import { countedAs } from "../ui/conventions.js";
import { h } from "../ui/dom.js";
import { SortableTable } from "../ui/table.js";
import { mean, spread, valuesOf } from "./compare-figures.js";

/** @type {[string, string][]} */
const FIGURES = [
  ["cost", "Path cost"],
  ["seconds", "Time"],
  ["expanded", "Expanded"],
  ["generated", "Generated"],
  ["max_frontier", "Largest frontier"],
  ["max_depth", "Maximum depth"],
];

export class CompareTable {
  /** `onchange` hears {rows} or {left} that a person changed. */
  constructor({ onchange }) {
    this._onchange = onchange;
    this._table = new SortableTable("Results by row", this._columns(), {
      rowClass: ({ chosen, state }) =>
        [chosen ? "" : "muted", state ? "" : "untried"].join(" ").trim(),
      sort: { key: "expanded", down: false },
    });
    this.element = this._table.element;
  }

  set(rows, catalogue) {
    this.catalogue = catalogue;
    this.rows = rows;
    this._table.set(rows);
  }

  /** The rows chosen, in the order of the table. */
  chosen() {
    return this._table.sorted().filter(({ chosen }) => chosen);
  }

  _columns() {
    const figure = ([key, title]) => ({
      key,
      title,
      // Rows under way stay below: nothing leaps about while it counts.
      value: ({ results }) => {
        const values = valuesOf(results, key);
        return values.length ? mean(values) : null;
      },
      show: (row) => this._figure(row, key),
    });
    return [
      {
        key: "text",
        title: "Search",
        show: (row) => this._pick(row),
      },
      { key: "state", title: "State" },
      ...FIGURES.map(figure),
      { key: "remove", title: "Remove", plain: true, show: (row) => this._remove(row) },
    ];
  }

  _figure({ results, counting }, key) {
    if (counting) return key === "cost" ? null : spread(valuesOf([counting], key), key);
    const values = valuesOf(results, key);
    if (!values.length) return null;
    const highest = Math.max(...this.rows.map((row) => Math.max(0, ...valuesOf(row.results, key))));
    const bar = h("span.bar");
    // Searches differ by powers of ten; bars of plain length would show one and hide the rest.
    const small = key === "seconds" ? 1e-5 : 1;
    const part = Math.log1p(mean(values) / small) / Math.log1p(highest / small);
    bar.style.width = `${highest > 0 ? 100 * part : 0}%`;
    return h("span", spread(values, key), key === "cost" ? this._over(mean(values)) : null, bar);
  }

  /** Whether a path is a shortest one, or by how much it is longer. */
  _over(cost) {
    const { shortest } = comparison.value;
    if (shortest === null) return null;
    if (cost <= shortest) return h("span.shortest", " shortest");
    return h(
      "span.note",
      ` +${(cost - shortest).toLocaleString("en", { maximumFractionDigits: 1 })}`,
    );
  }

  _pick({ text, chosen, counted }) {
    const { left } = comparison.value;
    const box = h("input", {
      type: "checkbox",
      checked: chosen,
      onchange: () =>
        this._onchange({
          left: box.checked ? left.filter((other) => other !== text) : [...left, text],
        }),
    });
    const [name, ...special] = text.split(" ");
    const title = this.catalogue.algorithms.find((one) => one.name === name)?.title ?? name;
    // What all rows share stands in the bar above; here is only what sets this one apart.
    const apart = counted && counted !== countedAs(this.catalogue) ? `Counted as ${counted}` : null;
    return h(
      "div.row-name",
      h("label.check", box, [title, ...special].join(" ")),
      apart ? h("p.note", apart) : null,
    );
  }

  _remove({ text }) {
    return h(
      "button.quiet.icon-only",
      {
        "aria-label": `Remove the row ${text}`,
        onclick: () =>
          this._onchange({
            rows: this.rows.map((row) => row.text).filter((other) => other !== text),
          }),
      },
      "×",
    );
  }
}
