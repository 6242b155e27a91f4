// Statistics: what all trials that were kept say, by what was asked for and by path cost.

import { backend } from "../backend/chosen.js";
import { fetchCatalogue } from "../backend/jobs.js";
import { shapeText } from "../puzzle/grid.js";
import { statistics as kept, problem } from "../store.js";
import { download, field, h, redraw, seconds, segmented, select, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { COMMON_SIZES } from "../ui/size-field.js";
import { SortableTable } from "../ui/table.js";
import { View } from "../ui/view.js";
import { words } from "../ui/words.js";
import { apart, MEASURES, pivot } from "./statistics-pivot.js";
import { statisticsPlots } from "./statistics-plots.js";
import { costsOf, summaries } from "./statistics-summary.js";

const VERSIONS = ["graph", "tree", "fixed", "random"];

export const create = () => new StatisticsView();

class StatisticsView extends View {
  constructor() {
    super();
    // First what belongs to the problem at hand; each filter can be opened.
    if (!kept.value.filters)
      this._look({ filters: { shape: shapeText(problem.shape), preset: problem.value.preset } });
    this.bar = h("div", { class: "row compare-bar" });
    this.status = h("div", { class: "trials", role: "status" });
    this.plots = h("div", { class: "plots two" });
    const file = (kind) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          onclick: () => download(`slidelab-statistics.${kind.toLowerCase()}`, this._files[kind]),
        },
        kind,
      );
    this.list = listOfAll();
    this.cost = h("div", {});
    this.summary = summaryTable();
    this.pivot = h("div", {});
    this.apart = h("div", { class: "stack" });
    this.found = h(
      "div",
      { class: "stack", hidden: true },
      h("div", { class: "card table-card" }, this.summary.element),
      h("h2", {}, "By path cost"),
      h(
        "div",
        { class: "row" },
        segmented("What to show", MEASURES, kept.value.measure, (measure) => {
          this._look({ measure });
          this._draw();
        }),
      ),
      h("div", { class: "card table-card" }, this.pivot),
      this.apart,
      h(
        "details",
        {},
        h("summary", {}, "Every average as a list"),
        h("div", { class: "card table-card" }, this.list.element),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              this._look({ plots: true });
              this._plot();
            },
          },
          "Draw the plots",
        ),
        h("span", { class: "note push" }, "Save as"),
        file("CSV"),
        file("JSON"),
      ),
    );
    this.element = h(
      "div",
      { class: "view statistics", "data-needs-server": "" },
      h(
        "header",
        { class: "view-head" },
        h(
          "div",
          {},
          h("h1", {}, "Statistics"),
          h(
            "p",
            {},
            backend.hasServer
              ? "Averages of every trial that was kept, here or on the command line of this machine."
              : "Averages of every search on this page, kept in this browser.",
          ),
        ),
      ),
      h(
        "details",
        {
          class: "filters",
          open: matchMedia("(min-width: 721px) and (min-height: 481px)").matches,
        },
        h("summary", {}, "Filters"),
        this.bar,
      ),
      this.status,
      this.found,
      this.plots,
    );
    this._start();
  }

  async _start() {
    try {
      const { algorithms, heuristics, presets, engines } = await fetchCatalogue();
      this.algorithms = algorithms;
      const named = (pages) => pages.map(({ name, title }) => [name, title ?? words(name)]);
      const plain = (list) => list.map((name) => [name, name.replace(/(\d)x(\d)/, "$1 × $2")]);
      const filter = (title, key, options) =>
        field(
          title,
          select([["", "any"], ...options], kept.value.filters[key] ?? "", (value) =>
            this._filter(key, value),
          ),
        );
      this.bar.replaceChildren(
        filter("Size", "shape", plain(COMMON_SIZES)),
        filter("Algorithm", "algorithm", named(algorithms)),
        filter("Heuristic", "heuristic", named(heuristics)),
        filter("Counted as", "preset", named(presets)),
        filter("Version", "version", plain(VERSIONS)),
        filter("Engine", "engine", plain(engines)),
        this.cost,
      );
      await this._load();
      if (kept.value.plots) await this._plot();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
    }
  }

  _look(changes) {
    kept.set({ ...kept.value, ...changes });
  }

  async _filter(key, value) {
    this._look({ filters: { ...kept.value.filters, [key]: value } });
    try {
      await this._load();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
    }
  }

  async _load() {
    const { filters } = kept.value;
    const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
    if (!this.rows) this.status.replaceChildren(h("p", { class: "note" }, "Adding up the trials…"));
    const { rows, trials, recording, csv } = await backend.stats(chosen);
    if (filters !== kept.value.filters) return; // meanwhile another was chosen
    this.rows = rows;
    this._files = { CSV: csv, JSON: `${JSON.stringify(rows, null, 1)}\n` };
    this.found.hidden = !rows.length;
    this.status.replaceChildren(
      rows.length
        ? h("p", { class: "note" }, `${whole(trials ?? 0)} trials`)
        : h("div", { class: "empty stack" }, ...none(recording)),
    );
    this._draw();
  }

  _draw() {
    this._drawSummary();
    this.pivot.replaceChildren(pivot(this.rows, kept.value.measure, this.algorithms));
    this.apart.replaceChildren(...apart(this.rows, this.algorithms));
    this.list.set(this.rows);
    if (this.plots.childElementCount) this._plot();
  }

  /** The averages of every search, over all path costs or those of one. */
  _drawSummary() {
    const costs = costsOf(this.rows);
    const chosen = costs.includes(kept.value.cost) ? kept.value.cost : null;
    const options = [["", "any"], ...costs.map((cost) => [String(cost), whole(cost)])];
    const choose = (text) => {
      this._look({ cost: text === "" ? null : Number(text) });
      this._drawSummary();
    };
    redraw(this.cost, field("Path cost", select(options, String(chosen ?? ""), choose)));
    this.summary.set(summaries(this.rows, this.algorithms, chosen));
  }

  async _plot() {
    try {
      await statisticsPlots(this.plots, this.rows, this.algorithms, kept.value.measure);
    } catch (error) {
      this.plots.replaceChildren(problemBox(error));
    }
  }
}

/** What is said where there are no trials. */
const none = (recording) =>
  recording === false
    ? [h("p", {}, "Recording is off, so no trials are kept.")]
    : [
        h("p", {}, "No trials for these filters yet. Every search on this page is kept."),
        h("p", {}, h("a", { class: "button", href: "#/compare" }, "Compare algorithms")),
      ];

function summaryTable() {
  return new SortableTable(
    "Averages by search",
    [
      { key: "label", title: "Search" },
      { key: "cost", title: "Path cost", show: ({ cost }) => average(cost) },
      { key: "seconds", title: "Time", show: ({ seconds: time }) => seconds(time) },
      { key: "expanded", title: "Expanded", show: ({ expanded }) => average(expanded) },
      { key: "max_depth", title: "Depth", show: ({ max_depth: depth }) => average(depth) },
      { key: "trials", title: "Trials", show: ({ trials }) => whole(trials) },
    ],
    { sort: { key: "expanded", down: false } },
  );
}

/** A mean of whole numbers: small ones with a decimal. */
const average = (value) =>
  value < 100 && !Number.isInteger(value) ? value.toFixed(1) : whole(value);

function listOfAll() {
  const mean = (key, title, write) => ({
    key,
    title,
    show: (row) => (row[key] === null ? "–" : write(row[key])),
  });
  return new SortableTable("Averages by search and path cost", [
    {
      key: "algorithm",
      title: "Algorithm",
      show: (row) => [row.algorithm, row.parameters].filter(Boolean).join(", "),
    },
    {
      key: "heuristic",
      title: "Heuristic",
      show: (row) => (row.heuristic ? words(row.heuristic) : "–"),
    },
    { key: "counted_as", title: "Counted as" },
    { key: "shape", title: "Size" },
    { key: "engine", title: "Engine" },
    {
      key: "cost",
      title: "Path cost",
      show: (row) => (row.cost === null ? ended(row) : whole(row.cost)),
    },
    { key: "trials", title: "Trials", show: (row) => whole(row.trials) },
    mean("seconds_mean", "Mean time", seconds),
    mean("seconds_median", "Median time", seconds),
    mean("expanded_mean", "Mean expanded", whole),
    mean("expanded_median", "Median expanded", whole),
    mean("max_frontier_mean", "Mean largest frontier", whole),
  ]);
}

const ended = ({ status }) => (status === "unsolvable" ? "refused" : words(status));
