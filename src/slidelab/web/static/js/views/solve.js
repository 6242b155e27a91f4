// Solve: one search, followed as it runs and stopped at will. After ten seconds the page asks whether
// to go on, while the search goes on.

import { runJob } from "../backend/jobs.js";
import { problem } from "../problem.js";
import { requestBody, sameProblem } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { result as kept } from "../store.js";
import { aboutAlgorithm } from "../ui/about.js";
import { chosenAlgorithm } from "../ui/chooser.js";
import { h, live, whole } from "../ui/dom.js";
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
      // It stays in sight however far one scrolls: what to press, and the answer.
      h("div.actions.row", this.solve, this.stop, this.headline),
      h(
        "div.side-by-side",
        h("section.stack", { "aria-label": "Result" }, this.earlier, this.outcome),
        about,
      ),
    );
    problem.addEventListener("change", () => this._say());
    live(about, [problem], () => aboutAlgorithm(chosenAlgorithm(catalogue), catalogue));
    /** @type {SearchResult | null} */
    this.best = null;
    /** @type {Counters} */
    this.counters = {};
    this._said = "";
    this.asked = kept.value?.asked ?? null;
    if (kept.value) this._show(kept.value.result, kept.value.asked);
  }

  async _begin(force = false) {
    this._abort?.abort();
    if (!force && !isSolvable(problem.cells, problem.goal, problem.shape)) {
      this._say("");
      this.outcome.replaceChildren(forceQuestion(() => this._begin(true)));
      return;
    }
    const abort = new AbortController();
    this._abort = abort;
    const asked = problem.value;
    this.asked = asked;
    this.best = null;
    this.counters = {};
    kept.set(null);
    const card = new ProgressCard();
    this.outcome.replaceChildren(card.element);
    this._busy(true);
    const asking = setTimeout(() => this._askMore(), PATIENCE);
    const body = { ...requestBody(asked), force };
    try {
      const result = await runJob("search", body, {
        signal: abort.signal,
        onprogress: (event) => {
          if (event.counters.expanded !== undefined) this.counters = event.counters;
          card.progress(event);
        },
        onimproved: (best) => {
          this.best = best;
          this._say(headline(best));
          card.improved(best);
        },
      });
      this._finish(result.moves !== null || !this.best ? result : this.best, asked);
    } catch (error) {
      const isStopped = /** @type {Error} */ (error).name === "AbortError";
      if (this._abort !== abort || isStopped) return;
      this._busy(false);
      this.outcome.replaceChildren(problemBox(error));
    } finally {
      clearTimeout(asking);
    }
  }

  /** @type {(result: SearchResult, asked: Problem) => void} */
  _finish(result, asked) {
    kept.set({ asked, result });
    this._show(result, asked);
  }

  /** @type {(result: SearchResult, asked: Problem) => void} */
  _show(result, asked) {
    this._busy(false);
    this._say(headline(result));
    this.outcome.replaceChildren(resultCard(result, asked, this.catalogue));
  }

  /** Say the answer in a line that never passes for the answer to another question. */
  _say(words = this._said) {
    this._said = words;
    const { asked } = this;
    const isStale = asked && !sameProblem(asked, problem.value);
    this.earlier.replaceChildren(...(isStale ? [staleBanner(asked)] : []));
    this.headline.textContent = isStale && words ? `Earlier: ${words.toLowerCase()}` : words;
    this.headline.hidden = !words;
  }

  /** Ask whether to go on; the search does meanwhile. */
  _askMore() {
    const question = moreQuestion(this.counters, Boolean(this.best), {
      more: () => question.remove(),
      stop: () => this._stop(),
    });
    this.outcome.prepend(question);
  }

  _stop() {
    this._abort?.abort();
    this._busy(false);
    if (this.best && this.asked) this._finish(this.best, this.asked);
    else {
      const { expanded = 0 } = this.counters;
      this.outcome.replaceChildren(h("p.ask", `Stopped after ${whole(expanded)} nodes.`));
    }
  }

  /** @param {boolean} busy */
  _busy(busy) {
    this.stop.disabled = !busy;
    this._say(this.best ? this._said : "");
  }
}
