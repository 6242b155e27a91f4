// Solve: one search, followed as it runs and stopped at will. After ten seconds the page asks whether
// to go on, while the search goes on.

import { fetchCatalogue, runJob } from "../backend/jobs.js";
import { goalCells } from "../puzzle/grid.js";
import { requestBody, sameProblem } from "../puzzle/link.js";
import { pathPiece } from "../puzzle/piece.js";
import { isSolvable } from "../puzzle/solvability.js";
import { beforeLeaving, result as kept, problem } from "../store.js";
import { aboutAlgorithm } from "../ui/about.js";
import { chosenAlgorithm } from "../ui/chooser.js";
import { h, live, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { staleBanner } from "../ui/stale-banner.js";
import { View } from "../ui/view.js";
import { doing, ProgressCard } from "./solve-progress.js";
import { forceQuestion, moreQuestion } from "./solve-questions.js";
import { headline, liveCard, resultCard } from "./solve-result.js";

/** Milliseconds after which the page asks whether to go on. */
const PATIENCE = 10_000;

export const create = () => new SolveView();

class SolveView extends View {
  constructor() {
    super();
    this.about = h("aside.card.stack", { "aria-label": "About this search" });
    this.earlier = h("div", { hidden: true });
    this.headline = h("h2", { hidden: true });
    this.outcome = h(
      "div.stack",
      h(
        "div.empty.stack",
        h("p", "Press Solve to see the path and the counts."),
        h("div", h("button", { onclick: () => this._example() }, "Try an example")),
      ),
    );
    this.solve = h("button.primary", { onclick: () => this._begin() }, "Solve");
    this.stop = h("button", { disabled: true, onclick: () => this._stop() }, "Stop");
    this.element = h(
      "div.view.solve", // It stays in sight however far one scrolls: what to press, and what came of it.
      h("div.actions.row", this.solve, this.stop, this.headline),
      h(
        "div.side-by-side",
        h("section.stack", { "aria-label": "Result" }, this.earlier, this.outcome),
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

  /** Show the result that was there before the page was reloaded. */
  _takeUp(kept) {
    if (!kept?.result) return;
    this.asked = kept.asked;
    this._show(kept.result);
    if (this._player && kept.step) this._player.step = kept.step;
    this._markEarlier();
  }

  async _begin() {
    this._abort?.abort();
    const force = !isSolvable(problem.cells, problem.goal, problem.shape);
    if (force && !this.forced) return this._askForce();
    this.forced = false;
    const abort = new AbortController();
    this._abort = abort;
    this.asked = problem.value;
    this.best = null;
    this.live = new ProgressCard();
    this.counters = {};
    kept.clear();
    this._markEarlier();
    this._busy(true);
    this._progress("Searching…");
    const asking = setTimeout(() => this._askMore(), PATIENCE);
    const show = (onevent) => (event) => abort.signal.aborted || onevent(event);
    try {
      const result = await runJob(
        "search",
        { ...requestBody(this.asked), force },
        {
          signal: abort.signal,
          onqueued: show(({ position }) =>
            this._progress(position ? `Waiting: number ${position} in the queue.` : "Searching…"),
          ),
          onprogress: show((event) => this._progress(doing(event), event.counters, event.outlook)),
          onimproved: show((best) => this._improved(best)),
        },
      );
      this._finish(result.moves || !this.best ? result : this.best);
    } catch (error) {
      if (this._abort === abort && error.name !== "AbortError") this._failed(error);
    } finally {
      clearTimeout(asking);
    }
    return undefined;
  }

  _finish(result) {
    this._show(result);
    kept.set({ asked: this.asked, result });
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
          "div.row",
          h("button.primary", { onclick: better.take }, better.label),
          h("span.note", better.why),
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
    this.live.best.replaceChildren(liveCard(result));
  }

  _progress(words, counters = null, outlook = null) {
    if (counters?.expanded !== undefined) this.counters = counters;
    this.live.show(words, counters, outlook);
    if (!this.live.element.isConnected) this.outcome.replaceChildren(this.live.element);
  }

  /** Ask whether to go on; the search does meanwhile. */
  _askMore() {
    const question = moreQuestion(this.counters, Boolean(this.best), this._better(), {
      more: () => question.remove(),
      stop: () => this._stop(),
    });
    this.outcome.prepend(question);
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

  _stop() {
    this._abort?.abort();
    this._busy(false);
    if (this.best) this._finish(this.best);
    else {
      const { expanded = 0 } = this.counters;
      const words = `Stopped after ${whole(expanded)} nodes.`;
      this.outcome.replaceChildren(h("p.ask", words));
    }
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
