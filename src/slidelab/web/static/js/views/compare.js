// Compare: rows of searches on the same board; the table fills as results come in, and plots and
// files come from the same rows. A row is written as `slidelab compare --row` takes it.

import { fetchCatalogue, post } from "../net/client.js";
import { runSearch } from "../net/search.js";
import { findShortest } from "../net/shortest.js";
import { asJson, joinTables } from "../puzzle/export.js";
import { goalCells, shapeText } from "../puzzle/grid.js";
import { requestBody, rowsBody, sameProblem } from "../puzzle/link.js";
import { comparisonPiece } from "../puzzle/piece.js";
import { isSolvable } from "../puzzle/solvability.js";
import { comparison, problem } from "../store.js";
import { countedAs } from "../ui/conventions.js";
import { download, h } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { RowField } from "../ui/row-field.js";
import { staleBanner } from "../ui/stale-banner.js";
import { SortableTable } from "../ui/table.js";
import { View } from "../ui/view.js";
import { mean, outcome, spread, valuesOf } from "./compare-figures.js";
import { comparePlots } from "./compare-plots.js";
import { myProgram } from "./my-program.js";

const AT_ONCE = 2; // the server has a queue for everyone; one page should not fill it
const DRAWN_EVERY = 200; // milliseconds between two looks at searches under way

const FIGURES = [
  ["cost", "Path cost"],
  ["seconds", "Time"],
  ["expanded", "Expanded"],
  ["generated", "Generated"],
  ["max_frontier", "Largest frontier"],
  ["max_depth", "Maximum depth"],
];

export const create = () => new CompareView();

/** What a comparison is about: its rows name their algorithms. */
const askedOf = (value) => ({ ...value, algorithm: "auto", parameters: {} });

class CompareView extends View {
  constructor() {
    super();
    this.status = h("p", { class: "note", role: "status" });
    this.engine = h("p", { class: "note" });
    this.begin = h(
      "button",
      { type: "button", class: "primary", onclick: () => this._run() },
      "Try all",
    );
    this.rest = h(
      "button",
      { type: "button", hidden: true, onclick: () => this._run(true) },
      "Try the rest",
    );
    this.stop = h(
      "button",
      { type: "button", disabled: true, onclick: () => this._abort?.abort() },
      "Stop",
    );
    this.earlier = h("div", { hidden: true });
    this.problem = h("div", {});
    this.plots = h("div", { class: "plots" });
    this.adding = h("div", {});
    /** The counters of searches under way, by row. */
    this.counting = new Map();
    this.table = new SortableTable("Results by row", this._columns(), {
      rowClass: (row) => (row.chosen ? "" : "muted"),
      sort: { key: "expanded", down: false },
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
      h("h1", { class: "hidden-text" }, "Compare"),
      h(
        "div",
        { class: "actions row" },
        this.begin,
        this.rest,
        this.stop,
        this.status,
        this.engine,
      ),
      this.problem,
      this.earlier,
      h("div", { class: "card table-card" }, this.table.element),
      this.adding,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              comparison.set({ ...comparison.value, plots: true });
              this._plot();
            },
          },
          "Draw the plots",
        ),
        h("span", { class: "note push" }, "Save as"),
        save("CSV", "compare.csv", () => joinTables(this._results().map(csvOf)), "text/csv"),
        save("JSON", "compare.json", () => asJson(this._results()), "application/json"),
      ),
      this.plots,
      myProgram(),
    );
    this._start();
  }

  extras() {
    return { rows: comparison.value.rows ?? [] };
  }

  piece() {
    const { asked } = comparison.value;
    const rows = this.rows?.flatMap(({ text, results }) =>
      results.map((one) => ({ ...one, label: text, outcome: one.status })),
    );
    if (!asked || !rows?.length) return super.piece();
    const { cells: start, shape, goal } = asked;
    return comparisonPiece({
      shape: shapeText(shape),
      start,
      goal: goalCells(goal, shape),
      rows: rows.map(({ files, ...row }) => ({
        ...row,
        frontier: row.max_frontier,
        moves: row.moves ?? null,
      })),
    });
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
    } catch (error) {
      this.problem.replaceChildren(problemBox(error));
      return;
    }
    const field = new RowField(this.catalogue, {
      label: "Add a row",
      onadd: (text) => this._add(text),
    });
    this.adding.replaceChildren(field.element);
    comparison.addEventListener("change", () => this._draw());
    problem.addEventListener("change", () => this._draw());
    this._draw();
    const { running, plots } = comparison.value;
    if (plots) this._plot();
    if (running && this.earlier.hidden) this._run(true); // when the page was reloaded
  }

  get _texts() {
    return comparison.value.rows ?? this.catalogue.algorithms.map(({ name }) => name);
  }

  /** The rows as the table shows them. */
  _rows() {
    const { left, done } = comparison.value;
    return this._texts.map((text) => {
      const found = done[text];
      const state = this.waiting?.has(text) ? "waiting" : (found?.failed ?? "");
      const under = this.counting.get(text);
      return {
        text,
        chosen: !left.includes(text),
        results: found?.results ?? [],
        counted: found?.counted_as ?? null,
        counting: under ?? null,
        state: under
          ? "searching"
          : found?.results?.length && !state
            ? outcome(found.results)
            : state,
      };
    });
  }

  _draw() {
    const { asked, done } = comparison.value;
    this.rows = this._rows();
    this.table.set(this.rows);
    const engines = new Set(this.rows.flatMap(({ results }) => results.map((one) => one.engine)));
    this.engine.textContent = engines.size ? `Engine: ${[...engines].join(" and ")}.` : "";
    const stale = asked && !sameProblem(asked, askedOf(problem.value));
    this.earlier.hidden = !stale;
    this.earlier.replaceChildren(...(stale ? [staleBanner(asked)] : []));
    const open = this.rows.filter(({ chosen, text }) => chosen && !done[text]?.results).length;
    this.rest.hidden = Boolean(stale) || this.running || !open || open === this.rows.length;
    this.rest.textContent = `Try the rest (${open})`;
  }

  _columns() {
    const figure = ([key, title]) => ({
      key,
      title,
      // Rows under way stay below: nothing leaps about while it counts.
      value: ({ results }) => {
        const values = valuesOf(results, key);
        return values.length ? mean(values) : null;
      },
      show: (row) => this._figure(row, key),
    });
    return [
      {
        key: "text",
        title: "Search",
        show: (row) => this._pick(row),
      },
      { key: "state", title: "State" },
      ...FIGURES.map(figure),
      { key: "remove", title: "Remove", plain: true, show: (row) => this._remove(row) },
    ];
  }

  _figure({ results, counting }, key) {
    if (counting) return key === "cost" ? null : spread(valuesOf([counting], key), key);
    const values = valuesOf(results, key);
    if (!values.length) return null;
    const highest = Math.max(...this.rows.map((row) => Math.max(0, ...valuesOf(row.results, key))));
    const bar = h("span", { class: "bar" });
    // Searches differ by powers of ten; bars of plain length would show one and hide the rest.
    const small = key === "seconds" ? 1e-5 : 1;
    const part = Math.log1p(mean(values) / small) / Math.log1p(highest / small);
    bar.style.width = `${highest > 0 ? 100 * part : 0}%`;
    return h(
      "span",
      {},
      spread(values, key),
      key === "cost" ? this._over(mean(values)) : null,
      bar,
    );
  }

  /** Whether a path is a shortest one, or by how much it is longer. */
  _over(cost) {
    const { shortest } = comparison.value;
    if (shortest === null) return null;
    if (cost <= shortest) return h("span", { class: "shortest" }, " shortest");
    return h(
      "span",
      { class: "note" },
      ` +${(cost - shortest).toLocaleString("en", { maximumFractionDigits: 1 })}`,
    );
  }

  _pick({ text, chosen, counted }) {
    const { left } = comparison.value;
    const box = h("input", {
      type: "checkbox",
      checked: chosen,
      onchange: () =>
        this._change({
          left: box.checked ? left.filter((other) => other !== text) : [...left, text],
        }),
    });
    const [name, ...special] = text.split(" ");
    const title = this.catalogue.algorithms.find((one) => one.name === name)?.title ?? name;
    // What all rows share stands in the bar above; here is only what sets this one apart.
    const apart = counted && counted !== countedAs(this.catalogue) ? `Counted as ${counted}` : null;
    return h(
      "div",
      { class: "row-name" },
      h("label", { class: "check" }, box, [title, ...special].join(" ")),
      apart ? h("p", { class: "note" }, apart) : null,
    );
  }

  _remove({ text }) {
    return h(
      "button",
      {
        type: "button",
        class: "quiet icon-only",
        "aria-label": `Remove the row ${text}`,
        onclick: () => this._change({ rows: this._texts.filter((other) => other !== text) }),
      },
      "×",
    );
  }

  _change(changes) {
    comparison.set({ ...comparison.value, ...changes });
    if (this.plots.childElementCount) this._plot();
  }

  /** Adds a row once the server understands it; throws where it does not. */
  async _add(text) {
    if (this._texts.includes(text)) throw new Error("This row is there already.");
    await this._plan([text]);
    this._change({ rows: [...this._texts, text] });
  }

  /** What the rows stand for, all on one engine. */
  async _plan(rows) {
    return (await post("/api/rows", rowsBody(problem.value, rows))).rows;
  }

  async _run(rest = false) {
    this._abort?.abort();
    const abort = new AbortController();
    this._abort = abort;
    const chosen = this.rows.filter((row) => row.chosen).map(({ text }) => text);
    this.problem.replaceChildren();
    this._busy(true);
    try {
      const all = await this._plan(chosen);
      const plans = new Map(chosen.map((text, at) => [text, all[at]]));
      const done = rest ? sameEngines(comparison.value.done, plans) : {};
      for (const text of chosen) if (done[text]?.results) plans.delete(text);
      const shortest = rest ? comparison.value.shortest : null;
      comparison.set({ ...comparison.value, asked: askedOf(problem.value), shortest, done });
      await this._searches(plans, abort.signal);
      await this._findShortest(abort.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.problem.replaceChildren(problemBox(error));
    }
    if (this._abort === abort) this._busy(false);
    if (this.plots.childElementCount) this._plot();
  }

  async _searches(plans, signal) {
    this.waiting = new Set(plans.keys());
    let done = 0;
    const next = async () => {
      const [text] = this.waiting;
      if (!text || signal.aborted) return;
      this.waiting.delete(text);
      await this._one(text, plans.get(text), signal);
      done++;
      this.status.textContent = `${done} of ${plans.size} done`;
      await next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    this.waiting = null;
    this.status.textContent = signal.aborted ? "Stopped." : `All ${done} done.`;
  }

  /** The searches of a row, one after another; their counts are shown as they grow. */
  async _one(text, plan, signal) {
    const { asked } = comparison.value;
    const { cells, shape, goal } = requestBody(asked);
    const force = !isSolvable(problem.cells, problem.goal, problem.shape);
    const results = [];
    this.counting.set(text, {});
    let drawn = 0;
    const onprogress = (progress) => {
      if (signal.aborted) return;
      this.counting.set(text, progress.counters);
      if (performance.now() - drawn < DRAWN_EVERY) return;
      drawn = performance.now();
      this._draw();
    };
    this._draw();
    let failed = null;
    try {
      for (const search of plan.searches) {
        const body = { cells, shape, goal, force, repeat: true, ...search };
        results.push(withoutPaths(await runSearch(body, { signal, onprogress })));
      }
    } catch (error) {
      failed = error.name === "AbortError" ? "stopped" : error.message;
    }
    this.counting.delete(text);
    const { counted_as, promises_shortest } = plan;
    const found = failed ? { failed } : { results, counted_as, promises_shortest };
    const { done } = comparison.value;
    comparison.set({ ...comparison.value, done: { ...done, [text]: found } });
  }

  async _findShortest(signal) {
    const { asked, done } = comparison.value;
    const found = Object.values(done).flatMap(({ results = [], promises_shortest: promises }) =>
      results.map(({ cost }) => ({ cost, promises })),
    );
    const shortest = signal.aborted ? null : await findShortest(asked, found, signal);
    comparison.set({ ...comparison.value, shortest });
  }

  _busy(busy) {
    this.running = busy;
    this.begin.disabled = busy;
    this.stop.disabled = !busy;
    comparison.set({ ...comparison.value, running: busy });
  }

  /** What came of the searches chosen, in the order of the table. */
  _results() {
    return this.table
      .sorted()
      .filter(({ chosen }) => chosen)
      .flatMap(({ results }) => results);
  }

  async _plot() {
    try {
      const rows = this.rows.filter(({ chosen, results }) => chosen && results.length);
      await comparePlots(this.plots, rows, comparison.value.shortest);
    } catch (error) {
      this.plots.replaceChildren(problemBox(error));
    }
  }
}

const csvOf = ({ files }) => files["result.csv"];

/** Those of the rows done that were searched on the engine that is planned now. */
function sameEngines(done, plans) {
  const kept = ([text, { results }]) => {
    const engine = plans.get(text)?.searches[0].engine;
    const any = engine === undefined || engine === "auto";
    return results?.every((result) => any || result.engine === engine);
  };
  return Object.fromEntries(Object.entries(done).filter(kept));
}

/** A result without the file that holds its path once more: what is kept should be small. */
function withoutPaths({ files, ...result }) {
  return { ...result, files: { "result.csv": files["result.csv"] } };
}
