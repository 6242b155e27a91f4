// Trials as a table of path cost × search, and those that belong in no such table.

import { h, seconds, whole } from "../ui/dom.js";
import { words } from "../ui/words.js";
import { bySearch, costsOf, label } from "./statistics-summary.js";

/** @type {[string, string][]} */
export const MEASURES = [
  ["expanded", "Nodes expanded"],
  ["seconds", "Time"],
  ["max_frontier", "Largest frontier"],
  ["max_depth", "Maximum depth"],
];

const write = (measure) => (measure === "seconds" ? seconds : whole);

const trialsOf = (rows) => rows.reduce((sum, row) => sum + row.trials, 0);

/**
 * A measure of the rows that found a path, by search: [[label, [{cost, trials, mean, median}, by
 * rising cost]], …], most trials first. Engines count the same, so only their times are kept apart.
 * @returns {any[][]}
 */
export function series(rows, measure, algorithms) {
  const searches = [...bySearch(rows, algorithms, measure === "seconds")];
  return searches
    .map(([name, group]) => [name, costsOf(group).map((cost) => averageOf(group, cost, measure))])
    .sort(([, one], [, other]) => trialsOf(other) - trialsOf(one));
}

/** The rows of one path cost as one; their median is known only where they agree on it. */
function averageOf(group, cost, measure) {
  const rows = group.filter((row) => row.cost === cost);
  const trials = trialsOf(rows);
  const sum = rows.reduce((all, row) => all + row[`${measure}_mean`] * row.trials, 0);
  const [median, ...others] = new Set(rows.map((row) => row[`${measure}_median`]));
  return { cost, trials, mean: sum / trials, median: others.length ? null : median };
}

/**
 * Path costs down, searches across; each cell the mean, the median and how many trials.
 * @param {string} measure
 */
export function pivot(rows, measure, algorithms) {
  const columns = series(rows, measure, algorithms);
  const costs = [...new Set(columns.flatMap(([, group]) => group.map(({ cost }) => cost)))];
  const caption = `${MEASURES.find(([key]) => key === measure)[1]} by path cost and search`;
  const figure = write(measure);
  const cell = (row) =>
    row
      ? h(
          "td",
          {},
          h("b", {}, figure(row.mean)),
          row.median === null ? null : h("span", { class: "note" }, `median ${figure(row.median)}`),
          h("span", { class: "note" }, `n ${whole(row.trials)}`),
        )
      : h("td", {}, "–");
  return h(
    "div",
    { class: "table-wrap pivot", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", { class: "hidden-text" }, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Path cost"),
          columns.map(([name]) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        costs
          .sort((one, other) => one - other)
          .map((cost) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, whole(cost)),
              columns.map(([, group]) => cell(group.find((row) => row.cost === cost))),
            ),
          ),
      ),
    ),
  );
}

/** Boards that were refused, and searches that ended without a path, each with how many. */
export function apart(rows, algorithms) {
  const without = rows.filter(({ cost }) => cost === null);
  const refused = without.filter(({ status }) => status === "unsolvable");
  const others = without.filter(({ status }) => status !== "unsolvable");
  const list = (title, note, found, end) =>
    found.length
      ? h(
          "section",
          { class: "card" },
          h("h2", {}, title),
          h("p", { class: "note" }, note),
          h(
            "ul",
            {},
            found.map((row) =>
              h("li", {}, `${label(row, rows, algorithms)}: ${whole(row.trials)}${end(row)}`),
            ),
          ),
        )
      : null;
  return [
    list(
      "Refused boards",
      "They cannot be solved, so nothing was searched: they are in no average.",
      refused,
      () => "",
    ),
    list("Without a path", "They ended before they found one.", others, ({ status }) => {
      return ` (${words(status)})`;
    }),
  ].filter(Boolean);
}
