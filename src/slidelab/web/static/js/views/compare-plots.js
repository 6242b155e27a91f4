// The five plots of a comparison beside each other.

import { h } from "../ui/dom.js";
import { plot } from "../ui/plots.js";
import { colour } from "../ui/theme.js";

export const MEASURES = [
  { key: "cost", title: "Path cost (moves)" },
  { key: "seconds", title: "Time (seconds)" },
  { key: "max_depth", title: "Maximum depth" },
  { key: "expanded", title: "Nodes expanded" },
  { key: "max_frontier", title: "Largest frontier" },
];

export async function comparePlots(place, rows) {
  if (!rows.length) {
    place.replaceChildren(
      h("p", { class: "note" }, "There is nothing to plot yet: press Try all first."),
    );
    return;
  }
  const figures = MEASURES.map(({ title }) =>
    h("figure", { class: "card plot", role: "img", "aria-label": `Plot: ${title} by algorithm` }),
  );
  place.replaceChildren(...figures);
  const names = rows.map(({ algorithm }) => algorithm);
  await Promise.all(
    MEASURES.map(({ key, title }, at) => {
      const log = spread(rows, key);
      // On a logarithmic axis the length of a bar means nothing: a dot stands for the value.
      const shape = log ? { type: "scatter", mode: "markers" } : { type: "bar" };
      const y = rows.map((row) => row[key] ?? null);
      return plot(
        figures[at],
        [{ ...shape, x: names, y, marker: { color: colour("accent"), size: 11 } }],
        {
          title: { text: log ? `${title}, logarithmic` : title, font: { size: 14 } },
          height: 300,
          yaxis: { type: log ? "log" : "linear" },
          xaxis: { tickangle: -40 },
        },
      );
    }),
  );
}

/** A logarithmic scale helps only where values differ by much. */
function spread(rows, key) {
  const values = rows.map((row) => row[key]).filter((value) => value > 0);
  return values.length > 1 && Math.max(...values) / Math.min(...values) > 30;
}
