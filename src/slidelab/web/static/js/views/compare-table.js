// The table of a comparison: which rows are ticked, their results, and how much longer than the
// shortest their paths are.

import { comparison } from "../store.js";
import { countedAs } from "../ui/conventions.js";
import { h, seconds, whole } from "../ui/dom.js";
import { SortableTable } from "../ui/table.js";
import { rowTitle } from "./compare-rows.js";

/**
 * A row as the table shows it.
 * @typedef {object} TableRow
 * @property {string} text
 * @property {boolean} chosen
 * @property {import("../store.js").RowResult[]} results
 * @property {string | null} counted
 * @property {string} state
 */

/** @type {[string, string][]} */
const FIGURES = [
  ["cost", "Path cost"],
  ["seconds", "Time"],
  ["expanded", "Expanded"],
  ["generated", "Generated"],
  ["max_frontier", "Largest frontier"],
  ["max_depth", "Maximum depth"],
];

export const mean = (/** @type {number[]} */ values) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Return a figure of all results of a row; an empty list unless all have it.
 * @type {(results: Record<string, unknown>[], key: string) => number[]}
 */
export function valuesOf(results, key) {
  const values = results.map((result) => result[key]);
  return values.every((value) => typeof value === "number") ? values : [];
}

const tenths = (/** @type {number} */ value) => Number(value.toFixed(1)).toLocaleString("en");

/**
 * Write a value, or mean ± standard deviation of several, as the command line does.
 * @type {(values: number[], key: string) => string}
 */
function spread(values, key) {
  const one = key === "seconds" ? seconds : whole;
  const several = key === "seconds" ? seconds : tenths;
  if (values.length === 1) return one(values[0]);
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return `${several(middle)} ± ${several(Math.sqrt(squares / (values.length - 1)))}`;
}

export class CompareTable {
  /**
   * @param {Catalogue} catalogue
   * @param {(changes: Partial<import("../store.js").Comparison>) => void} onchange called with
   *   `rows` or `unticked` when these were changed
   */
  constructor(catalogue, onchange) {
    this._catalogue = catalogue;
    this._onchange = onchange;
    /** @type {number | null} */
    this._shortest = null;
    /** @type {import("../ui/table.js").Column<TableRow>[]} */
    const columns = [
      { key: "text", title: "Search", show: (row) => this._pick(row) },
      { key: "state", title: "State" },
      ...FIGURES.map(([key, title]) => ({
        key,
        title,
        value: (/** @type {TableRow} */ { results }) => mean(valuesOf(results, key)) || null,
        show: (/** @type {TableRow} */ row) => this._figure(row, key),
      })),
      { key: "remove", title: "Remove", plain: true, show: (row) => this._remove(row) },
    ];
    this._table = new SortableTable("Results by row", columns, {
      rowClass: ({ chosen, state }) =>
        [chosen ? "" : "muted", state ? "" : "untried"].join(" ").trim(),
      sort: { key: "expanded", down: false },
    });
    this.element = this._table.element;
  }

  /** @param {TableRow[]} rows @param {number | null} shortest the length of a shortest path */
  set(rows, shortest) {
    this._shortest = shortest;
    this._table.set(rows);
  }

  /** The ticked rows, in the order of the table. */
  chosen() {
    return this._table.sorted().filter(({ chosen }) => chosen);
  }

  /** @param {TableRow} row @param {string} key */
  _figure({ results }, key) {
    const values = valuesOf(results, key);
    if (!values.length) return null;
    const every = this._table.rows.flatMap((row) => valuesOf(row.results, key));
    // A logarithmic scale, since searches differ by powers of ten.
    const unit = key === "seconds" ? 1e-5 : 1;
    const part = Math.log1p(mean(values) / unit) / Math.log1p(Math.max(...every) / unit);
    const bar = h("span.bar");
    bar.style.width = `${100 * part || 0}%`;
    return h("span", spread(values, key), key === "cost" ? this._over(mean(values)) : null, bar);
  }

  /** Say whether a path is a shortest one, or by how much it is longer. */
  _over(/** @type {number} */ cost) {
    if (this._shortest === null) return null;
    if (cost <= this._shortest) return h("span.shortest", " shortest");
    return h("span.note", ` +${tenths(cost - this._shortest)}`);
  }

  /** @param {TableRow} row */
  _pick({ text, chosen, counted }) {
    const others = comparison.value.unticked.filter((other) => other !== text);
    const onchange = () => this._onchange({ unticked: box.checked ? others : [...others, text] });
    /** @type {HTMLInputElement} */
    const box = h("input", { type: "checkbox", checked: chosen, onchange });
    // The bar above the view shows what most rows are counted as.
    const apart =
      counted && counted !== countedAs(this._catalogue) ? `Counted as ${counted}` : null;
    return h(
      "div.row-name",
      h("label.check", box, rowTitle(text, this._catalogue)),
      apart ? h("p.note", apart) : null,
    );
  }

  /** @param {TableRow} row */
  _remove({ text }) {
    const others = this._table.rows.map((row) => row.text).filter((other) => other !== text);
    const onclick = () => this._onchange({ rows: others });
    return h("button.quiet.icon-only", { "aria-label": `Remove the row ${text}`, onclick }, "×");
  }
}
