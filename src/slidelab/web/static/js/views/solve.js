// Solve: run one search, with its progress. After ten seconds the page offers to stop it.

import { runJob } from "../backend/jobs.js";
import { problem } from "../problem.js";
import { requestBody, sameProblem } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { result as lastSearch } from "../store.js";
import { aboutAlgorithm } from "../ui/about.js";
import { chosenAlgorithm } from "../ui/chooser.js";
import { drawOnChange, h, whole } from "../ui/dom.js";
import { problemBox, staleBanner } from "../ui/notice.js";
import { View } from "../ui/view.js";
import { headline, resultCard } from "./solve-result.js";
import { forceQuestion, moreQuestion, ProgressCard } from "./solve-running.js";

/** Milliseconds after which the page asks whether to go on. */
const PATIENCE = 10_000;

export default class SolveView extends View {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    super();
    this.catalogue = catalogue;
    const about = h("aside.card.stack", { "aria-label": "About this search" });
    this.earlier = h("div");
    this.headline = h("h2", { hidden: true });
    this.outcome = h("div.stack", h("div.empty", "Press Solve to see the path and the counts."));
    this.solve = h("button.primary", { onclick: () => this._begin() }, "Solve");
    this.stop = h("button", { disabled: true, onclick: () => this._stop() }, "Stop");
    this.element = h(
      "div.view.solve",
      // Stays visible when the page is scrolled.
      h("div.actions.row", this.solve, this.stop, this.headline),
      h(
        "div.side-by-side",
        h("section.stack", { "aria-label": "Result" }, this.earlier, this.outcome),
        about,
      ),
    );
    problem.addEventListener("change", () => this._showHeadline());
    drawOnChange(about, [problem], () => aboutAlgorithm(chosenAlgorithm(catalogue), catalogue));
    /** @type {SearchResult | null} */
    this.best = null;
    /** @type {Counters} */
    this.counters = {};
    this._headlineText = "";
    this.searched = lastSearch.value?.searched ?? null;
    if (lastSearch.value) this._show(lastSearch.value.result, lastSearch.value.searched);
  }

  async _begin(force = false) {
    this._abort?.abort();
    if (!force && !isSolvable(problem.cells, problem.goal, problem.shape)) {
      this._showHeadline("");
      this.outcome.replaceChildren(forceQuestion(() => this._begin(true)));
      return;
    }
    const abort = new AbortController();
    this._abort = abort;
    const searched = problem.value;
    this.searched = searched;
    this.best = null;
    this.counters = {};
    lastSearch.set(null);
    const card = new ProgressCard();
    this.outcome.replaceChildren(card.element);
    this._busy(true);
    const asking = setTimeout(() => this._offerToStop(), PATIENCE);
    const body = { ...requestBody(searched), force };
    try {
      const result = await runJob("search", body, {
        signal: abort.signal,
        onprogress: (event) => {
          if (event.counters.expanded !== undefined) this.counters = event.counters;
          card.progress(event);
        },
        onimproved: (best) => {
          this.best = best;
          this._showHeadline(headline(best));
          card.improved(best);
        },
      });
      this._finish(result.moves !== null || !this.best ? result : this.best, searched);
    } catch (error) {
      const isStopped = /** @type {Error} */ (error).name === "AbortError";
      if (this._abort !== abort || isStopped) return;
      this._busy(false);
      this.outcome.replaceChildren(problemBox(error));
    } finally {
      clearTimeout(asking);
    }
  }

  /** @type {(result: SearchResult, searched: Problem) => void} */
  _finish(result, searched) {
    lastSearch.set({ searched, result });
    this._show(result, searched);
  }

  /** @type {(result: SearchResult, searched: Problem) => void} */
  _show(result, searched) {
    this._busy(false);
    this._showHeadline(headline(result));
    this.outcome.replaceChildren(resultCard(result, searched, this.catalogue));
  }

  /** Show the answer, marked as earlier if the problem has changed since. */
  _showHeadline(words = this._headlineText) {
    this._headlineText = words;
    const { searched } = this;
    const isStale = searched && !sameProblem(searched, problem.value);
    this.earlier.replaceChildren(...(isStale ? [staleBanner(searched)] : []));
    this.headline.textContent = isStale && words ? `Earlier: ${words.toLowerCase()}` : words;
    this.headline.hidden = !words;
  }

  /** Ask whether to keep searching, without a pause of the search. */
  _offerToStop() {
    const question = moreQuestion(this.counters, Boolean(this.best), {
      more: () => question.remove(),
      stop: () => this._stop(),
    });
    this.outcome.prepend(question);
  }

  _stop() {
    this._abort?.abort();
    this._busy(false);
    if (this.best && this.searched) this._finish(this.best, this.searched);
    else {
      const { expanded = 0 } = this.counters;
      this.outcome.replaceChildren(h("p.ask", `Stopped after ${whole(expanded)} nodes.`));
    }
  }

  /** @param {boolean} busy */
  _busy(busy) {
    this.stop.disabled = !busy;
    this._showHeadline(this.best ? this._headlineText : "");
  }
}
