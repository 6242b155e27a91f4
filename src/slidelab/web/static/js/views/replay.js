// Replay: a few rows of a comparison side by side, in step by expansions or by time.

import { runJob } from "../backend/jobs.js";
import { Playback } from "../elements/playback.js";
import { FIGURES, Lane, MEASURES, places, raceLength } from "../film/race.js";
import { goalCells } from "../puzzle/grid.js";
import { requestBody } from "../puzzle/link.js";
import { rowTitle } from "../puzzle/rows.js";
import { Chart, look } from "../ui/chart.js";
import { h, seconds, segmented, whole } from "../ui/dom.js";
import { words } from "../ui/words.js";
import "../elements/slide-board.js";

export const MOST_LANES = 4;
const MOMENTS = 500;
const DURATION = 9; // seconds
/** @type {Record<string, string>} */
const TITLES = {
  expanded: "Expanded",
  frontier: "Frontier",
  depth: "Deepest",
  lowest_h: "Lowest h",
};
/** @type {[keyof Lane, string, string][]} */
const CHARTS = [
  ["lowest_h", "Lowest h so far", "linear"],
  ["depth", "Greatest depth", "log"],
  ["frontier", "Nodes in the frontier", "log"],
];
const PLACES = ["", "1st", "2nd", "3rd", "4th"];
/** @type {Record<string, string>} */
const STROKES = { solid: "solid", dash: "dashed", dot: "dotted" };

/**
 * A row, its search, and whether it promises a shortest path.
 * @typedef {{row: string, lane: Lane, promises: boolean}} Recorded
 */

export class Replay {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    this._catalogue = catalogue;
    this._measure = "nodes";
    /** @type {number | null} */
    this._shortest = null;
    /** @type {ReturnType<typeof laneCard>[]} */
    this._cards = [];
    const speed = MOMENTS / DURATION;
    const options = { name: "Moment of the replay", unit: "moments", speed };
    this.playback = new Playback(() => this._show(), { ...options, speeds: [2, 2000] });
    this._lanes = h("div.columns.lanes");
    this._charts = CHARTS.map(([, title]) => new Chart(title));
    const measureBy = (/** @type {string} */ measure) => {
      this._measure = measure;
      this._draw();
    };
    this.element = h(
      "section.stack.replay",
      { "aria-label": "Replay", hidden: true },
      h(
        "div.row",
        h("span.note", "Places by"),
        segmented("Places by", MEASURES, this._measure, measureBy),
        h("span.note", "All lanes run on the textbook engine."),
      ),
      this._lanes,
      h(
        "div.card.replay-controls",
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
   * Show lanes from their start.
   * @param {Recorded[]} lanes
   * @param {Problem} asked
   * @param {number | null} shortest the length of a shortest path, where that is known
   */
  open(lanes, { shape, cells, goal }, shortest) {
    this._shortest = shortest;
    const board = { shape, cells, goal: goalCells(goal, shape) };
    this._cards = lanes.map(({ row, lane }, at) =>
      laneCard(rowTitle(row, this._catalogue), lane, board, at),
    );
    this._lanes.replaceChildren(...this._cards.map(({ element }) => element));
    this.element.hidden = false;
    this.playback.load({ length: MOMENTS + 1 });
    this._draw();
    this.playback.toggle();
    this.element.scrollIntoView({ block: "nearest" });
  }

  get _length() {
    return raceLength(
      this._cards.map(({ lane }) => lane),
      this._measure,
    );
  }

  _draw() {
    if (!this._cards.length) return;
    for (const [at, [key, title, scale]] of CHARTS.entries())
      this._charts[at].draw(() => this._figure(key, title, scale)).catch(() => null);
    this.playback.show();
  }

  /**
   * @param {keyof Lane} key
   * @param {string} title
   * @param {string} scale
   */
  _figure(key, title, scale) {
    const byTime = this._measure === "time";
    // A search that expands a hundred nodes is seen beside one that expands a hundred thousand.
    const x = byTime
      ? { title: { text: "seconds" } }
      : { title: { text: "nodes expanded" }, type: "log" };
    const traces = this._cards.map(({ lane, title: name }, at) => ({
      type: "scatter",
      mode: "lines",
      name,
      x: lane.expanded.map((_, moment) => lane.when(moment, this._measure)),
      y: lane[key],
      line: { ...look(at).line, width: 2.5 },
    }));
    const heading = { text: title, font: { size: 14 } };
    const layout = {
      title: heading,
      height: 240,
      showlegend: false,
      yaxis: { type: scale },
      xaxis: x,
    };
    return { traces, layout };
  }

  _show() {
    const { at, playing } = this.playback.head;
    const now = (at / MOMENTS) * this._length;
    const lanes = this._cards.map(({ lane }) => lane);
    const order = places(lanes, this._measure);
    for (const [number, card] of this._cards.entries()) {
      const { lane } = card;
      const moment =
        this._measure === "time" ? lane.atTime(now) : lane.atExpansion(Math.floor(now));
      this._showLane(card, moment, order[number]);
    }
    // A logarithmic axis has no 0.
    const place = this._measure === "time" ? now : Math.max(1, now);
    if (!playing) for (const chart of this._charts) chart.mark(place);
  }

  /**
   * @param {ReturnType<typeof laneCard>} card
   * @param {number} moment
   * @param {number | null} place
   */
  _showLane({ lane, board, figures, verdict, element }, moment, place) {
    if (lane.length) board.cells = lane.cells(moment);
    for (const name of FIGURES) {
      const value = lane[name][moment] ?? null;
      figures[name].textContent = value === null ? "–" : whole(value);
    }
    const isDone = lane.isDone(moment);
    const isFirst = isDone && place === 1;
    const isShortest = this._shortest !== null && lane.cost !== null && lane.cost <= this._shortest;
    element.classList.toggle("winner", isFirst && isShortest);
    element.classList.toggle("longer", isFirst && !isShortest);
    verdict.textContent = isDone ? this._verdict(lane, place) : "Searching…";
  }

  /** @type {(lane: Lane, place: number | null) => string} */
  _verdict({ cost, status, seconds: time }, place) {
    if (!place || cost === null) return `Ended without a path (${words(status)}).`;
    const took = this._measure === "time" ? ` in ${seconds(time)}` : "";
    const path = `${PLACES[place]} by ${this._measure}${took}: a path of ${whole(cost)} moves`;
    if (this._shortest === null) return `${path}; whether a shorter one exists is not known.`;
    if (cost <= this._shortest) return `${path}, a shortest one.`;
    return `${path}, ${whole(cost - this._shortest)} more than the shortest.`;
  }
}

/**
 * @param {string} title
 * @param {Lane} lane
 * @param {{shape: Shape, cells: Cells, goal: Cells}} position
 * @param {number} at
 */
function laneCard(title, lane, position, at) {
  // Boards leap from node to node; gliding tiles would only blur them.
  const board = h("slide-board.lane-board", { readonly: true, instant: true, label: "Board" });
  board.set(position);
  const verdict = h("p.lane-verdict");
  const figures = Object.fromEntries(FIGURES.map((name) => [name, h("dd")]));
  const swatch = h("span.swatch", { "aria-hidden": "true" });
  const { color, dash } = look(at).line;
  swatch.style.borderTop = `3px ${STROKES[dash]} ${color}`;
  const element = h(
    "div.card.lane",
    { role: "group", "aria-label": `Lane: ${title}` },
    h("div.row.tight.lane-head", swatch, h("h2", title)),
    verdict,
    board,
    h(
      "dl.counters",
      FIGURES.map((name) => h("div", h("dt", TITLES[name]), figures[name])),
    ),
  );
  return { title, lane, board, verdict, figures, element };
}

/**
 * Search again on the textbook engine, with a trace of each search.
 * @param {string[]} rows
 * @param {RowPlan[]} plans what each row stands for
 * @param {Problem} asked
 * @param {{signal: AbortSignal, onprogress: (words: string) => void}} follow
 * @returns {Promise<Recorded[]>}
 */
export async function recordLanes(rows, plans, asked, { signal, onprogress }) {
  const { cells, shape, goal } = requestBody(asked);
  let done = 0;
  const record = async (/** @type {string} */ row, /** @type {number} */ at) => {
    const body = { cells, shape, goal, ...plans[at].searches[0], engine: "textbook" };
    const lane = new Lane(await runJob("trace", body, { signal }));
    onprogress(`${++done} of ${rows.length} recorded`);
    return { row, lane, promises: plans[at].promises_shortest };
  };
  return Promise.all(rows.map(record));
}
