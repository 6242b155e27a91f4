// The five plots of a comparison beside each other, each sorted by what it shows.

import { h } from "../ui/dom.js";
import { plot, plotFigure } from "../ui/plots.js";
import { colour } from "../ui/theme.js";
import { mean, valuesOf } from "./compare-figures.js";

const MEASURES = [
  { key: "cost", title: "Path cost (moves)" },
  { key: "seconds", title: "Time (seconds)" },
  { key: "max_depth", title: "Maximum depth" },
  { key: "expanded", title: "Nodes expanded" },
  { key: "max_frontier", title: "Largest frontier" },
];

/** rows: [{text, results}]; paths as long as `shortest`, where that is known, are marked. */
export async function comparePlots(place, rows, shortest) {
  if (!rows.length) {
    place.replaceChildren(h("p.note", "There is nothing to plot yet: press Try all first."));
    return;
  }
  const figures = MEASURES.map(({ title }) => plotFigure(`${title} by row`));
  place.replaceChildren(...figures.map(({ element }) => element));
  await Promise.all(MEASURES.map((measure, at) => one(figures[at].area, measure, rows, shortest)));
}

function one(figure, { key, title }, rows, shortest) {
  const bars = rows
    .map(({ text, results }) => ({ text, values: valuesOf(results, key) }))
    .filter(({ values }) => values.length)
    .map(({ text, values }) => ({ text, value: mean(values) }))
    .sort((one, other) => one.value - other.value);
  const log = spread(bars);
  const best = ({ value }) => key === "cost" && shortest !== null && value <= shortest;
  // On a logarithmic axis the length of a bar means nothing: a dot stands for the value.
  const shape = log ? { type: "scatter", mode: "markers+text" } : { type: "bar" };
  const traces = () => [
    {
      ...shape,
      x: bars.map(({ text }) => text),
      y: bars.map(({ value }) => value),
      text: bars.map((bar) => (best(bar) ? "★" : "")),
      textposition: log ? "top center" : "outside",
      hovertemplate: "%{x}: %{y}<extra></extra>",
      marker: { color: bars.map((bar) => colour(best(bar) ? "good" : "accent")), size: 11 },
    },
  ];
  const marked = bars.some(best) ? ", ★ shortest" : "";
  const layout = {
    title: { text: `${title}${log ? ", logarithmic" : ""}${marked}`, font: { size: 14 } },
    height: 320,
    yaxis: { type: log ? "log" : "linear" },
    xaxis: { tickangle: -40 },
  };
  return plot(figure, () => ({ traces: traces(), layout }));
}

/** A logarithmic scale helps only where values differ by much. */
function spread(bars) {
  const values = bars.map(({ value }) => value).filter((value) => value > 0);
  return values.length > 1 && Math.max(...values) / Math.min(...values) > 30;
}
