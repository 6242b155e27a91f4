// Compare: rows of searches on the same board; the table fills as results come in, and plots and
// files come from the same rows. A row is written as `slidelab compare --row` takes it.

import { backend } from "../backend/chosen.js";
import { findShortest } from "../backend/shortest.js";
import { problem } from "../problem.js";
import { asJson, joinTables } from "../puzzle/export.js";
import { rowsBody, sameProblem } from "../puzzle/link.js";
import { rowSets } from "../puzzle/rows.js";
import { isSolvable } from "../puzzle/solvability.js";
import { comparison } from "../store.js";
import { download, h } from "../ui/dom.js";
import { problemBox, staleBanner } from "../ui/notice.js";
import { View } from "../ui/view.js";
import { Work } from "../ui/work.js";
import { comparePlots } from "./compare-plots.js";
import { rowForm, searchRows } from "./compare-rows.js";
import { CompareTable } from "./compare-table.js";
import { MOST_LANES, Replay, recordLanes } from "./replay.js";

/** @import { Comparison, RowResult } from "../store.js" */

const DRAWN_EVERY = 200; // milliseconds between two looks at running searches

/** What a comparison is about: its rows name their algorithms. */
const askedOf = (/** @type {Problem} */ value) => ({ ...value, algorithm: "auto", parameters: {} });

/** How the searches of a row ended, in a word or two. */
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
    /** @type {Map<string, Counters | null>} Running searches by row; null for those that wait. */
    this.running = new Map();
    this.status = h("p.note", { role: "status" });
    const tryAll = h(
      "button.primary",
      { onclick: () => this._begin((signal) => this._tryAll(signal)) },
      "Try all",
    );
    const title = `Shows the ticked rows side by side, at most ${MOST_LANES}`;
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
    const setButtons = rowSets(catalogue).map(({ label, note, rows, left }) =>
      h("button.small", { title: note, onclick: () => this._change({ rows, left }) }, label),
    );
    const results = () => this.table.chosen().flatMap((row) => row.results);
    const csv = () => joinTables(results().map((result) => result.csv));
    const json = () => asJson(results().map(({ csv: _, ...result }) => result));
    const saveCsv = () => download("compare.csv", csv(), "text/csv");
    const saveJson = () => download("compare.json", json(), "application/json");
    this.element = h(
      "div.view.compare.stack",
      h("div.actions.row", tryAll, replay, this.work.stop, this.status),
      this.problem,
      this.earlier,
      this.replay.element,
      h("div.row.tight", { role: "group", "aria-label": "Choose rows" }, setButtons),
      h("div.card.table-card", this.table.element),
      this.adding,
      h(
        "div.row",
        h("button", { onclick: () => this._plot() }, "Draw the plots"),
        h("span.note.push", "Save as"),
        h("button.small", { onclick: saveCsv }, "CSV"),
        h("button.small", { onclick: saveJson }, "JSON"),
      ),
      this.plots,
    );
    document.addEventListener("cataloguechange", () => this._codeChanged());
    comparison.addEventListener("change", () => this._draw());
    problem.addEventListener("change", () => this._draw());
    this._offerRows();
    this._draw();
  }

  close() {
    this.replay.playback.pause();
  }

  extras() {
    return { rows: comparison.value.rows ?? [] };
  }

  _offerRows() {
    this.adding.replaceChildren(rowForm(this.catalogue, (row) => this._add(row)));
  }

  /** Forget results of code that was changed. */
  _codeChanged() {
    this._offerRows();
    this._change({ done: {} });
  }

  get _texts() {
    return comparison.value.rows ?? this.catalogue.algorithms.map(({ name }) => name);
  }

  /**
   * @param {string} text
   * @returns {import("./compare-table.js").TableRow}
   */
  _row(text) {
    const { left, done } = comparison.value;
    const { results = [], counted_as: counted = null, failed = "" } = done[text] ?? {};
    const counting = this.running.get(text);
    const isWaiting = counting === null;
    const state = counting ? "searching" : isWaiting ? "waiting" : failed;
    const ended = results.length && !state ? outcome(results) : state;
    return { text, chosen: !left.includes(text), results, counted, counting, state: ended };
  }

  _draw() {
    const { asked } = comparison.value;
    this.table.set(this._texts.map((text) => this._row(text)));
    const isStale = asked && !sameProblem(asked, askedOf(problem.value));
    this.earlier.replaceChildren(...(isStale ? [staleBanner(asked)] : []));
    if (isStale) this.replay.close();
  }

  /** @param {Partial<Comparison>} changes */
  _change(changes) {
    comparison.set({ ...comparison.value, ...changes });
    if (this.plots.childElementCount) this._plot();
  }

  /** Add a row once the server understands it; throws if it does not. */
  async _add(/** @type {string} */ text) {
    if (this._texts.includes(text)) throw new Error("This row is there already.");
    await this._plan([text]);
    this._change({ rows: [...this._texts, text] });
  }

  /**
   * Return what the rows stand for, all on one engine.
   * @param {string[]} rows
   * @returns {Promise<RowPlan[]>}
   */
  async _plan(rows) {
    return (await backend.ask("rows", rowsBody(problem.value, rows))).rows;
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
    const rows = this.table.chosen().map(({ text }) => text);
    const plans = await this._plan(rows);
    const asked = askedOf(problem.value);
    this._change({ asked, shortest: null, done: {} });
    this.running = new Map(rows.map((row) => [row, null]));
    let drawn = 0;
    await searchRows(new Map(rows.map((row, at) => [row, plans[at]])), asked, {
      signal,
      onprogress: (row, counters) => {
        if (signal.aborted) return;
        this.running.set(row, counters);
        if (performance.now() - drawn < DRAWN_EVERY) return;
        drawn = performance.now();
        this._draw();
      },
      ondone: (row, found) => {
        this.running.delete(row);
        this._change({ done: { ...comparison.value.done, [row]: found } });
        this.status.textContent = `${rows.length - this.running.size} of ${rows.length} done`;
      },
    });
    this.running.clear();
    this._draw();
    signal.throwIfAborted();
    const found = Object.values(comparison.value.done).flatMap(
      ({ results = [], promises_shortest: promises = false }) =>
        results.map(({ cost, engine }) => ({ cost, engine, promises })),
    );
    const engines = new Set(found.map(({ engine }) => engine));
    this.status.textContent = `All ${rows.length} done. Engine: ${[...engines].join(" and ")}.`;
    this._change({ shortest: await findShortest(asked, found, signal) });
  }

  /** @param {AbortSignal} signal */
  async _replay(signal) {
    const asked = askedOf(problem.value);
    const rows = this.table
      .chosen()
      .slice(0, MOST_LANES)
      .map(({ text }) => text);
    if (!rows.length) throw new Error("Tick the rows to replay first.");
    if (!isSolvable(problem.cells, problem.goal, problem.shape))
      throw new Error(
        "This board cannot be solved, so no search would finish. “Set board…” shows why and can fix it.",
      );
    this.status.textContent = "Recording…";
    const onprogress = (/** @type {string} */ words) => (this.status.textContent = words);
    const lanes = await recordLanes(rows, await this._plan(rows), asked, { signal, onprogress });
    const found = lanes.map(({ lane, promises }) => ({ cost: lane.cost, promises }));
    const shortest = await findShortest(asked, found, signal);
    this.status.textContent = "";
    this.replay.open(lanes, asked, shortest);
  }

  async _plot() {
    try {
      const rows = this.table.chosen().filter(({ results }) => results.length);
      await comparePlots(this.plots, rows, comparison.value.shortest);
    } catch (error) {
      this.plots.replaceChildren(problemBox(error));
    }
  }
}
