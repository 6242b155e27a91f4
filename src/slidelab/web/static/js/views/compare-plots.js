// The plots of a comparison, each sorted by the figure that it shows.

import { Chart } from "../ui/chart.js";
import { h } from "../ui/dom.js";
import { colour } from "../ui/theme.js";
import { mean, valuesOf } from "./compare-table.js";

/** @import { TableRow } from "./compare-table.js" */

const MEASURES = [
  ["cost", "Path cost (moves)"],
  ["seconds", "Time (seconds)"],
  ["max_depth", "Maximum depth"],
  ["expanded", "Nodes expanded"],
  ["max_frontier", "Largest frontier"],
];

/**
 * Draw the plots; paths as long as `shortest`, where that is known, are marked.
 * @type {(place: HTMLElement, rows: TableRow[], shortest: number | null) => void}
 */
export function comparePlots(place, rows, shortest) {
  if (!rows.length) {
    place.replaceChildren(h("p.note", "There is nothing to plot yet: press Try all first."));
    return;
  }
  const charts = MEASURES.map(([, title]) => new Chart(`${title} by row`));
  place.replaceChildren(...charts.map(({ element }) => element));
  for (const [at, [key, title]] of MEASURES.entries())
    charts[at].draw(() => figure(key, title, rows, shortest));
}

/**
 * @param {string} key
 * @param {string} title
 * @param {TableRow[]} rows
 * @param {number | null} shortest
 */
function figure(key, title, rows, shortest) {
  const bars = rows
    .map(({ text, results }) => ({ text, values: valuesOf(results, key) }))
    .filter(({ values }) => values.length)
    .map(({ text, values }) => ({ text, value: mean(values) }))
    .sort((one, other) => one.value - other.value);
  const log = isWide(bars.map(({ value }) => value).filter((value) => value > 0));
  const best = (/** @type {{value: number}} */ { value }) =>
    key === "cost" && shortest !== null && value <= shortest;
  const trace = {
    // On a logarithmic axis the length of a bar means nothing: a dot stands for the value.
    ...(log ? { type: "scatter", mode: "markers+text" } : { type: "bar" }),
    x: bars.map(({ text }) => text),
    y: bars.map(({ value }) => value),
    text: bars.map((bar) => (best(bar) ? "★" : "")),
    textposition: log ? "top center" : "outside",
    hovertemplate: "%{x}: %{y}<extra></extra>",
    marker: { color: bars.map((bar) => colour(best(bar) ? "good" : "accent")), size: 11 },
  };
  const marked = bars.some(best) ? ", ★ shortest" : "";
  const layout = {
    title: { text: `${title}${log ? ", logarithmic" : ""}${marked}`, font: { size: 14 } },
    height: 320,
    yaxis: { type: log ? "log" : "linear" },
    xaxis: { tickangle: -40 },
  };
  return { traces: [trace], layout };
}

/** A logarithmic scale helps only where values differ by much. */
const isWide = (/** @type {number[]} */ values) => Math.max(...values) / Math.min(...values) > 30;
