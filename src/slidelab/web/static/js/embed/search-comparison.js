// <search-comparison>: searches of one board side by side, and the path of any of them to leaf
// through. What it shows is written into it as JSON, as notebooks do:
// {shape, start, goal, rows: [{label, outcome, cost, expanded, generated, frontier, seconds, moves}]}

import { host } from "../elements/host.js";
import { h, seconds, whole } from "../ui/dom.js";
import { readInlineData } from "./inline-data.js";
import "../elements/slide-player.js";

/** @type {[string, string, (value: number) => string][]} */
const COLUMNS = [
  ["cost", "Moves", whole],
  ["expanded", "Expanded", whole],
  ["generated", "Generated", whole],
  ["frontier", "Frontier", whole],
  ["seconds", "Time", seconds],
];

class SearchComparison extends HTMLElement {
  connectedCallback() {
    if (this._root) return;
    this._root = host.root(this);
    readInlineData(this, (told) => this._load(told));
  }

  _load(told) {
    this._told = told;
    this._sorted = "";
    this._chosen = this._told.rows.find(({ moves }) => moves !== null);
    this._player = h("slide-player");
    this._draw();
  }

  _draw() {
    const { rows } = this._told;
    this._root.replaceChildren(
      h(
        "div",
        { class: "table-wrap" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", {}, "Search"),
              COLUMNS.map((column) => this._heading(column)),
            ),
          ),
          h(
            "tbody",
            {},
            this._order(rows).map((row) => this._row(row)),
          ),
        ),
      ),
      ...(this._chosen ? [this._words(), this._player] : []),
    );
    if (this._chosen) this._show();
  }

  _order(rows) {
    if (!this._sorted) return rows;
    const value = (row) => row[this._sorted] ?? Number.POSITIVE_INFINITY;
    return rows.toSorted((one, other) => value(one) - value(other));
  }

  /** @param {[string, string, (value: number) => string]} column */
  _heading([key, title]) {
    const sort = () => {
      this._sorted = key;
      this._draw();
      this._root.querySelector("[aria-sort] button").focus();
    };
    const sorted = this._sorted === key ? "ascending" : null;
    return h("th", { "aria-sort": sorted }, h("button", { type: "button", onclick: sort }, title));
  }

  _row(row) {
    const choose = () => {
      this._chosen = row;
      this._draw();
      this._root.querySelector("[aria-pressed=true]").focus();
    };
    const name =
      row.moves === null
        ? `${row.label}: ${row.outcome}`
        : h(
            "button",
            {
              type: "button",
              class: "small",
              "aria-pressed": String(row === this._chosen),
              onclick: choose,
            },
            row.label,
          );
    return h(
      "tr",
      {},
      h("td", {}, name),
      COLUMNS.map(([key, , write]) => this._figure(row, key, write)),
    );
  }

  _figure(row, key, write) {
    if (row[key] === null) return h("td", {}, "–");
    const most = Math.max(...this._told.rows.map((other) => other[key] ?? 0));
    const bar = h("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${(row[key] / (most || 1)) * 100}%`;
    return h("td", {}, write(row[key]), bar);
  }

  _words() {
    return h("p", { class: "note" }, `The path of ${this._chosen.label}:`);
  }

  _show() {
    const { shape, start, goal } = this._told;
    const attributes = {
      shape,
      cells: start.join(","),
      goal: goal.join(","),
      moves: this._chosen.moves,
    };
    for (const [name, value] of Object.entries(attributes)) this._player.setAttribute(name, value);
  }
}

if (!customElements.get("search-comparison"))
  customElements.define("search-comparison", SearchComparison);
