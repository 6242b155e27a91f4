// Solve: one search on the server, followed as it runs, stopped at will, continued if wanted.

import { fetchCatalogue } from "../net/client.js";
import { failure, RemoteSearch } from "../net/search.js";
import { goalCells } from "../puzzle/grid.js";
import { requestBody, sameProblem } from "../puzzle/link.js";
import { pathPiece } from "../puzzle/piece.js";
import { isSolvable } from "../puzzle/solvability.js";
import { beforeLeaving, result as kept, problem } from "../store.js";
import { aboutAlgorithm } from "../ui/about.js";
import { chosenAlgorithm } from "../ui/chooser.js";
import { h, live } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { staleBanner } from "../ui/stale-banner.js";
import { View } from "../ui/view.js";
import { doing, ProgressCard } from "./solve-progress.js";
import { forceQuestion, moreQuestion } from "./solve-questions.js";
import { headline, liveCard, resultCard } from "./solve-result.js";

export const create = () => new SolveView();

/** A search that outlives a page that is reloaded. */
const takenUp = () => new RemoteSearch("/api/searches", true);

class SolveView extends View {
  constructor() {
    super();
    this.about = h("aside", { class: "card stack", "aria-label": "About this search" });
    this.earlier = h("div", { hidden: true });
    this.headline = h("h2", { hidden: true });
    this.outcome = h(
      "div",
      { class: "stack" },
      h(
        "div",
        { class: "empty stack" },
        h("p", {}, "Press Solve to see the path and the counts."),
        h(
          "div",
          {},
          h("button", { type: "button", onclick: () => this._example() }, "Try an example"),
        ),
      ),
    );
    this.solve = h(
      "button",
      { type: "button", class: "primary", onclick: () => this._begin() },
      "Solve",
    );
    this.stop = h(
      "button",
      { type: "button", disabled: true, onclick: () => this._stop() },
      "Stop",
    );
    this.element = h(
      "div",
      { class: "view solve", "data-needs-server": "" },
      // It stays in sight however far one scrolls: what to press, and what came of it.
      h("div", { class: "actions row" }, this.solve, this.stop, this.headline),
      h(
        "div",
        { class: "side-by-side" },
        h("section", { class: "stack", "aria-label": "Result" }, this.earlier, this.outcome),
        this.about,
      ),
    );
    problem.addEventListener("change", () => this._markEarlier());
    beforeLeaving(() => {
      if (this._player && kept.value?.result) kept.set({ ...kept.value, step: this._player.step });
    });
    this._start();
  }

  piece() {
    const { result } = kept.value ?? {};
    return result?.moves ? pathPiece(this.asked, result.moves) : super.piece();
  }

  /** An answer to what was asked before stays, but never as if it were the answer to what is. */
  _markEarlier() {
    const stale = this.asked && !sameProblem(this.asked, problem.value);
    this.earlier.hidden = !stale;
    this.earlier.replaceChildren(...(stale ? [staleBanner(this.asked)] : []));
    this._say();
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
      live(this.about, [problem], () =>
        aboutAlgorithm(chosenAlgorithm(this.catalogue), this.catalogue),
      );
      this._takeUp(kept.value);
    } catch (error) {
      this.outcome.replaceChildren(problemBox(error));
    }
  }

  /** A board three moves from its goal. */
  _example() {
    const cells = [1, 2, 5, 3, 4, 0, 6, 7, 8];
    problem.update({ shape: { rows: 3, cols: 3 }, cells, goal: "blank-first" });
    this._begin();
  }

  /** What was there before the page was reloaded: a result, or a search that still runs. */
  _takeUp(kept) {
    if (!kept) return;
    this.asked = kept.asked;
    if (kept.result) {
      this._show(kept.result);
      if (this._player && kept.step) this._player.step = kept.step;
    } else {
      this._follow(takenUp());
      this.search.follow(kept.id);
    }
    this._markEarlier();
  }

  async _begin() {
    await this.search?.stop();
    const force = !isSolvable(problem.cells, problem.goal, problem.shape);
    if (force && !this.forced) return this._askForce();
    this.forced = false;
    const search = takenUp();
    this.asked = problem.value;
    this._markEarlier();
    this._follow(search);
    this._progress("Searching…");
    try {
      await search.begin({ ...requestBody(this.asked), force });
      kept.set({ asked: this.asked, id: search.id });
    } catch (error) {
      this._failed(error);
    }
    return undefined;
  }

  /** Shows what comes of a search, as it comes. */
  _follow(search) {
    this.search = search;
    this.best = null;
    this.live = null; // with the counters of the search before
    this._busy(true);
    search.addEventListener("queued", ({ detail }) =>
      this._progress(
        detail.position ? `Waiting: number ${detail.position} in the queue.` : "Searching…",
      ),
    );
    search.addEventListener("progress", ({ detail }) =>
      this._progress(doing(detail), detail.counters, detail.outlook),
    );
    search.addEventListener("improved", ({ detail }) => this._improved(detail.best));
    search.addEventListener("paused", ({ detail }) =>
      detail.moves ? this._offerMore(detail) : this._askMore(detail),
    );
    search.addEventListener("result", ({ detail }) => {
      // A search that was stopped says nothing more; what it found is known.
      const result = detail.moves || !this.best ? detail : this.best;
      this._show(result);
      kept.set({ asked: this.asked, result });
    });
    search.addEventListener("failed", ({ detail }) => this._failed(failure(detail)));
  }

  _show(result) {
    this._busy(false);
    this._say(headline(result));
    this.outcome.replaceChildren(resultCard(result, this.asked, this.catalogue));
    this._player = this.outcome.querySelector("slide-player");
    const better = result.moves ? null : this._better();
    if (better)
      this.outcome.prepend(
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "primary", onclick: better.take }, better.label),
          h("span", { class: "note" }, better.why),
        ),
      );
  }

  /** What came of it, in a line that never passes for the answer to another question, and what the
   * button does then: it solves the same again, or something else. */
  _say(words = this._said ?? "") {
    this._said = words;
    this.headline.textContent = this.earlier.hidden ? words : `Earlier: ${words.toLowerCase()}`;
    this.headline.hidden = !words;
    const isSame = this.asked && this.earlier.hidden;
    const again = this.stop.disabled ? words && "Solve again" : "Start over";
    this.solve.textContent = (isSame && again) || "Solve";
  }

  _askForce() {
    this._say("");
    const go = () => {
      this.forced = true;
      this._begin();
    };
    this.outcome.replaceChildren(forceQuestion(go));
  }

  /** The path gets shorter before one's eyes. */
  _improved(result) {
    this.best = result;
    this._say(headline(result));
    this.live?.best.replaceChildren(liveCard(result));
  }

  /** A search that goes on improving has used its time: the path, and more time if wanted. */
  _offerMore(result) {
    this.best = result;
    this._show(result);
    const more = (time, words) =>
      h("button", { type: "button", onclick: () => this._continue(time) }, words);
    this.outcome.prepend(
      h(
        "div",
        { class: "row" },
        more(10, "Keep searching for 10 seconds"),
        more(60, "Keep searching for a minute"),
      ),
    );
  }

  async _continue(time) {
    this._busy(true);
    try {
      await this.search.continue(time);
      this._progress("Resuming the search…");
      if (this.best) this.live.best.replaceChildren(liveCard(this.best));
    } catch (error) {
      this._failed(error);
    }
  }

  _progress(words, counters = null, outlook = null) {
    this.live ??= new ProgressCard();
    this.live.show(words, counters, outlook);
    if (!this.best) this.live.best.replaceChildren();
    if (!this.live.element.isConnected) this.outcome.replaceChildren(this.live.element);
  }

  /** At a limit without a solution the person decides; the search stands still meanwhile. */
  _askMore(paused) {
    const question = moreQuestion(paused, this._better(), {
      more: (time) => this._continue(time),
      stop: () => this._stop(),
    });
    this.outcome.replaceChildren(question);
    question.querySelector("button").focus();
  }

  /** What would answer where this search does not; null where nothing better is known. */
  _better() {
    const { algorithm, cells, shape, goal } = this.asked;
    if (algorithm === "auto" || !isSolvable(cells, goalCells(goal, shape), shape)) return null;
    const take = () => {
      problem.update({ ...this.asked, algorithm: "auto", parameters: {}, engine: "auto" });
      this._begin();
    };
    const why =
      shape.rows * shape.cols <= this.catalogue.sizes.exact
        ? "The algorithm “Automatic” finds a shortest path on boards of this size within seconds."
        : "The algorithm “Automatic” has an answer on boards of this size at once, and shortens it.";
    return { why, label: "Use Automatic instead", take };
  }

  async _stop() {
    await this.search?.stop();
    this._busy(false);
    if (this.best) {
      this._show(this.best);
      kept.set({ asked: this.asked, result: this.best });
      return;
    }
    kept.clear();
    this.outcome.replaceChildren(h("p", { class: "ask" }, "Stopped."));
  }

  _failed(error) {
    this._busy(false);
    kept.clear();
    this.outcome.replaceChildren(problemBox(error));
  }

  _busy(busy) {
    this.stop.disabled = !busy;
    this._say(this.best ? this._said : "");
  }
}
