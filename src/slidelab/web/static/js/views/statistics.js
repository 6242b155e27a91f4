// Statistics: averages of the recorded searches, by search and by path cost, and one plot.

import { backend } from "../backend/chosen.js";
import { fetchCatalogue } from "../backend/jobs.js";
import { shapeText } from "../puzzle/grid.js";
import { statistics as kept, problem } from "../store.js";
import { download, field, h, seconds, segmented, select, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { look, plot, plotFigure } from "../ui/plots.js";
import { COMMON_SIZES } from "../ui/size-field.js";
import { SortableTable } from "../ui/table.js";
import { View } from "../ui/view.js";
import { words } from "../ui/words.js";
import { label, MEASURES, series, summaries } from "./statistics-summary.js";

const MOST_SERIES = 20; // more would need marks that nobody can tell apart
const LONGEST = 200; // moves; the paths of depth-first search would squeeze all others

export const create = () => new StatisticsView();

class StatisticsView extends View {
  constructor() {
    super();
    if (!kept.value.filters)
      this._keep({ filters: { shape: shapeText(problem.shape), preset: problem.value.preset } });
    this.filters = h("div.row.compare-bar");
    this.status = h("div.trials", { role: "status" });
    this.summary = new SortableTable("Averages by search", [...columns((row) => row.label)], {
      sort: { key: "expanded", down: false },
    });
    this.list = new SortableTable("Averages by search and path cost", [
      ...columns((row) => label(row, this.rows, this.algorithms), "_mean"),
    ]);
    this.figure = plotFigure("Recorded searches by path cost");
    this.figure.element.hidden = true;
    this.note = h("p.note");
    this.found = h(
      "div.stack",
      { hidden: true },
      h("div.card.table-card", this.summary.element),
      h("details", h("summary", "By path cost"), h("div.card.table-card", this.list.element)),
      h(
        "div.row",
        h("button", { onclick: () => this._plot() }, "Draw the plot"),
        segmented("What to plot", MEASURES, kept.value.measure, (measure) => {
          this._keep({ measure });
          if (!this.figure.element.hidden) this._plot();
        }),
        h(
          "button.small.push",
          { onclick: () => download("slidelab-statistics.csv", this.csv, "text/csv") },
          "CSV",
        ),
      ),
      this.figure.element,
      this.note,
    );
    this.element = h(
      "div.view.statistics",
      h(
        "header.view-head",
        h(
          "div",
          h("h1", "Statistics"),
          h(
            "p",
            backend.hasServer
              ? "Averages of every recorded search, here or on the command line of this machine."
              : "Averages of every search on this page, recorded in this browser.",
          ),
        ),
      ),
      h(
        "details.filters",
        { open: matchMedia("(min-width: 721px)").matches },
        h("summary", "Filters"),
        this.filters,
      ),
      this.status,
      this.found,
    );
    this._start();
  }

  async _start() {
    try {
      const { algorithms, heuristics, presets } = await fetchCatalogue();
      this.algorithms = algorithms;
      const named = (pages) => pages.map(({ name, title }) => [name, title ?? words(name)]);
      const filter = (title, key, options) => {
        const onchange = (value) => {
          this._keep({ filters: { ...kept.value.filters, [key]: value } });
          this._load();
        };
        const chosen = kept.value.filters[key] ?? "";
        return field(title, select([["", "any"], ...options], chosen, onchange));
      };
      this.filters.replaceChildren(
        filter(
          "Size",
          "shape",
          COMMON_SIZES.map((name) => [name, name.replace("x", " × ")]),
        ),
        filter("Algorithm", "algorithm", named(algorithms)),
        filter("Heuristic", "heuristic", named(heuristics)),
        filter("Counted as", "preset", named(presets)),
      );
      await this._load();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
    }
  }

  /** Searches elsewhere may have been recorded meanwhile. */
  open() {
    if (this.algorithms) this._load();
  }

  _keep(changes) {
    kept.set({ ...kept.value, ...changes });
  }

  async _load() {
    const { filters } = kept.value;
    const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
    try {
      const { rows, trials, recording, csv } = await backend.stats(chosen);
      if (filters !== kept.value.filters) return; // others were chosen meanwhile
      this.rows = rows;
      this.csv = csv;
      this.found.hidden = !rows.length;
      this.status.replaceChildren(
        rows.length
          ? h("p.note", `${whole(trials ?? 0)} trials`)
          : h("div.empty.stack", ...none(recording)),
      );
      this.summary.set(summaries(rows, this.algorithms));
      this.list.set(rows);
      if (!this.figure.element.hidden) await this._plot();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
    }
  }

  async _plot() {
    const { measure } = kept.value;
    const [, title] = MEASURES.find(([key]) => key === measure);
    const short = this.rows.filter(({ cost }) => cost === null || cost <= LONGEST);
    const all = series(short, measure, this.algorithms);
    const drawn = all.slice(0, MOST_SERIES);
    const below = 20 * drawn.length; // a line of the legend for each
    this.figure.element.hidden = false;
    this.note.textContent = [
      all.length > drawn.length && "Only the twenty searches with the most trials are drawn.",
      short.length < this.rows.length && `Paths of more than ${LONGEST} moves are not drawn.`,
    ]
      .filter(Boolean)
      .join(" ");
    try {
      await plot(this.figure.area, () => ({
        traces: drawn.map(([name, group], at) => ({
          type: "scatter",
          mode: "lines+markers",
          name,
          ...look(at),
          x: group.map(({ cost }) => cost),
          y: group.map(({ mean }) => mean),
          customdata: group.map(({ trials }) => trials),
          hovertemplate:
            "<b>%{fullData.name}</b><br>path cost %{x}: %{y:,.4~g}<br>%{customdata} trials<extra></extra>",
        })),
        layout: {
          title: { text: `${title}, mean`, font: { size: 14 } },
          height: 380 + below,
          margin: { l: 50, r: 16, t: 40, b: 70 + below },
          hovermode: "closest",
          xaxis: { title: { text: "path cost" } },
          yaxis: { type: "log" },
          legend: { yref: "container", y: 0, yanchor: "bottom", x: 0 },
        },
      }));
    } catch (error) {
      this.note.replaceChildren(problemBox(error));
    }
  }
}

const none = (recording) =>
  recording === false
    ? [h("p", "Recording is off, so searches are not recorded.")]
    : [
        h("p", "No trials for these filters yet. Every search on this page is recorded."),
        h("p", h("a.button", { href: "#/compare" }, "Compare algorithms")),
      ];

/** The columns of a table of averages, whose means have keys that end alike. */
function columns(name, ending = "") {
  const mean = (key, title, write) => ({
    key: `${key}${ending}`,
    title,
    show: (row) => (row[`${key}${ending}`] === null ? "–" : write(row[`${key}${ending}`])),
  });
  const cost = (row) => (row.cost === null ? words(row.status) : average(row.cost));
  return [
    { key: "label", title: "Search", value: name, show: name },
    { key: "cost", title: "Path cost", show: cost },
    mean("seconds", "Time", seconds),
    mean("expanded", "Expanded", average),
    mean("max_depth", "Depth", average),
    { key: "trials", title: "Trials", show: ({ trials }) => whole(trials) },
  ];
}

/** Write a mean of whole numbers: small ones with a decimal. */
const average = (value) =>
  value < 100 && !Number.isInteger(value) ? value.toFixed(1) : whole(value);
