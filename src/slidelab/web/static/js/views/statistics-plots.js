// The chosen measure of all trials and one beside it, each by path cost.

import { h } from "../ui/dom.js";
import { look, plot, plotFigure } from "../ui/plots.js";
import { MEASURES, series } from "./statistics-pivot.js";

const MOST_SERIES = 20; // more would need marks that nobody can tell apart
const LONGEST = 200; // moves; depth-first paths are thousands long and would squeeze all others

/**
 * @param {HTMLElement} place
 * @param {any[]} rows
 * @param {any[]} algorithms
 * @param {string} measure
 */
export async function statisticsPlots(place, rows, algorithms, measure) {
  const other = measure === "seconds" ? "expanded" : "seconds";
  const chosen = [measure, other].map((key) => MEASURES.find(([name]) => name === key));
  const short = rows.filter(({ cost }) => cost === null || cost <= LONGEST);
  const drawn = chosen.map(([key]) => series(short, key, algorithms));
  const figures = chosen.map(([, title]) => plotFigure(`${title} by path cost`));
  const most = Math.max(...drawn.map(({ length }) => length));
  const left = most - MOST_SERIES;
  const below = 20 * Math.min(most, MOST_SERIES); // a line for each series
  const notes = [
    left > 0 ? `The ${left} searches with the fewest trials are not drawn.` : "",
    short.length < rows.length ? `Paths of more than ${LONGEST} moves are not drawn.` : "",
  ];
  place.replaceChildren(
    ...figures.map(({ element }) => element),
    ...notes.filter(Boolean).map((words) => h("p", { class: "note" }, words)),
  );
  const layout = (title) => ({
    title: { text: `${title}, mean`, font: { size: 14 } },
    height: 380 + below,
    margin: { l: 50, r: 16, t: 40, b: 70 + below },
    hovermode: "closest",
    xaxis: { title: { text: "path cost" } },
    yaxis: { type: "log" },
    legend: { yref: "container", y: 0, yanchor: "bottom", x: 0 },
  });
  const draw = ([, title], at) =>
    plot(figures[at].area, () => ({
      traces: traces(drawn[at].slice(0, MOST_SERIES)),
      layout: layout(title),
    }));
  await Promise.all(chosen.map(draw));
}

const traces = (drawn) =>
  drawn.map(([name, group], at) => ({
    type: "scatter",
    mode: "lines+markers",
    name,
    ...look(at),
    x: group.map(({ cost }) => cost),
    y: group.map(({ mean }) => mean),
    customdata: group.map(({ trials }) => trials),
    hovertemplate:
      "<b>%{fullData.name}</b><br>path cost %{x}: %{y:,.4~g}<br>%{customdata} trials<extra></extra>",
  }));
