// Compare: rows of searches on the same board; the table fills as results come in, and plots and
// files come from the same rows. A row is written as `slidelab compare -a` takes it.

import { backend } from "../backend/chosen.js";
import { problem } from "../problem.js";
import { rowsBody, sameProblem } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { comparison } from "../store.js";
import { download, h } from "../ui/dom.js";
import { staleBanner } from "../ui/notice.js";
import { View } from "../ui/view.js";
import { Work } from "../ui/work.js";
import { comparePlots } from "./compare-plots.js";
import { rowForm, searchRows } from "./compare-rows.js";
import { CompareTable } from "./compare-table.js";
import { MOST_TRACES, Replay, recordTraces } from "./replay.js";

/** @import { Comparison, RowResult } from "../store.js" */

const CLASSICS = ["bfs", "dfs", "ids", "ucs", "greedy", "astar", "ida"];

/** Return the problem of a comparison, whose rows name the algorithms. */
const withoutAlgorithm = (/** @type {Problem} */ value) => ({
  ...value,
  algorithm: "auto",
  parameters: {},
});

/** Say briefly how the searches of a row ended. */
function outcome(/** @type {RowResult[]} */ results) {
  const solved = results.filter(({ cost }) => (cost ?? null) !== null).length;
  if (results.length > 1 && solved < results.length) return `${solved} of ${results.length} solved`;
  return results[0].status.replace("-", " ");
}

export default class CompareView extends View {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    super();
    this.catalogue = catalogue;
    /** @type {Map<string, string>} The states of rows whose searches have not ended. */
    this.unfinished = new Map();
    this.status = h("p.note", { role: "status" });
    const tryAll = h(
      "button.primary",
      { onclick: () => this._begin((signal) => this._tryAll(signal)) },
      "Try all",
    );
    const title = `Shows the ticked rows side by side, at most ${MOST_TRACES}`;
    const replay = h(
      "button",
      { title, onclick: () => this._begin((signal) => this._replay(signal)) },
      "Replay",
    );
    this.work = new Work(tryAll, replay);
    this.problem = h("div");
    this.earlier = h("div");
    this.table = new CompareTable(catalogue, (changes) => this._change(changes));
    this.replay = new Replay(catalogue);
    this.adding = h("div");
    this.plots = h("div.columns.plots");
    const rows = (/** @type {string} */ label, /** @type {Partial<Comparison>} */ changes) =>
      h("button.small", { onclick: () => this._change(changes) }, label);
    this.element = h(
      "div.view.compare.stack",
      h("div.actions.row", tryAll, replay, this.work.stop, this.status),
      this.problem,
      this.earlier,
      this.replay.element,
      h(
        "div.row.tight",
        { role: "group", "aria-label": "Choose rows" },
        rows("All", { rows: null, unticked: [] }),
        rows("None", { rows: null, unticked: catalogue.algorithms.map(({ name }) => name) }),
        rows("Classics", { rows: CLASSICS, unticked: [] }),
      ),
      h("div.card.table-card", this.table.element),
      this.adding,
      h(
        "div.row",
        h("button", { onclick: () => this._plot() }, "Draw the plots"),
        h("button.small.push", { onclick: () => this._save() }, "CSV"),
      ),
      this.plots,
    );
    document.addEventListener("cataloguechange", () => this._codeChanged());
    comparison.addEventListener("change", () => this._draw());
    problem.addEventListener("change", () => this._draw());
    this._drawForm();
    this._draw();
  }

  close() {
    this.replay.playback.pause();
  }

  extras() {
    return { rows: comparison.value.rows ?? [] };
  }

  _drawForm() {
    this.adding.replaceChildren(rowForm(this.catalogue, (row) => this._add(row)));
  }

  /** Remove the results, since the visitor's own code changed. */
  _codeChanged() {
    this._drawForm();
    this._change({ done: {} });
  }

  get _rowTexts() {
    return comparison.value.rows ?? this.catalogue.algorithms.map(({ name }) => name);
  }

  /**
   * The length of a shortest path, if a search found one that promises it.
   * @returns {number | null}
   */
  get _shortest() {
    const sure = Object.values(comparison.value.done).filter((row) => row.promises_shortest);
    const costs = sure.flatMap(({ results = [] }) => results.map(({ cost }) => cost));
    return costs.find((cost) => (cost ?? null) !== null) ?? null;
  }

  /** @type {(text: string) => import("./compare-table.js").TableRow} */
  _row(text) {
    const { unticked, done } = comparison.value;
    const { results = [], counted_as: counted = null, failed = "" } = done[text] ?? {};
    const state = this.unfinished.get(text) ?? (results.length ? outcome(results) : failed);
    return { text, chosen: !unticked.includes(text), results, counted, state };
  }

  _draw() {
    const { searched } = comparison.value;
    this.table.set(
      this._rowTexts.map((text) => this._row(text)),
      this._shortest,
    );
    const isStale = searched && !sameProblem(searched, withoutAlgorithm(problem.value));
    this.earlier.replaceChildren(...(isStale ? [staleBanner(searched)] : []));
    if (isStale) this.replay.close();
  }

  /** @param {Partial<Comparison>} changes */
  _change(changes) {
    comparison.set({ ...comparison.value, ...changes });
    if (this.plots.childElementCount) this._plot();
  }

  /** Add a row once the server understands it; throws if it does not. */
  async _add(/** @type {string} */ text) {
    if (this._rowTexts.includes(text)) throw new Error("This row is there already.");
    await this._plan([text]);
    this._change({ rows: [...this._rowTexts, text] });
  }

  /**
   * Return the searches of rows, all on one engine.
   * @param {string[]} texts @returns {Promise<Map<string, RowPlan>>}
   */
  async _plan(texts) {
    const { rows } = await backend.ask("rows", rowsBody(problem.value, texts));
    return new Map(texts.map((text, at) => [text, rows[at]]));
  }

  /** @param {(signal: AbortSignal) => Promise<void>} work */
  _begin(work) {
    this.problem.replaceChildren();
    this.status.textContent = "";
    this.replay.close();
    this.work.run(work, (words) => this.problem.replaceChildren(words));
  }

  /** @param {AbortSignal} signal */
  async _tryAll(signal) {
    const plans = await this._plan(this.table.chosen().map(({ text }) => text));
    const searched = withoutAlgorithm(problem.value);
    this.unfinished = new Map([...plans.keys()].map((row) => [row, "waiting"]));
    this._change({ searched, done: {} });
    await searchRows(plans, searched, signal, (row, found) => {
      if (!found) {
        this.unfinished.set(row, "searching");
        this._draw();
        return;
      }
      this.unfinished.delete(row);
      this._change({ done: { ...comparison.value.done, [row]: found } });
      this.status.textContent = `${plans.size - this.unfinished.size} of ${plans.size} done`;
    });
    this.unfinished.clear();
    this._draw();
    signal.throwIfAborted();
    const results = Object.values(comparison.value.done).flatMap(({ results = [] }) => results);
    const engines = new Set(results.map(({ engine }) => engine));
    this.status.textContent = `All ${plans.size} done. Engine: ${[...engines].join(" and ")}.`;
  }

  /** @param {AbortSignal} signal */
  async _replay(signal) {
    const searched = withoutAlgorithm(problem.value);
    const chosen = this.table.chosen().slice(0, MOST_TRACES);
    if (!chosen.length) throw new Error("Tick the rows to replay first.");
    if (!isSolvable(problem.cells, problem.goal, problem.shape))
      throw new Error(
        "This board cannot be solved, so no search would finish. “Set board…” shows why and can fix it.",
      );
    const onprogress = (/** @type {string} */ words) => (this.status.textContent = words);
    const plans = await this._plan(chosen.map(({ text }) => text));
    const traces = await recordTraces(plans, searched, { signal, onprogress });
    const sure = [...traces].filter(([row]) => plans.get(row)?.promises_shortest);
    this.status.textContent = "";
    this.replay.open(traces, searched, sure[0]?.[1].data.cost ?? null);
  }

  _save() {
    const tables = this.table.chosen().flatMap(({ results }) => results.map(({ csv }) => csv));
    const [first = "", ...others] = tables;
    const lines = others.map((table) => table.slice(table.indexOf("\n") + 1));
    download("compare.csv", first + lines.join(""), "text/csv");
  }

  _plot() {
    const rows = this.table.chosen().filter(({ results }) => results.length);
    comparePlots(this.plots, rows, this._shortest);
  }
}
