// Compare: rows of searches on the same board; the table fills as results come in, and plots and
// files come from the same rows. A row is written as `slidelab compare --row` takes it.

import { backend } from "../backend/chosen.js";
import { fetchCatalogue } from "../backend/jobs.js";
import { findShortest } from "../backend/shortest.js";
import { isOwn } from "../own-code.js";
import { asJson, joinTables } from "../puzzle/export.js";
import { goalCells, shapeText } from "../puzzle/grid.js";
import { rowsBody, sameProblem } from "../puzzle/link.js";
import { comparisonPiece } from "../puzzle/piece.js";
import { rowSets } from "../puzzle/rows.js";
import { comparison, problem } from "../store.js";
import { download, h } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { RowField } from "../ui/row-field.js";
import { staleBanner } from "../ui/stale-banner.js";
import { View } from "../ui/view.js";
import { outcome } from "./compare-figures.js";
import { comparePlots } from "./compare-plots.js";
import { ComparisonRun } from "./compare-run.js";
import { CompareTable } from "./compare-table.js";
import { myProgram } from "./my-program.js";

export const create = () => new CompareView();

/** What a comparison is about: its rows name their algorithms. */
const askedOf = (value) => ({ ...value, algorithm: "auto", parameters: {} });

class CompareView extends View {
  constructor() {
    super();
    this.status = h("p.note", { role: "status" });
    this.engine = h("p.note");
    this.begin = h("button.primary", { onclick: () => this._run() }, "Try all");
    this.rest = h("button", { hidden: true, onclick: () => this._run(true) }, "Try the rest");
    this.stop = h("button", { disabled: true, onclick: () => this._abort?.abort() }, "Stop");
    this.earlier = h("div", { hidden: true });
    this.problem = h("div");
    this.plots = h("div.plots");
    this.adding = h("div");
    this.sets = h("div.row.tight", { role: "group", "aria-label": "Choose rows" });
    this.searches = new ComparisonRun({
      ondraw: () => this._draw(),
      onstatus: (words) => (this.status.textContent = words),
    });
    this.table = new CompareTable({ onchange: (changes) => this._change(changes) });
    const save = (label, name, text, type) =>
      h("button.small", { onclick: () => download(name, text(), type) }, label);
    this.element = h(
      "div.view.compare",
      h("div.actions.row", this.begin, this.rest, this.stop, this.status, this.engine),
      this.problem,
      this.earlier,
      this.sets,
      h("div.card.table-card", this.table.element),
      this.adding,
      h(
        "div.row",
        h(
          "button",
          {
            onclick: () => {
              comparison.set({ ...comparison.value, plots: true });
              this._plot();
            },
          },
          "Draw the plots",
        ),
        h("span.note.push", "Save as"),
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
    this._offerRows();
    document.addEventListener("cataloguechange", () => this._codeChanged());
    this.sets.replaceChildren(...rowSets(this.catalogue).map((set) => this._setButton(set)));
    comparison.addEventListener("change", () => this._draw());
    problem.addEventListener("change", () => this._draw());
    this._draw();
    const { running, plots } = comparison.value;
    if (plots) this._plot();
    if (running && this.earlier.hidden) this._run(true); // when the page was reloaded
  }

  _offerRows() {
    const onadd = (text) => this._add(text);
    const { element } = new RowField(this.catalogue, { label: "Add a row", onadd });
    this.adding.replaceChildren(element);
  }

  /** What was found with code of one's own says nothing about what it is now. */
  _codeChanged() {
    this._offerRows();
    const { asked, done } = comparison.value;
    const stays = (text) => !isOwn(text) && !isOwn(asked?.heuristic ?? "");
    const kept = Object.fromEntries(Object.entries(done).filter(([text]) => stays(text)));
    comparison.set({ ...comparison.value, done: kept });
  }

  _setButton({ label, note, rows, left }) {
    const choose = () => this._change({ rows, left });
    return h("button.small", { title: note, onclick: choose }, label);
  }

  get _texts() {
    return comparison.value.rows ?? this.catalogue.algorithms.map(({ name }) => name);
  }

  /** The rows as the table shows them. */
  _rows() {
    const { left, done } = comparison.value;
    return this._texts.map((text) => {
      const found = done[text];
      const state = this.searches.waiting.has(text) ? "waiting" : (found?.failed ?? "");
      const under = this.searches.counting.get(text);
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
    this.table.set(this.rows, this.catalogue);
    const engines = new Set(this.rows.flatMap(({ results }) => results.map((one) => one.engine)));
    this.engine.textContent = engines.size ? `Engine: ${[...engines].join(" and ")}.` : "";
    const stale = asked && !sameProblem(asked, askedOf(problem.value));
    this.earlier.hidden = !stale;
    this.earlier.replaceChildren(...(stale ? [staleBanner(asked)] : []));
    const open = this.rows.filter(({ chosen, text }) => chosen && !done[text]?.results).length;
    this.rest.hidden = Boolean(stale) || this.running || !open || open === this.rows.length;
    this.rest.textContent = `Try the rest (${open})`;
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
    return (await backend.ask("rows", rowsBody(problem.value, rows))).rows;
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
      await this.searches.run(plans, abort.signal);
      await this._findShortest(abort.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.problem.replaceChildren(problemBox(error));
    }
    if (this._abort === abort) this._busy(false);
    if (this.plots.childElementCount) this._plot();
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
    return this.table.chosen().flatMap(({ results }) => results);
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
