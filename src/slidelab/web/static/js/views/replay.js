// Replay: show a few searches of a comparison side by side, in step by nodes expanded.

import { runJob } from "../backend/jobs.js";
import { Playback } from "../elements/playback.js";
import { rankings, SearchTrace } from "../film/trace.js";
import { goalCells } from "../puzzle/grid.js";
import { requestBody } from "../puzzle/link.js";
import { Chart, seriesStyle } from "../ui/chart.js";
import { h, whole } from "../ui/dom.js";
import { words } from "../ui/words.js";
import { rowTitle } from "./compare-rows.js";
import "../elements/slide-board.js";

export const MOST_TRACES = 4;
const MOMENTS = 500;
const DURATION = 9; // seconds
/** @type {["expanded" | "frontier" | "depth" | "lowest_h", string][]} */
const FIGURES = [
  ["expanded", "Expanded"],
  ["frontier", "Frontier"],
  ["depth", "Deepest"],
  ["lowest_h", "Lowest h"],
];
/** @type {["lowest_h" | "depth" | "frontier", string, string][]} */
const CHARTS = [
  ["lowest_h", "Lowest h so far", "linear"],
  ["depth", "Greatest depth", "log"],
  ["frontier", "Nodes in the frontier", "log"],
];
const RANKS = ["", "1st", "2nd", "3rd", "4th"];
/** @type {Record<string, string>} */
const STROKES = { solid: "solid", dash: "dashed", dot: "dotted" };

export class Replay {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this._catalogue = catalogue;
    /** @type {number | null} */
    this._shortest = null;
    /** @type {ReturnType<typeof searchCard>[]} */
    this._cards = [];
    const speed = MOMENTS / DURATION;
    const options = { name: "Moment of the replay", unit: "moments", speed };
    this.playback = new Playback(() => this._show(), { ...options, speeds: [2, 2000] });
    this._searches = h("div.columns.replay-searches");
    this._charts = CHARTS.map(([, title]) => new Chart(title));
    this.element = h(
      "section.stack.replay",
      { "aria-label": "Replay", hidden: true },
      h(
        "p.note",
        "All searches run on the textbook engine and advance together, by nodes expanded.",
      ),
      this._searches,
      h(
        "div.card.stack.replay-controls",
        this.playback.slider,
        h("div.row", this.playback.buttons, this.playback.speed),
      ),
      h(
        "div.columns.plots",
        this._charts.map(({ element }) => element),
      ),
    );
  }

  close() {
    this.playback.pause();
    this.element.hidden = true;
  }

  /**
   * Show the searches of rows from their start.
   * @param {Map<string, SearchTrace>} traces @param {Problem} searched
   * @param {number | null} shortest the length of a shortest path, if known
   */
  open(traces, { shape, cells, goal }, shortest) {
    this._shortest = shortest;
    const board = { shape, cells, goal: goalCells(goal, shape) };
    this._cards = [...traces].map(([row, trace], at) =>
      searchCard(rowTitle(row, this._catalogue), trace, board, at),
    );
    this._searches.replaceChildren(...this._cards.map(({ element }) => element));
    this.element.hidden = false;
    for (const [at, [key, title, scale]] of CHARTS.entries())
      this._charts[at].draw(() => this._figure(key, title, scale));
    this.playback.load({ length: MOMENTS + 1 });
    this.playback.toggle();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @type {(key: "lowest_h" | "depth" | "frontier", title: string, scale: string) => import("../ui/chart.js").FigureData} */
  _figure(key, title, scale) {
    const traces = this._cards.map(({ trace: { data }, title: name }, at) => ({
      type: "scatter",
      mode: "lines",
      name,
      x: data.expanded,
      y: data[key],
      line: { ...seriesStyle(at).line, width: 2.5 },
    }));
    const layout = {
      title: { text: title, font: { size: 14 } },
      height: 240,
      showlegend: false,
      yaxis: { type: scale },
      xaxis: { title: { text: "nodes expanded" }, type: "log" },
    };
    return { traces, layout };
  }

  _show() {
    const { at, playing } = this.playback.head;
    const traces = this._cards.map(({ trace }) => trace);
    const most = Math.max(...traces.map(({ expansions }) => expansions));
    const count = Math.floor((at / MOMENTS) * most);
    const order = rankings(traces);
    for (const [number, card] of this._cards.entries())
      this._showSearch(card, card.trace.momentAt(count), order[number]);
    // A logarithmic axis has no 0.
    if (!playing) for (const chart of this._charts) chart.mark(Math.max(1, count));
  }

  /** @type {(card: ReturnType<typeof searchCard>, moment: number, rank: number | null) => void} */
  _showSearch({ trace, board, figures, verdict, element }, moment, rank) {
    const { data } = trace;
    if (trace.length) board.cells = trace.cells(moment);
    for (const { name, value } of figures) {
      const figure = data[name][moment] ?? null;
      value.textContent = figure === null ? "–" : whole(figure);
    }
    const isDone = moment >= trace.length - 1;
    const isFirst = isDone && rank === 1;
    const isShortest = data.cost !== null && data.cost === this._shortest;
    element.classList.toggle("winner", isFirst && isShortest);
    element.classList.toggle("longer", isFirst && !isShortest);
    verdict.textContent = isDone ? this._verdict(data, rank) : "Searching…";
  }

  /** @type {(trace: TraceData, rank: number | null) => string} */
  _verdict({ cost, status }, rank) {
    if (!rank || cost === null) return `Ended without a path (${words(status)}).`;
    const path = `${RANKS[rank]}: a path of ${whole(cost)} moves`;
    if (this._shortest === null) return `${path}; whether a shorter one exists is not known.`;
    if (cost <= this._shortest) return `${path}, a shortest one.`;
    return `${path}, ${whole(cost - this._shortest)} more than the shortest.`;
  }
}

/**
 * @param {string} title @param {SearchTrace} trace
 * @param {{shape: Shape, cells: Cells, goal: Cells}} position
 * @param {number} at
 */
function searchCard(title, trace, position, at) {
  // Boards change from node to node, so tiles do not glide.
  const board = h("slide-board.replay-board", { readonly: true, instant: true, label: "Board" });
  board.set(position);
  const verdict = h("p.replay-verdict");
  const figures = FIGURES.map(([name, words]) => ({ name, words, value: h("dd") }));
  const swatch = h("span.swatch", { "aria-hidden": "true" });
  const { color, dash } = seriesStyle(at).line;
  swatch.style.borderTop = `3px ${STROKES[dash]} ${color}`;
  const element = h(
    "div.card.stack.replay-search",
    { role: "group", "aria-label": `Search: ${title}` },
    h("div.row.tight.replay-head", swatch, h("h2", title)),
    verdict,
    board,
    h(
      "dl.counters",
      figures.map(({ words, value }) => h("div", h("dt", words), value)),
    ),
  );
  return { title, trace, board, verdict, figures, element };
}

/**
 * Search again on the textbook engine, with a trace of each search.
 * @param {Map<string, RowPlan>} plans @param {Problem} searched
 * @param {{signal: AbortSignal, onprogress: (words: string) => void}} follow
 */
export async function recordTraces(plans, searched, { signal, onprogress }) {
  const { cells, shape, goal } = requestBody(searched);
  /** @type {Map<string, SearchTrace>} */
  const traces = new Map();
  for (const [row, { searches }] of plans) {
    onprogress(`Recording ${traces.size + 1} of ${plans.size}…`);
    const body = { cells, shape, goal, ...searches[0], engine: "textbook" };
    traces.set(row, new SearchTrace(await runJob("trace", body, { signal })));
  }
  return traces;
}
