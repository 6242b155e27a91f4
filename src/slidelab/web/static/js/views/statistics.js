// Statistics: averages of the recorded searches by algorithm and path cost, and one plot.

import { backend } from "../backend/chosen.js";
import { problem } from "../problem.js";
import { shapeText } from "../puzzle/grid.js";
import { Chart, seriesStyle } from "../ui/chart.js";
import { download, field, h, seconds, segmented, select, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { COMMON_SIZES } from "../ui/size-field.js";
import { SortableTable } from "../ui/table.js";
import { View, viewHead } from "../ui/view.js";
import { words } from "../ui/words.js";
import { costsOf, MEASURES, series, summaries } from "./statistics-summary.js";

/** @import { Measure, Summary } from "./statistics-summary.js" */

const MOST_SERIES = 20;
const LONGEST = 200; // moves; the paths of depth-first search would dwarf all others

/** Write a mean of whole numbers: small ones with a decimal. */
const average = (/** @type {number} */ value) =>
  value < 100 && !Number.isInteger(value) ? value.toFixed(1) : whole(value);

/** @type {import("../ui/table.js").Column<Summary>[]} */
const COLUMNS = [
  { key: "label", title: "Search" },
  { key: "cost", title: "Path cost", show: ({ cost }) => average(cost) },
  { key: "seconds", title: "Time", show: (row) => seconds(row.seconds) },
  { key: "expanded", title: "Expanded", show: (row) => average(row.expanded) },
  { key: "max_depth", title: "Depth", show: (row) => average(row.max_depth) },
  { key: "trials", title: "Trials", show: ({ trials }) => whole(trials) },
];

export default class StatisticsView extends View {
  /** @param {Catalogue} catalogue */
  constructor({ algorithms, heuristics, presets }) {
    super();
    this.algorithms = algorithms;
    /** @type {Record<string, string>} */
    this.chosen = { shape: shapeText(problem.shape), preset: problem.value.preset };
    /** @type {Measure} */
    this.measure = "expanded";
    /** @type {Averages[]} */
    this.rows = [];
    this.csv = "";
    this.status = h("div.trials", { role: "status" });
    this.cost = select([], "", () => this._list());
    this.table = new SortableTable("Averages by search", COLUMNS, {
      sort: { key: "expanded", down: false },
    });
    this.chart = new Chart("Recorded searches by path cost");
    const measures = segmented("What to plot", MEASURES, this.measure, (measure) => {
      this.measure = /** @type {Measure} */ (measure);
      this._plot();
    });
    const save = () => download("slidelab-statistics.csv", this.csv, "text/csv");
    this.found = h(
      "div.stack",
      { hidden: true },
      h("div.row", field("Path cost", this.cost)),
      h("div.card.table-card", this.table.element),
      h("div.row", measures, h("button.small.push", { onclick: save }, "CSV")),
      this.chart.element,
      h("p.note", `Shows the ${MOST_SERIES} searches with the most trials.`),
    );
    const recorded = backend.hasServer
      ? "Averages of every recorded search, here or on the command line of this machine."
      : "Averages of every search on this page, recorded in this browser.";
    const sizes = COMMON_SIZES.map((name) => [name, name.replace("x", " × ")]);
    this.element = h(
      "div.view.statistics",
      viewHead("Statistics", recorded),
      h(
        "div.row.fields",
        this._filter("Size", "shape", sizes),
        this._filter("Algorithm", "algorithm", named(algorithms)),
        this._filter("Heuristic", "heuristic", named(heuristics)),
        this._filter("Counted as", "preset", named(presets)),
      ),
      this.status,
      this.found,
    );
  }

  /** @type {(title: string, key: string, options: string[][]) => HTMLElement} */
  _filter(title, key, options) {
    const onchange = (/** @type {string} */ value) => {
      this.chosen = { ...this.chosen, [key]: value };
      this._load();
    };
    return field(title, select([["", "any"], ...options], this.chosen[key] ?? "", onchange));
  }

  /** Load again, since searches may have been recorded meanwhile. */
  open() {
    this._load();
  }

  async _load() {
    const { chosen } = this;
    const filters = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value));
    try {
      const { rows, trials, recording, csv } = await backend.stats(filters);
      if (chosen !== this.chosen) return; // others were chosen meanwhile
      Object.assign(this, { rows, csv });
      this.found.hidden = !rows.length;
      const words = h("p.note", `${whole(trials)} trials`);
      this.status.replaceChildren(rows.length ? words : h("div.empty.stack", none(recording)));
      const costs = costsOf(rows).map((cost) => h("option", { value: cost }, `${cost} moves`));
      this.cost.replaceChildren(h("option", { value: "" }, "any"), ...costs);
      this._list();
      if (rows.length) this._plot();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
    }
  }

  _list() {
    const cost = this.cost.value ? Number(this.cost.value) : null;
    this.table.set(summaries(this.rows, this.algorithms, cost));
  }

  _plot() {
    const title = MEASURES.find(([key]) => key === this.measure)?.[1];
    const short = this.rows.filter(({ cost }) => cost === null || cost <= LONGEST);
    const drawn = series(short, this.algorithms).slice(0, MOST_SERIES);
    const below = 20 * drawn.length; // a line of the legend for each
    const traces = drawn.map(([name, group], at) => ({
      type: "scatter",
      mode: "lines+markers",
      name,
      ...seriesStyle(at),
      x: group.map(({ cost }) => cost),
      y: group.map((row) => row[this.measure]),
      hovertemplate: "<b>%{fullData.name}</b><br>path cost %{x}: %{y:,.4~g}<extra></extra>",
    }));
    const layout = {
      title: { text: `${title}, mean`, font: { size: 14 } },
      height: 380 + below,
      margin: { l: 50, r: 16, t: 40, b: 70 + below },
      hovermode: "closest",
      xaxis: { title: { text: "path cost" } },
      yaxis: { type: "log" },
      legend: { yref: "container", y: 0, yanchor: "bottom", x: 0 },
    };
    this.chart.draw(() => ({ traces, layout }));
  }
}

/** @type {(pages: Page[]) => string[][]} */
const named = (pages) => pages.map(({ name, title }) => [name, title ?? words(name)]);

const none = (/** @type {boolean} */ recording) =>
  recording === false
    ? [h("p", "Recording is off, so searches are not recorded.")]
    : [
        h("p", "No trials for these filters yet. Every search on this page is recorded."),
        h("p", h("a.button", { href: "#/compare" }, "Compare algorithms")),
      ];
