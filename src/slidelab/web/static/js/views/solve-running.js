// A running search: its counts, the best path so far, and questions about it.

import { h, seconds, whole } from "../ui/dom.js";
import { sentence } from "../ui/words.js";
import { shortened } from "./solve-result.js";

/** @type {[keyof Counters, string][]} */
const COUNTED = [
  ["expanded", "Expanded"],
  ["generated", "Generated"],
  ["frontier", "Frontier"],
  ["max_depth", "Depth"],
];

export class ProgressCard {
  constructor() {
    this._words = h("p", { role: "status" }, "Searching…");
    this._figures = h("dl.figures");
    this._best = h("p.path-text.mono");
    const bar = h("progress", { "aria-label": "Searching" });
    this.element = h("div.card.stack", this._words, this._best, bar, this._figures);
  }

  /** @param {SearchResult} best */
  improved({ moves }) {
    this._best.textContent = shortened(moves ?? "");
  }

  /** @param {Progress} event */
  progress({ doing, fraction, counters }) {
    const percent = typeof fraction === "number" ? `: ${Math.round(fraction * 100)} %` : "…";
    this._words.textContent = `${sentence(doing || "searching")}${doing ? percent : "…"}`;
    const rows = [["Time", seconds(counters.seconds)]];
    for (const [name, title] of COUNTED) {
      const value = counters[name];
      if (value !== undefined) rows.push([title, whole(value)]);
    }
    this._figures.replaceChildren(
      ...rows.map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    );
  }
}

/** Ask whether to search although there is no solution. */
export const forceQuestion = (/** @type {() => void} */ go) =>
  h(
    "div.ask",
    { role: "alert" },
    h(
      "p",
      "This board cannot be solved: no search will find a path to this goal. “Set board…” shows why and can fix it.",
    ),
    h("div.row", h("button", { onclick: go }, "Search anyway")),
  );

/**
 * Ask whether to keep searching.
 * @param {Counters} counters
 * @param {boolean} isSolved whether there is a path already
 * @param {{more: () => void, stop: () => void}} actions
 */
export const moreQuestion = (counters, isSolved, { more, stop }) =>
  h(
    "div.ask",
    { role: "alertdialog", "aria-label": "Continue?" },
    h(
      "p",
      h("strong", isSolved ? "Keep looking for a shorter path? " : "No solution yet. "),
      `${seconds(counters.seconds ?? 0)} and ${whole(counters.expanded ?? 0)} nodes so far.`,
    ),
    h(
      "div.row",
      h("button.primary", { onclick: more }, "Keep searching"),
      h("button", { onclick: stop }, "Stop here"),
    ),
  );
