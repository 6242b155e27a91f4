// Plots by Plotly, whose script is fetched only when the first one is asked for.

import { colour } from "./theme.js";

let loading = null;

export function loadPlotly() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/plotly/plotly.min.js";
    script.onload = () => resolve(globalThis.Plotly);
    script.onerror = () => {
      loading = null;
      reject(new Error("Plotly could not be loaded: it may not be installed on the server."));
    };
    document.head.append(script);
  });
  return loading;
}

// Okabe and Ito's colours, which stay apart for every kind of colour vision.
export const SERIES = [
  "#0072b2",
  "#e69f00",
  "#009e73",
  "#d55e00",
  "#56b4e9",
  "#cc79a7",
  "#8c8c8c",
  "#b8a600",
];

/** Draws or redraws a plot; `layout` adds to the page's own looks. */
export async function plot(place, traces, layout) {
  const Plotly = await loadPlotly();
  const axis = {
    gridcolor: colour("line"),
    zerolinecolor: colour("line"),
    linecolor: colour("line-strong"),
    automargin: true,
  };
  const looks = {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: {
      color: colour("ink"),
      family: 'Inter, system-ui, "Liberation Sans", sans-serif',
      size: 12,
    },
    colorway: SERIES,
    margin: { l: 50, r: 16, t: 40, b: 40 },
    ...layout,
    xaxis: { ...axis, ...layout.xaxis },
    yaxis: { ...axis, ...layout.yaxis },
  };
  await Plotly.react(place, traces, looks, {
    // Its buttons would lie over the title; the page has buttons of its own to save the data.
    displayModeBar: false,
    responsive: true,
  });
}
