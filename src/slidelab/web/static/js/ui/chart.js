// Charts by Plotly, whose script is loaded with the first chart.

import { h } from "./dom.js";
import { problemBox } from "./notice.js";
import { saveButtons } from "./save-picture.js";
import { colour } from "./theme.js";

/** @typedef {{height: number, xaxis?: object, yaxis?: object, [more: string]: unknown}} Layout */
/** @typedef {{traces: object[], layout: Layout}} FigureData the layout has what differs from the page's looks */
/** @typedef {() => FigureData} Figure */

/** @type {Promise<PlotlyModule> | null} */
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

// Okabe and Ito's colours, which all kinds of colour vision can tell apart. There is one mark fewer, so
// that many series all look different.
const SERIES = [
  ...["#0072b2", "#e69f00", "#009e73", "#d55e00"],
  ...["#56b4e9", "#cc79a7", "#8c8c8c", "#b8a600"],
];
const MARKS = ["circle", "square", "diamond", "cross", "x", "triangle-up", "star"];
const DASHES = ["solid", "dash", "dot"];

/** Return the style of a series by its number. @param {number} at */
export const seriesStyle = (at) => ({
  marker: { color: SERIES[at % SERIES.length], symbol: MARKS[at % MARKS.length], size: 9 },
  line: { color: SERIES[at % SERIES.length], width: 1.5, dash: DASHES[at % DASHES.length] },
});

/** A chart with buttons that save it; it is drawn again whenever the theme changes. */
export class Chart {
  /** @param {string} title for screen readers, and the name of the saved picture */
  constructor(title) {
    this._title = title;
    /** @type {number | null} */
    this._marked = null;
    /** @type {Figure | null} */
    this._figure = null;
    this.area = h("div.plot", { role: "img", "aria-label": `Plot: ${title}` });
    const save = (/** @type {string} */ kind) => this._save(kind.toLowerCase());
    const buttons = saveButtons(title, ["PNG", "SVG"], save);
    this.element = h("figure.card.plot-card", this.area, h("figcaption", buttons));
    document.addEventListener("themechange", () => this.area.isConnected && this._redraw());
  }

  /** @param {Figure} figure */
  async draw(figure) {
    try {
      await loadPlotly();
      this._figure = figure;
      this._redraw();
    } catch (error) {
      this.element.replaceChildren(problemBox(error));
    }
  }

  /** Mark a place on the horizontal axis. @param {number | null} x */
  mark(x) {
    this._marked = x;
    if (this._figure) globalThis.Plotly.relayout(this.area, { shapes: this._shapes() });
  }

  _shapes() {
    const x = this._marked;
    const line = { type: "line", x0: x, x1: x, yref: "paper", y0: 0, y1: 1 };
    return x === null ? [] : [{ ...line, line: { color: colour("ink"), width: 1.5 } }];
  }

  _redraw() {
    if (!this._figure) return;
    const { traces, layout } = this._figure();
    this.area.style.height = `${layout.height}px`; // a chart that follows the window takes it
    const axis = {
      gridcolor: colour("line"),
      zerolinecolor: colour("line"),
      linecolor: colour("line-strong"),
      automargin: true,
    };
    const family = 'Inter, system-ui, "Liberation Sans", sans-serif';
    const looks = {
      paper_bgcolor: colour("surface"),
      plot_bgcolor: colour("surface"),
      font: { color: colour("ink"), family, size: 12 },
      colorway: SERIES,
      margin: { l: 50, r: 16, t: 40, b: 40 },
      shapes: this._shapes(),
      ...layout,
      xaxis: { ...axis, ...layout.xaxis },
      yaxis: { ...axis, ...layout.yaxis },
    };
    // Plotly's buttons would lie over the title.
    const options = { displayModeBar: false, responsive: true };
    globalThis.Plotly.react(this.area, traces, looks, options);
  }

  /** @param {string} format "png" or "svg" */
  _save(format) {
    const { width, height } = this.area.getBoundingClientRect();
    const filename = this._title.toLowerCase().replaceAll(" ", "-");
    globalThis.Plotly.downloadImage(this.area, { format, filename, width, height, scale: 2 });
  }
}
