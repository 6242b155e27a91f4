// Plots by Plotly, whose script is fetched only when the first one is asked for.

import { h } from "./dom.js";
import { saveMenu } from "./save-picture.js";
import { colour } from "./theme.js";

let loading = null;

function loadPlotly() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "plotly/plotly.min.js";
    script.onload = () => resolve(globalThis.Plotly);
    script.onerror = () => {
      loading = null;
      reject(new Error("Plotly could not be loaded: it may not be installed on the server."));
    };
    document.head.append(script);
  });
  return loading;
}

// First Okabe and Ito's colours, which stay apart for every kind of colour vision; no twenty do, so
// each series has a mark of its own too.
export const SERIES = [
  ...["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#8c8c8c", "#b8a600"],
  ...["#7a6be0", "#3d9b4b", "#b84a7f", "#44aa99", "#a0522d", "#aa4499", "#3c78c8", "#dd7788"],
  ...["#999933", "#cc3311", "#5ab4ac", "#9c755f"],
];

const MARKS = [
  ...["circle", "square", "diamond", "cross", "x", "triangle-up", "triangle-down", "pentagon"],
  ...["star", "hexagon", "triangle-left", "triangle-right", "hexagram", "star-diamond"],
  ...["star-square", "diamond-tall", "diamond-wide", "hourglass", "bowtie", "star-triangle-up"],
];

const DASHES = ["solid", "dash", "dot"];

/** How a plot draws the series of this number, told from all others up to twenty. */
export const look = (at) => ({
  marker: { color: SERIES[at % SERIES.length], symbol: MARKS[at % MARKS.length], size: 9 },
  line: {
    color: SERIES[at % SERIES.length],
    width: 1.5,
    dash: DASHES[Math.floor(at / 8) % DASHES.length],
  },
});

/**
 * A place for a plot, with buttons that save it: {element, area}.
 * @param {string} title
 */
export function plotFigure(title) {
  const area = h("div.plot", { role: "img", "aria-label": `Plot: ${title}` });
  const svg = async () => {
    const { width, height } = area.getBoundingClientRect();
    const address = await globalThis.Plotly.toImage(area, { format: "svg", width, height });
    return decodeURIComponent(address.slice(address.indexOf(",") + 1));
  };
  const element = h("figure.card.plot-card", area, h("figcaption", saveMenu(title, svg)));
  return { element, area };
}

/**
 * Draws a plot, and again whenever the theme changes; `figure` returns {traces, layout}, the latter
 * in addition to the page's own looks and with the height.
 */
export async function plot(place, figure) {
  await draw(place, figure);
  document.addEventListener("themechange", function redraw() {
    if (place.isConnected) draw(place, figure);
    else document.removeEventListener("themechange", redraw);
  });
}

async function draw(place, figure) {
  const Plotly = await loadPlotly();
  const { traces, layout } = figure();
  place.style.height = `${layout.height}px`; // a plot that follows the window's width takes it
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
