// A table that can be sorted by any column. On a phone each row is a card, and a menu sorts.

import { field, h, redraw, select } from "./dom.js";

/**
 * A cell shows the field `key` of the row, or what `show` returns; it is sorted by the field, or by
 * `value`. A `plain` column can't be sorted.
 * @template Row
 * @typedef {object} Column
 * @property {string} key
 * @property {string} title
 * @property {boolean} [plain]
 * @property {(row: Row) => Child} [show]
 * @property {(row: Row) => unknown} [value]
 */
/** @typedef {{key: string, down: boolean}} Sort the column, "" for the order of the rows */

/**
 * A table; sorting keeps missing values last.
 * @template Row
 */
export class SortableTable {
  /**
   * @param {string} caption @param {Column<Row>[]} columns
   * @param {{sort?: Sort, rowClass?: (row: Row) => string}} options
   */
  constructor(caption, columns, { sort = { key: "", down: false }, rowClass = () => "" } = {}) {
    this._columns = columns;
    this._sort = sort;
    this._rowClass = rowClass;
    /** @type {Row[]} */
    this.rows = [];
    this._heads = columns.map(({ key, title, plain }) =>
      h(
        "th",
        { scope: "col" },
        plain ? h("span.hidden-text", title) : h("button", { onclick: () => this._by(key) }, title),
      ),
    );
    this._body = h("tbody");
    const sortable = columns.filter(({ plain }) => !plain).map(({ key, title }) => [key, title]);
    this._menu = select([["", "not sorted"], ...sortable], this._sort.key, (key) => {
      this._sort = { key, down: false };
      this.draw();
    });
    this.element = h(
      "div.table-wrap.cards",
      { tabindex: "0", role: "region", "aria-label": caption },
      h("div.sort-menu", field("Sort by", this._menu)),
      h("table", h("caption.hidden-text", caption), h("thead", h("tr", this._heads)), this._body),
    );
  }

  /** @param {Row[]} rows */
  set(rows) {
    this.rows = rows;
    this.draw();
  }

  /** @param {string} key */
  _by(key) {
    this._sort = { key, down: this._sort.key === key && !this._sort.down };
    this.draw();
  }

  sorted() {
    const { key, down } = this._sort;
    const column = this._columns.find((one) => one.key === key);
    if (!column) return this.rows;
    return sortRows(this.rows, column.value ?? ((row) => fieldOf(row, key)), down);
  }

  draw() {
    this._columns.forEach(({ key }, at) => {
      const order = key === this._sort.key ? (this._sort.down ? "descending" : "ascending") : null;
      if (order) this._heads[at].setAttribute("aria-sort", order);
      else this._heads[at].removeAttribute("aria-sort");
    });
    this._menu.value = this._sort.key;
    redraw(
      this._body,
      this.sorted().map((row) =>
        h(
          "tr",
          { class: this._rowClass(row) || null },
          this._columns.map(({ key, title, plain, show }) =>
            h(
              "td",
              { "data-title": plain ? "" : title },
              (show ? show(row) : fieldOf(row, key)) ?? "–",
            ),
          ),
        ),
      ),
    );
  }
}

/** @type {(row: unknown, key: string) => Child} */
const fieldOf = (row, key) => /** @type {Record<string, Child>} */ (row)[key];

/**
 * Sort rows by the value of a function; missing values come last.
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => unknown} value
 * @param {boolean} down
 */
export function sortRows(rows, value, down) {
  const missing = (/** @type {unknown} */ value) => ((value ?? "") === "" ? 1 : 0);
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (missing(a) || missing(b)) return missing(a) - missing(b);
    const order = typeof a === "number" ? a - Number(b) : String(a).localeCompare(String(b));
    return down ? -order : order;
  });
}
