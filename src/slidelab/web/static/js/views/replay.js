// Replay: a few rows of a comparison side by side, in step by expansions.

import { runJob } from "../backend/jobs.js";
import { Playback } from "../elements/playback.js";
import { Lane, places } from "../film/race.js";
import { goalCells } from "../puzzle/grid.js";
import { requestBody } from "../puzzle/link.js";
import { Chart, look } from "../ui/chart.js";
import { h, whole } from "../ui/dom.js";
import { words } from "../ui/words.js";
import { rowTitle } from "./compare-rows.js";
import "../elements/slide-board.js";

export const MOST_LANES = 4;
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
const PLACES = ["", "1st", "2nd", "3rd", "4th"];
/** @type {Record<string, string>} */
const STROKES = { solid: "solid", dash: "dashed", dot: "dotted" };

export class Replay {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this._catalogue = catalogue;
    /** @type {number | null} */
    this._shortest = null;
    /** @type {ReturnType<typeof laneCard>[]} */
    this._cards = [];
    const speed = MOMENTS / DURATION;
    const options = { name: "Moment of the replay", unit: "moments", speed };
    this.playback = new Playback(() => this._show(), { ...options, speeds: [2, 2000] });
    this._lanes = h("div.columns.lanes");
    this._charts = CHARTS.map(([, title]) => new Chart(title));
    this.element = h(
      "section.stack.replay",
      { "aria-label": "Replay", hidden: true },
      h("p.note", "All lanes run on the textbook engine and advance together, by nodes expanded."),
      this._lanes,
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
   * @param {Map<string, Lane>} lanes @param {Problem} asked
   * @param {number | null} shortest the length of a shortest path, where that is known
   */
  open(lanes, { shape, cells, goal }, shortest) {
    this._shortest = shortest;
    const board = { shape, cells, goal: goalCells(goal, shape) };
    this._cards = [...lanes].map(([row, lane], at) =>
      laneCard(rowTitle(row, this._catalogue), lane, board, at),
    );
    this._lanes.replaceChildren(...this._cards.map(({ element }) => element));
    this.element.hidden = false;
    for (const [at, [key, title, scale]] of CHARTS.entries())
      this._charts[at].draw(() => this._figure(key, title, scale));
    this.playback.load({ length: MOMENTS + 1 });
    this.playback.toggle();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @type {(key: "lowest_h" | "depth" | "frontier", title: string, scale: string) => import("../ui/chart.js").FigureData} */
  _figure(key, title, scale) {
    const traces = this._cards.map(({ lane: { trace }, title: name }, at) => ({
      type: "scatter",
      mode: "lines",
      name,
      x: trace.expanded,
      y: trace[key],
      line: { ...look(at).line, width: 2.5 },
    }));
    const layout = {
      title: { text: title, font: { size: 14 } },
      height: 240,
      showlegend: false,
      yaxis: { type: scale },
      // A search that expands a hundred nodes is seen beside one that expands a hundred thousand.
      xaxis: { title: { text: "nodes expanded" }, type: "log" },
    };
    return { traces, layout };
  }

  _show() {
    const { at, playing } = this.playback.head;
    const lanes = this._cards.map(({ lane }) => lane);
    const most = Math.max(...lanes.map(({ expansions }) => expansions));
    const count = Math.floor((at / MOMENTS) * most);
    const order = places(lanes);
    for (const [number, card] of this._cards.entries())
      this._showLane(card, card.lane.momentAt(count), order[number]);
    // A logarithmic axis has no 0.
    if (!playing) for (const chart of this._charts) chart.mark(Math.max(1, count));
  }

  /** @type {(card: ReturnType<typeof laneCard>, moment: number, place: number | null) => void} */
  _showLane({ lane, board, figures, verdict, element }, moment, place) {
    const { trace } = lane;
    if (lane.length) board.cells = lane.cells(moment);
    for (const { name, value } of figures) {
      const figure = trace[name][moment] ?? null;
      value.textContent = figure === null ? "–" : whole(figure);
    }
    const isDone = moment >= lane.length - 1;
    const isFirst = isDone && place === 1;
    const isShortest = trace.cost !== null && trace.cost === this._shortest;
    element.classList.toggle("winner", isFirst && isShortest);
    element.classList.toggle("longer", isFirst && !isShortest);
    verdict.textContent = isDone ? this._verdict(trace, place) : "Searching…";
  }

  /** @type {(trace: TraceData, place: number | null) => string} */
  _verdict({ cost, status }, place) {
    if (!place || cost === null) return `Ended without a path (${words(status)}).`;
    const path = `${PLACES[place]}: a path of ${whole(cost)} moves`;
    if (this._shortest === null) return `${path}; whether a shorter one exists is not known.`;
    if (cost <= this._shortest) return `${path}, a shortest one.`;
    return `${path}, ${whole(cost - this._shortest)} more than the shortest.`;
  }
}

/**
 * @param {string} title @param {Lane} lane
 * @param {{shape: Shape, cells: Cells, goal: Cells}} position
 * @param {number} at
 */
function laneCard(title, lane, position, at) {
  // Boards leap from node to node; gliding tiles would only blur them.
  const board = h("slide-board.lane-board", { readonly: true, instant: true, label: "Board" });
  board.set(position);
  const verdict = h("p.lane-verdict");
  const figures = FIGURES.map(([name, words]) => ({ name, words, value: h("dd") }));
  const swatch = h("span.swatch", { "aria-hidden": "true" });
  const { color, dash } = look(at).line;
  swatch.style.borderTop = `3px ${STROKES[dash]} ${color}`;
  const element = h(
    "div.card.stack.lane",
    { role: "group", "aria-label": `Lane: ${title}` },
    h("div.row.tight.lane-head", swatch, h("h2", title)),
    verdict,
    board,
    h(
      "dl.counters",
      figures.map(({ words, value }) => h("div", h("dt", words), value)),
    ),
  );
  return { title, lane, board, verdict, figures, element };
}

/**
 * Search again on the textbook engine, with a trace of each search.
 * @param {Map<string, RowPlan>} plans @param {Problem} asked
 * @param {{signal: AbortSignal, onprogress: (words: string) => void}} follow
 */
export async function recordLanes(plans, asked, { signal, onprogress }) {
  const { cells, shape, goal } = requestBody(asked);
  /** @type {Map<string, Lane>} */
  const lanes = new Map();
  for (const [row, { searches }] of plans) {
    onprogress(`Recording ${lanes.size + 1} of ${plans.size}…`);
    const body = { cells, shape, goal, ...searches[0], engine: "textbook" };
    lanes.set(row, new Lane(await runJob("trace", body, { signal })));
  }
  return lanes;
}
