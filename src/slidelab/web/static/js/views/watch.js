// Watch: any search as a film that plays forwards and backwards.

import { runJob } from "../backend/jobs.js";
import { isOwn } from "../own-code.js";
import { problem } from "../problem.js";
import { requestBody, sameProblem, watchableAlgorithm } from "../puzzle/link.js";
import { walk } from "../puzzle/scramble.js";
import { isSolvable } from "../puzzle/solvability.js";
import { algorithmOf } from "../ui/chooser.js";
import { conventionsOf, isGraphSearch } from "../ui/conventions.js";
import { h, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { View } from "../ui/view.js";
import { sentence } from "../ui/words.js";
import "../elements/search-film.js";

const PATIENCE = 200; // milliseconds before progress is shown
/** Moves from the goal at which a film has room for the search, blind or informed. */
const EASY = { blind: 10, informed: 20 };
const UNBOUNDED = ["dfs", "dls"]; // these may go deep on any board

export default class WatchView extends View {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    super();
    this.catalogue = catalogue;
    this.film = h("search-film", { hidden: true });
    this.status = h("div.film-status", { role: "status" });
    this.element = h("div.view.watch", this.status, this.film);
    problem.addEventListener("change", () => this._changed());
    document.addEventListener("cataloguechange", () => {
      const { algorithm = "", heuristic = "" } = this.filmed ?? {};
      if (isOwn(algorithm) || isOwn(heuristic)) this.filmed = null;
    });
  }

  close() {
    this.isHidden = true;
  }

  extras() {
    return { step: this.film.step };
  }

  /** Show the film where it was left, or record another if the problem has changed. */
  async open() {
    this.isHidden = false;
    const { step, autoplay } = problem;
    Object.assign(problem, { step: 0, autoplay: false });
    if (!this.filmed || !sameProblem(this.filmed, problem.value)) await this._record(step);
    else if (step) this.film.go(step);
    if (autoplay) this.film.toggle();
  }

  /** Record another film, one for several changes at once. */
  _changed() {
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this.isHidden || this._record(), 60);
  }

  async _record(step = 0) {
    clearTimeout(this._timer);
    this._abort?.abort();
    const abort = new AbortController();
    this._abort = abort;
    const searched = problem.value;
    const force = !isSolvable(problem.cells, problem.goal, problem.shape);
    const filming = filmingBox(() => this._cancel(abort));
    const waiting = setTimeout(() => this.status.replaceChildren(filming.element), PATIENCE);
    try {
      const algorithm = watchableAlgorithm(searched.algorithm);
      const body = { ...requestBody({ ...searched, algorithm }), engine: undefined, force };
      const film = await runJob("film", body, { signal: abort.signal, ...filming });
      const { pseudocode } = algorithmOf(this.catalogue, searched.algorithm);
      const graph = isGraphSearch(conventionsOf(this.catalogue));
      this.filmed = searched;
      this.film.hidden = false;
      this.film.load(film, { pseudocode, graph, step });
      this.status.replaceChildren(...this._describe(film, force));
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return;
      this.film.hidden = true;
      this.status.replaceChildren(problemBox(error));
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Stop filming, and offer to film again. */
  _cancel(/** @type {AbortController} */ abort) {
    abort.abort();
    this.film.hidden = true;
    const again = h("button.small", { onclick: () => this._record() }, "Film again");
    const words = "Filming was cancelled.";
    this.status.replaceChildren(h("div.ask.row", h("p", words), again));
    again.focus();
  }

  /** @type {(film: FilmData, isUnsolvable: boolean) => HTMLElement[]} */
  _describe({ truncated, status, result }, isUnsolvable) {
    const note = (/** @type {string} */ words) => [h("p.ask", words)];
    if (isUnsolvable)
      return note("This board can't be solved; the search will visit everything it can reach.");
    if (truncated) return this._explainLimit();
    if (status.endsWith("-limit"))
      return note(`The search hit its ${status.replace("-", " ")} and was stopped.`);
    if (result.cost === null) return note(`The search ended without a path (${status}).`);
    return [];
  }

  /** Say how many events fit into a film, and offer searches that fit. */
  _explainLimit() {
    const chosen = algorithmOf(this.catalogue, problem.value.algorithm);
    const events = whole(this.catalogue.limits.film_events);
    /** @type {(words: string, changes: () => Partial<Problem>) => HTMLElement} */
    const offer = (words, changes) =>
      h("button.small", { onclick: () => problem.update(changes()) }, words);
    const moves = chosen.informed ? EASY.informed : EASY.blind;
    const near = () => ({ cells: walk(problem.goal, problem.shape, moves) });
    const greedy = algorithmOf(this.catalogue, "greedy");
    const offers = [
      UNBOUNDED.includes(chosen.name) ? null : offer(`A board ${moves} moves from the goal`, near),
      chosen === greedy
        ? null
        : offer(`This board with ${greedy.title}`, () => ({ algorithm: "greedy", parameters: {} })),
    ];
    const words = `A film holds up to ${events} events, and this search has more. These fit:`;
    return [h("div.ask.film-full", h("p", words), h("div.row.tight", offers))];
  }
}

/** Return the progress of filming: {element, onprogress}. */
function filmingBox(/** @type {() => void} */ oncancel) {
  const words = h("p", { "aria-live": "off" }, "Filming…");
  const bar = h("progress", { "aria-label": "Filming" });
  const cancel = h("button", { onclick: oncancel }, "Cancel");
  return {
    element: h("div.row.filming", words, bar, cancel),
    onprogress(/** @type {Progress} */ { doing, counters, events, fraction }) {
      const expanded = whole(counters.expanded ?? 0);
      const filmed = `Filming… ${expanded} nodes expanded, ${whole(events ?? 0)} events.`;
      words.textContent = doing ? `${sentence(doing)}…` : filmed;
      // Before the search there may be something to prepare.
      if (events) bar.value = fraction ?? 0;
    },
  };
}
