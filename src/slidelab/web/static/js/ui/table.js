// A table that sorts by any column.

import { h } from "./dom.js";

/** columns: [{key, title, show?: (row) => text or element}]; sorting keeps missing values last. */
export class SortableTable {
  constructor(caption, columns, { sort = null, rowClass = () => "" } = {}) {
    this._columns = columns;
    this._sort = sort ?? { key: null, down: false };
    this._rowClass = rowClass;
    this.rows = [];
    this._heads = columns.map(({ key, title, plain }) =>
      h(
        "th",
        { scope: "col" },
        plain ? title : h("button", { type: "button", onclick: () => this._by(key) }, title),
      ),
    );
    this._body = h("tbody");
    this.element = h(
      "div",
      { class: "table-wrap", tabindex: "0", role: "region", "aria-label": caption },
      h(
        "table",
        {},
        h("caption", { class: "hidden-text" }, caption),
        h("thead", {}, h("tr", {}, this._heads)),
        this._body,
      ),
    );
  }

  set(rows) {
    this.rows = rows;
    this.draw();
  }

  _by(key) {
    this._sort = { key, down: this._sort.key === key && !this._sort.down };
    this.draw();
  }

  sorted() {
    const { key, down } = this._sort;
    return key ? sortRows(this.rows, key, down) : this.rows;
  }

  draw() {
    this._columns.forEach(({ key }, at) => {
      const order = key === this._sort.key ? (this._sort.down ? "descending" : "ascending") : null;
      if (order) this._heads[at].setAttribute("aria-sort", order);
      else this._heads[at].removeAttribute("aria-sort");
    });
    this._body.replaceChildren(
      ...this.sorted().map((row) =>
        h(
          "tr",
          { class: this._rowClass(row) || null },
          this._columns.map(({ key, show }) => h("td", {}, (show ? show(row) : row[key]) ?? "–")),
        ),
      ),
    );
  }
}

export function sortRows(rows, key, down) {
  const missing = (value) => value === null || value === undefined || value === "";
  return [...rows].sort((one, other) => {
    const [a, b] = [one[key], other[key]];
    if (missing(a) || missing(b)) return missing(a) - missing(b);
    const order = typeof a === "number" ? a - b : String(a).localeCompare(String(b));
    return down ? -order : order;
  });
}
