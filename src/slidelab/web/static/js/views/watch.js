// Watch: any search on any small problem as a film that runs both ways.

import { fetchCatalogue, runJob } from "../backend/jobs.js";
import { isOwn } from "../own-code.js";
import { requestBody, sameProblem, toWatch } from "../puzzle/link.js";
import { filmPiece } from "../puzzle/piece.js";
import { isSolvable } from "../puzzle/solvability.js";
import { beforeLeaving, film as kept, problem } from "../store.js";
import { algorithmOf } from "../ui/chooser.js";
import { conventionsOf, isGraphSearch } from "../ui/conventions.js";
import { h, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { View } from "../ui/view.js";
import { filmingBox } from "./filming.js";
import { fullFilm } from "./watch-full.js";
import "../elements/search-film.js";

const PATIENCE = 200; // milliseconds; a film that is there sooner needs no words

export const create = () => new WatchView();

class WatchView extends View {
  constructor() {
    super();
    this.film = h("search-film", { hidden: true });
    this.status = h("div.film-status", { role: "status" });
    const same = kept.value && sameProblem(kept.value.problem, problem.value);
    this.firstStep = problem.step || (same ? kept.value.step : 0);
    this.firstPane = same ? kept.value.pane : null;
    this.element = h("div.view.watch", this.status, this.film);
    problem.addEventListener("change", ({ detail }) => this._changed(detail));
    document.addEventListener("cataloguechange", () => {
      const { algorithm = "", heuristic = "" } = this.filmed ?? {};
      this.outdated ||= isOwn(algorithm) || isOwn(heuristic);
    });
    this.film.addEventListener("step", () => this.film.head.playing || this._keep());
    beforeLeaving(() => this._keep());
    this._start();
  }

  close() {
    this.resting = true;
  }

  extras() {
    return { step: this.film.step };
  }

  piece() {
    return this.told ? filmPiece(this.told, this.film.step) : super.piece();
  }

  /** The film stands where it was left, unless the problem is another one now. */
  open() {
    this.resting = false;
    if (problem.step) this.firstStep = problem.step;
    if (!this.filmed) return;
    if (this.outdated || !sameProblem(this.filmed, problem.value)) this._changed({ board: true });
    else if (problem.step) this.film.go(problem.step);
  }

  _keep() {
    if (!this.filmed) return;
    kept.set({ problem: this.filmed, step: this.film.head.at, pane: this.film.pane });
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
      return;
    }
    await this._roll();
    if (problem.autoplay) {
      problem.autoplay = false;
      this.film.toggle();
    }
  }

  _changed(detail) {
    if (!this.catalogue || this.resting) return;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._roll(), detail.board ? 0 : 60);
  }

  async _roll() {
    this._abort?.abort();
    const abort = new AbortController();
    this._abort = abort;
    const asked = problem.value;
    const unsolvable = !isSolvable(problem.cells, problem.goal, problem.shape);
    const filming = filmingBox(() => this._cancel());
    const waiting = setTimeout(() => this.status.replaceChildren(filming.element), PATIENCE);
    try {
      const shown = { ...asked, algorithm: toWatch(asked.algorithm) };
      const body = { ...requestBody(shown), force: unsolvable };
      delete body.engine; // only the textbook can be watched
      const { signal } = abort;
      const json = await runJob("film", body, { signal, ...filming });
      const { pseudocode } = algorithmOf(this.catalogue, problem.value.algorithm);
      this.film.hidden = false;
      this.filmed = asked;
      this.outdated = false;
      this.told = { film: json, pseudocode, graph: this._graph() };
      this.film.load(json, { ...this.told, step: this.firstStep });
      if (this.firstPane) this.film.showPane(this.firstPane);
      this.firstStep = 0;
      this.firstPane = null;
      this.status.replaceChildren(...this._words(json, unsolvable));
    } catch (error) {
      if (error.name === "AbortError") return;
      this.film.hidden = true;
      this.status.replaceChildren(problemBox(error));
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Without its film the view has nothing to show, and says how to have one after all. */
  _cancel() {
    this._abort.abort();
    this.film.hidden = true;
    this.status.replaceChildren(
      h(
        "div.ask.row",
        h("p", "The search was not filmed to the end."),
        h("button.small", { onclick: () => this._roll() }, "Film it"),
      ),
    );
    this.status.querySelector("button").focus();
  }

  _graph() {
    return isGraphSearch(conventionsOf(this.catalogue));
  }

  _words({ truncated, status, result }, unsolvable) {
    const { film } = this.film;
    const words = [];
    if (unsolvable)
      words.push("This board can't be solved; the search will visit everything it can reach.");
    const full = truncated ? fullWords(this.catalogue) : TIME_WORDS[status];
    if (full && !unsolvable) return [fullFilm(film, this.catalogue, full)];
    if (truncated) words.push(fullWords(this.catalogue));
    else if (result?.cost === null && !unsolvable)
      words.push(`The search ended without a path (${status}).`);
    return words.length ? [h("p.ask", words.join(" "))] : [];
  }
}

const fullWords = ({ limits }) =>
  `A film holds ${whole(limits.film_events)} events, and this search goes on beyond them.`;

const TIME_WORDS = {
  "time-limit": "The search took longer than a film may, and was stopped.",
  "node-limit": "The search looked at more nodes than a film may, and was stopped.",
  "memory-limit": "The search took more memory than a film may, and was stopped.",
};
