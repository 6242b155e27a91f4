// Race: two to four searches on the same board, in step by expansions or by time.

import { backend } from "../backend/chosen.js";
import { fetchCatalogue, runJob } from "../backend/jobs.js";
import { findShortest } from "../backend/shortest.js";
import { Lane, MEASURES, places, raceLength } from "../film/race.js";
import { requestBody, rowsBody, sameProblem } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { beforeLeaving, race as kept, lanes, problem } from "../store.js";
import { h, segmented } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { problemBox } from "../ui/notice.js";
import { View } from "../ui/view.js";
import { RaceChart } from "./race-chart.js";
import { RaceControls } from "./race-controls.js";
import { LaneCard } from "./race-lane.js";

const FEWEST = 2;
const MOST = 4;

export const create = () => new RaceView();

/** What a race is about: its lanes name their algorithms. */
const askedOf = (value) => ({ ...value, algorithm: "auto", parameters: {} });

class RaceView extends View {
  constructor() {
    super();
    this.measure = kept.value?.measure ?? "nodes";
    /** What was searched of this board, by row; adding a lane keeps the others. */
    this.traces = new Map();
    this.shortest = null;
    this.lanes = h("div.lanes");
    this.status = h("div", { role: "status" });
    this.progress = h("progress", { "aria-label": "Searching", hidden: true });
    this.begin = h(
      "button.primary",
      { onclick: () => this._prepare() },
      icon("play"),
      "Start the race",
    );
    this.cancel = h("button", { hidden: true, onclick: () => this._cancel() }, "Cancel");
    this.add = h("button", { onclick: () => this._addLane() }, icon("plus"), "Lane");
    this.edit = h("button", { hidden: true, onclick: () => this._fold(false) }, "Change lanes");
    this.controls = new RaceControls(kept.value?.speed ?? 0, (part) => this._seek(part));
    this.chart = new RaceChart();
    this.chart.element.hidden = true;
    this.element = h(
      "div.view.race",
      h(
        "div.actions.row",
        this.begin,
        this.cancel,
        this.add,
        h("span.note", "Places by"),
        segmented("Places by", MEASURES, this.measure, (measure) => this._measureBy(measure)),
        this.edit,
      ),
      this.progress,
      this.status,
      this.lanes,
      h("p.note", "All lanes run on the textbook engine."),
      this.chart.element,
      this.controls.element,
    );
    this.cards = [];
    this._start();
  }

  close() {
    this.controls.pause();
  }

  extras() {
    return { rows: lanes.value };
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
      return;
    }
    lanes.addEventListener("change", () => this._drawLanes());
    problem.addEventListener("change", () => this._problemChanged());
    document.addEventListener("cataloguechange", () => this._forget());
    beforeLeaving(() => this._keep());
    this.asked = askedOf(problem.value);
    this._drawLanes();
    this._takeUp(kept.value);
  }

  /** What was raced before the page was reloaded is searched again. */
  async _takeUp(before) {
    if (!before || !sameProblem(before.asked, this.asked)) return;
    if (before.rows.join("|") !== lanes.value.join("|")) return;
    await this._prepare(before);
  }

  /** What a page that is reloaded has to know of the race that is shown or filmed. */
  _keep() {
    if (!this.race && !this.searching) return;
    const { asked, measure } = this;
    const { part } = this.controls;
    const { speed } = this.controls;
    const running = this.searching?.running ?? this.controls.running;
    kept.set({ asked, rows: lanes.value, measure, speed, part, running });
  }

  _cancel() {
    this._abort.abort();
    kept.clear();
  }

  /** Traces of another problem are of no use any more. */
  _problemChanged() {
    const asked = askedOf(problem.value);
    if (sameProblem(asked, this.asked)) return;
    this.asked = asked;
    this._forget();
  }

  _forget() {
    this.traces.clear();
    for (const card of this.cards) card.row = null;
    this._drawLanes();
  }

  /** A card for each lane; those that stay what they were keep what they show. */
  _drawLanes() {
    const rows = lanes.value.slice(0, MOST);
    while (this.cards.length > rows.length) this.cards.pop().element.remove();
    while (this.cards.length < rows.length) this._newCard();
    for (const [at, card] of this.cards.entries()) card.set(rows[at], at, rows.length > FEWEST);
    this.add.disabled = rows.length >= MOST;
    this._halt();
  }

  _newCard() {
    const at = this.cards.length;
    const card = new LaneCard(this.catalogue, {
      onchange: (row) => lanes.set(lanes.value.with(at, row)),
      onremove: () => lanes.set(lanes.value.toSpliced(at, 1)),
    });
    this.cards.push(card);
    this.lanes.append(card.element);
  }

  _addLane() {
    const free = ["ida", "wastar", "ucs", "ids"].find((name) => !lanes.value.includes(name));
    lanes.set([...lanes.value, free ?? "bfs"]);
  }

  /** The race as it was shown is over: a lane or the board is another one. */
  _halt() {
    this.race = null;
    this.controls.pause();
    this.controls.part = 0;
    this._abort?.abort();
    this.controls.element.hidden = this.chart.element.hidden = true;
    this._fold(false);
  }

  _fold(folded) {
    for (const card of this.cards) card.fold(folded);
    this.edit.hidden = !folded;
  }

  /** Searches, and lets the race run from its start, or shows it at another moment. */
  async _prepare({ part = 0, running = true } = {}) {
    this._halt();
    this.controls.part = part;
    this.status.replaceChildren();
    if (!isSolvable(problem.cells, problem.goal, problem.shape)) {
      this.status.replaceChildren(
        h(
          "p.ask",
          "This board cannot be solved, so no search would finish. “Set board…” shows why and can fix it.",
        ),
      );
      return;
    }
    const abort = new AbortController();
    this._abort = abort;
    this.searching = { running };
    this._busy(true);
    this._keep();
    try {
      await this._searchAll(abort.signal);
      this._begin(running);
    } catch (error) {
      for (const card of this.cards) if (!this.traces.has(card.row)) card.rest();
      if (error.name !== "AbortError") this.status.replaceChildren(problemBox(error));
    } finally {
      if (this._abort === abort) this._busy(false);
    }
  }

  _busy(busy) {
    if (!busy) this.searching = null;
    this.begin.disabled = busy;
    this.cancel.hidden = this.progress.hidden = !busy;
  }

  /** Searches what is not known yet, each lane by itself. */
  async _searchAll(signal) {
    const { rows } = await backend.ask("rows", rowsBody(this.asked, lanes.value), signal);
    const missing = this.cards.filter((card) => !this.traces.has(card.row));
    this.progress.max = missing.length + 1;
    this.progress.value = 0;
    const one = async (card) => {
      const plan = rows[this.cards.indexOf(card)];
      const lane = await this._search(card, plan.searches[0], signal);
      this.traces.set(card.row, { lane, promises: plan.promises_shortest });
      this.progress.value++;
    };
    await Promise.all(missing.map(one));
    const found = this.cards.map(({ row }) => this.traces.get(row));
    this.shortest = await findShortest(
      this.asked,
      found.map(({ lane, promises }) => ({ cost: lane.cost, promises })),
      signal,
    );
  }

  async _search(card, search, signal) {
    const { cells, shape, goal } = requestBody(this.asked);
    const body = { cells, shape, goal, ...search, engine: "textbook" };
    const trace = await runJob("trace", body, {
      signal,
      onqueued: ({ position }) => card.working(position ? "Waiting for its turn." : "Searching…"),
      onprogress: ({ counters }) => card.working("Searching…", counters),
    });
    card.working("Waiting for the others.");
    return new Lane(trace);
  }

  _begin(running) {
    this.race = this.cards.map(({ row }) => this.traces.get(row).lane);
    for (const [at, card] of this.cards.entries()) card.ready(this.race[at]);
    this.controls.element.hidden = this.chart.element.hidden = false;
    this._fold(true);
    this._drawChart();
    this.controls.seek(this.controls.part);
    if (running) {
      this.controls.play();
      // On a phone the lanes lie below the fold.
      const { top } = this.lanes.getBoundingClientRect();
      if (top > innerHeight / 2) this.lanes.scrollIntoView({ block: "start" });
    }
    this._keep();
  }

  _drawChart() {
    const entries = this.cards.map(({ lane, title }) => ({ lane, title }));
    this.chart.load(entries, this.measure, raceLength(this.race, this.measure));
  }

  _measureBy(measure) {
    this.measure = measure;
    if (!this.race) return;
    for (const card of this.cards) card.ready(card.lane);
    this._drawChart();
    this.controls.seek(this.controls.part);
  }

  _seek(part) {
    if (!this.race) return;
    const now = part * raceLength(this.race, this.measure);
    const order = places(this.race, this.measure);
    this.race.forEach((lane, at) => {
      const event = this.measure === "time" ? lane.atTime(now) : lane.atExpansion(Math.floor(now));
      this.cards[at].show(event, order[at], this.measure, this.shortest);
    });
    this.chart.show(part);
  }
}
