// The five plots of a comparison, as bars beside each other.

import { h } from "../ui/dom.js";
import { plot } from "../ui/plots.js";
import { colour } from "../ui/theme.js";

export const MEASURES = [
  { key: "cost", title: "Path cost (moves)", log: true },
  { key: "seconds", title: "Time (seconds)", log: true },
  { key: "max_depth", title: "Maximum depth", log: true },
  { key: "expanded", title: "Nodes expanded", log: true },
  { key: "max_frontier", title: "Largest frontier", log: true },
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
    MEASURES.map(({ key, title, log }, at) =>
      plot(
        figures[at],
        [
          {
            type: "bar",
            x: names,
            y: rows.map((row) => row[key] ?? null),
            marker: { color: colour("accent") },
          },
        ],
        {
          title: { text: title, font: { size: 14 } },
          height: 300,
          yaxis: { type: log && spread(rows, key) ? "log" : "linear" },
          xaxis: { tickangle: -40 },
        },
      ),
    ),
  );
}

/** A logarithmic scale helps only where values differ by much. */
function spread(rows, key) {
  const values = rows.map((row) => row[key]).filter((value) => value > 0);
  return values.length > 1 && Math.max(...values) / Math.min(...values) > 30;
}
