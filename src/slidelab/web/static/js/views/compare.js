// Compare: "try all" fills a table as results come in; plots and files come from the same rows.

import { fetchCatalogue } from "../net/client.js";
import { runSearch } from "../net/search.js";
import { problem } from "../problem.js";
import { requestBody } from "../puzzle/link.js";
import { asJson, joinTables } from "../puzzle/writing.js";
import { download, field, h, seconds, select, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { SortableTable } from "../ui/table.js";
import { words } from "../ui/words.js";
import { comparePlots, MEASURES } from "./compare-plots.js";

const AT_ONCE = 2; // the server has a queue for everyone; one page should not fill it

const csvOf = ({ files }) => files["result.csv"];

export function open() {
  const view = new CompareView();
  return { element: view.element, close: () => view._abort?.abort() };
}

class CompareView {
  constructor() {
    this.status = h("p", { class: "note", role: "status" });
    this.begin = h(
      "button",
      { type: "button", class: "primary", onclick: () => this._run() },
      "Try all",
    );
    this.stop = h(
      "button",
      { type: "button", disabled: true, onclick: () => this._abort?.abort() },
      "Stop",
    );
    this.plots = h("div", { class: "plots" });
    this.choices = h("div", { class: "row compare-bar" });
    this.table = new SortableTable("Results by algorithm", this._columns(), {
      rowClass: (row) => (row.chosen ? "" : "muted"),
    });
    const save = (label, name, text, type) =>
      h(
        "button",
        { type: "button", class: "small", onclick: () => download(name, text(), type) },
        label,
      );
    this.element = h(
      "div",
      { class: "view compare", "data-needs-server": "" },
      h(
        "header",
        { class: "view-head" },
        h(
          "div",
          {},
          h("h1", {}, "Compare"),
          h(
            "p",
            {},
            "Every algorithm on this board, one row each. Ten seconds at most for each of them.",
          ),
        ),
      ),
      this.choices,
      h("div", { class: "card table-card" }, this.table.element),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: () => this._plot() }, "Draw the plots"),
        h("span", { class: "note push" }, "Save as"),
        save("CSV", "compare.csv", () => joinTables(this._results().map(csvOf)), "text/csv"),
        save("JSON", "compare.json", () => asJson(this._results()), "application/json"),
      ),
      this.plots,
    );
    this._start();
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
    } catch (error) {
      this.choices.replaceChildren(problemBox(error));
      return;
    }
    const { heuristics, presets } = this.catalogue;
    this.choices.replaceChildren(
      this.begin,
      this.stop,
      field(
        "Heuristic",
        select(
          heuristics.map(({ name }) => [name, words(name)]),
          problem.value.heuristic,
          (heuristic) => problem.update({ heuristic }),
        ),
      ),
      field(
        "Preset",
        select(
          presets.map(({ name }) => [name, name]),
          problem.value.preset,
          (preset) => problem.update({ preset, conventions: {} }),
        ),
      ),
      this.status,
    );
    this.rows = this.catalogue.algorithms.map((algorithm) => ({
      algorithm: algorithm.name,
      title: algorithm.title,
      informed: algorithm.informed,
      chosen: true,
      state: "",
    }));
    this.table.set(this.rows);
  }

  _columns() {
    const number =
      (key, show = whole) =>
      (row) => {
        if (row[key] === undefined || row[key] === null) return "–";
        const highest = Math.max(...this.rows.map((other) => other[key] ?? 0));
        const bar = h("span", { class: "bar" });
        // Searches differ by powers of ten; bars of plain length would show one and hide the rest.
        const small = key === "seconds" ? 1e-5 : 1;
        bar.style.width = `${highest > 0 ? (100 * Math.log1p(row[key] / small)) / Math.log1p(highest / small) : 0}%`;
        return h("span", {}, show(row[key]), bar);
      };
    return [
      { key: "title", title: "Algorithm", show: (row) => this._pick(row) },
      { key: "state", title: "State" },
      { key: "cost", title: "Path cost", show: number("cost") },
      { key: "seconds", title: "Time", show: number("seconds", seconds) },
      { key: "expanded", title: "Expanded", show: number("expanded") },
      { key: "generated", title: "Generated", show: number("generated") },
      { key: "max_frontier", title: "Largest frontier", show: number("max_frontier") },
      { key: "max_depth", title: "Maximum depth", show: number("max_depth") },
    ];
  }

  _pick(row) {
    const box = h("input", {
      type: "checkbox",
      checked: row.chosen,
      onchange: () => this._choose(row, box.checked),
    });
    return h("label", { class: "check" }, box, row.title);
  }

  _choose(row, chosen) {
    row.chosen = chosen;
    this.table.draw();
    if (this.plots.childElementCount) this._plot();
  }

  async _run() {
    this._abort?.abort();
    this._abort = new AbortController();
    const { signal } = this._abort;
    const waiting = this.rows.filter((row) => row.chosen);
    for (const row of waiting) {
      for (const { key } of [...MEASURES, { key: "generated" }, { key: "result" }]) delete row[key];
      row.state = "waiting";
    }
    this.table.draw();
    this.begin.disabled = true;
    this.stop.disabled = false;
    let done = 0;
    const next = async () => {
      const row = waiting.shift();
      if (!row || signal.aborted) return;
      await this._one(row, signal);
      done++;
      this.status.textContent = `${done} of ${done + waiting.length} done`;
      this.table.draw();
      await next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    for (const row of this.rows)
      if (row.state === "waiting" || row.state === "searching") row.state = "stopped";
    this.table.draw();
    this.begin.disabled = false;
    this.stop.disabled = true;
    this.status.textContent = signal.aborted ? "Stopped." : `All ${done} done.`;
    if (this.plots.childElementCount) this._plot();
  }

  async _one(row, signal) {
    row.state = "searching";
    this.table.draw();
    const body = requestBody({ ...problem.value, algorithm: row.algorithm, parameters: {} });
    let drawn = 0;
    const onprogress = ({ counters }) => {
      if (signal.aborted) return;
      Object.assign(row, counters);
      if (performance.now() - drawn > 250) this.table.draw();
      drawn = performance.now();
    };
    try {
      const result = await runSearch(body, { signal, onprogress });
      const state = result.status.replace("-", " ");
      Object.assign(row, result.counters ?? {}, result, { result, state });
    } catch (error) {
      row.state = error.name === "AbortError" ? "stopped" : error.message;
    }
  }

  /** What came of the searches chosen, in the order of the table. */
  _results() {
    return this.table
      .sorted()
      .filter(({ chosen, result }) => chosen && result)
      .map(({ result }) => result);
  }

  async _plot() {
    try {
      await comparePlots(
        this.plots,
        this.rows.filter((row) => row.chosen && row.expanded !== undefined),
      );
    } catch (error) {
      this.plots.replaceChildren(problemBox(error));
    }
  }
}
