// Statistics: what all trials on this machine say, by what was asked for and by path cost.

import { fetchCatalogue, get } from "../net/client.js";
import { field, h, seconds, select, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { plot } from "../ui/plots.js";
import { SortableTable } from "../ui/table.js";
import { words } from "../ui/words.js";

const SHAPES = ["2x2", "2x3", "3x3", "3x4", "4x4", "5x5"];
const VERSIONS = ["graph", "tree", "fixed", "random"];

export function open() {
  return { element: new StatisticsView().element };
}

class StatisticsView {
  constructor() {
    this.filters = {};
    this.bar = h("div", { class: "row compare-bar" });
    this.status = h("div", { role: "status" });
    this.plots = h("div", { class: "plots two" });
    this.csv = h("a", { class: "button small", download: "" }, "CSV");
    this.json = h("a", { class: "button small", download: "" }, "JSON");
    this.table = new SortableTable("Averages by search and path cost", [
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
      { key: "shape", title: "Shape" },
      { key: "engine", title: "Engine" },
      { key: "cost", title: "Path cost", show: (row) => row.cost ?? ended(row) },
      { key: "trials", title: "Trials", show: (row) => whole(row.trials) },
      { key: "seconds_mean", title: "Mean time", show: figure("seconds_mean", seconds) },
      { key: "seconds_median", title: "Median time", show: figure("seconds_median", seconds) },
      { key: "expanded_mean", title: "Mean expanded", show: figure("expanded_mean", whole) },
      {
        key: "max_frontier_mean",
        title: "Mean largest frontier",
        show: figure("max_frontier_mean", whole),
      },
    ]);
    this.card = h("div", { class: "card table-card", hidden: true }, this.table.element);
    this.actions = h(
      "div",
      { class: "row", hidden: true },
      h("button", { type: "button", onclick: () => this._plot() }, "Draw the plots"),
      h("span", { class: "note push" }, "Save as"),
      this.csv,
      this.json,
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
            "Averages of every trial kept on this machine, from this page and the command line.",
          ),
        ),
      ),
      this.bar,
      this.status,
      this.card,
      this.actions,
      this.plots,
    );
    this._start();
  }

  async _start() {
    try {
      const { algorithms, heuristics, presets, engines } = await fetchCatalogue();
      const any = (names) => [["", "any"], ...names.map((name) => [name, words(name)])];
      const filter = (title, key, names) =>
        field(
          title,
          select(any(names), "", (value) => this._filter(key, value)),
        );
      this.bar.replaceChildren(
        filter("Shape", "shape", SHAPES),
        filter(
          "Algorithm",
          "algorithm",
          algorithms.map(({ name }) => name),
        ),
        filter(
          "Heuristic",
          "heuristic",
          heuristics.map(({ name }) => name),
        ),
        filter(
          "Counted as",
          "preset",
          presets.map(({ name }) => name),
        ),
        filter("Version", "version", VERSIONS),
        filter("Engine", "engine", engines),
      );
      await this._load();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
    }
  }

  async _filter(key, value) {
    this.filters[key] = value;
    try {
      await this._load();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
    }
  }

  async _load() {
    const query = new URLSearchParams(Object.entries(this.filters).filter(([, value]) => value));
    const { rows, trials, recording } = await get(`/api/stats?${query}`);
    this.table.set(rows);
    this.csv.href = `/api/stats.csv?${query}`;
    this.json.href = `/api/stats.json?${query}`;
    this.card.hidden = this.actions.hidden = !rows.length;
    const none =
      recording === false
        ? "Recording is turned off, and nothing is kept."
        : "No trials yet. Every search on this page is kept from now on; try Compare.";
    this.status.replaceChildren(
      h(
        "p",
        { class: rows.length ? "note" : "empty" },
        rows.length ? `${whole(trials ?? 0)} trials` : none,
      ),
    );
    if (this.plots.childElementCount) await this._plot();
  }

  async _plot() {
    const measures = [
      ["expanded_mean", "Nodes expanded, mean"],
      ["seconds_mean", "Seconds, mean"],
    ];
    const figures = measures.map(([, title]) =>
      h("figure", { class: "card plot", role: "img", "aria-label": `Plot: ${title} by path cost` }),
    );
    this.plots.replaceChildren(...figures);
    try {
      await Promise.all(
        measures.map(([key, title], at) =>
          plot(figures[at], traces(this.table.rows, key), {
            title: { text: title, font: { size: 14 } },
            height: 420,
            xaxis: {
              title: { text: "path cost" },
              type: farApart(this.table.rows) ? "log" : "linear",
            },
            yaxis: { type: "log" },
            legend: { orientation: "h", y: -0.3 },
          }),
        ),
      );
    } catch (error) {
      this.plots.replaceChildren(problemBox(error));
    }
  }
}

/** A figure of a row; boards that were refused have none. */
function figure(key, write) {
  return (row) => (row[key] === null ? "–" : write(row[key]));
}

function ended({ status }) {
  return status === "unsolvable" ? "refused" : words(status);
}

/** The search of a row, with what tells it from the others. */
function label(row, rows) {
  const apart = ["counted_as", "shape", "goal", "engine"].filter((key) =>
    rows.some((other) => other[key] !== row[key]),
  );
  const parts = [row.algorithm, row.heuristic && words(row.heuristic), row.parameters];
  return [...parts, ...apart.map((key) => row[key])].filter(Boolean).join(", ");
}

/** Depth-first paths are thousands of moves long and would press all others into a corner. */
function farApart(rows) {
  const costs = rows.map(({ cost }) => cost).filter((cost) => cost > 0);
  return Math.max(...costs) > 200;
}

function traces(rows, key) {
  const groups = new Map();
  for (const row of rows) {
    if (row.cost === null) continue;
    const name = label(row, rows);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].map(([name, group]) => {
    const sorted = group.sort((one, other) => one.cost - other.cost);
    return {
      type: "scatter",
      mode: "lines+markers",
      name,
      x: sorted.map(({ cost }) => cost),
      y: sorted.map((row) => row[key]),
    };
  });
}
