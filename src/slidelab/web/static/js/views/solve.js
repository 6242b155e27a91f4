// Solve: one search on the server, followed as it runs, stopped at will, continued if wanted.

import { forget, recall, remember } from "../memory.js";
import { fetchCatalogue } from "../net/client.js";
import { failure, RemoteSearch } from "../net/search.js";
import { problem } from "../problem.js";
import { requestBody, sameProblem } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { algorithmFields, conventionFields } from "../ui/chooser.js";
import { field, h, seconds, select, whole } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { earlierProblem, problemStrip } from "../ui/strip.js";
import { liveCard, resultCard } from "./solve-result.js";

const ENGINE_WORDS = {
  auto: "Automatic",
  textbook: "Textbook, in Python",
  compiled: "Compiled, for speed",
  gpu: "On a graphics processor",
  numba: "Compiled, for speed",
};

export function open() {
  return new SolveView();
}

class SolveView {
  constructor() {
    this.choices = h("div", { class: "stack" });
    this.earlier = h("div", { hidden: true });
    this.outcome = h(
      "div",
      { class: "stack" },
      h(
        "p",
        { class: "empty" },
        "Press Solve, and the answer stands here: the path, move by move, and what the search counted on the way.",
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
      h(
        "header",
        { class: "view-head" },
        h(
          "div",
          {},
          h("h1", {}, "Solve"),
          h("p", {}, "Choose how to search; the same board can be solved again in another way."),
        ),
        problemStrip({ view: "solve" }),
      ),
      h(
        "div",
        { class: "side-by-side" },
        h(
          "section",
          { class: "card stack", "aria-label": "How to search" },
          this.choices,
          h("div", { class: "row" }, this.solve, this.stop),
        ),
        h("section", { class: "stack", "aria-label": "Result" }, this.earlier, this.outcome),
      ),
    );
    problem.addEventListener("change", () => this._markEarlier());
    this._start();
  }

  /** An answer to what was asked before stays, but never as if it were the answer to what is. */
  _markEarlier() {
    const stale = this.asked && !sameProblem(this.asked, problem.value);
    this.earlier.hidden = !stale;
    this.earlier.replaceChildren(...(stale ? [earlierProblem(this.asked)] : []));
  }

  async _start() {
    try {
      const catalogue = await fetchCatalogue();
      this.catalogue = catalogue;
      const engines = catalogue.engines.map((name) => [name, ENGINE_WORDS[name] ?? name]);
      const { engine } = problem.value;
      this.choices.replaceChildren(
        algorithmFields(catalogue, true),
        conventionFields(catalogue),
        field(
          "Engine",
          select(engines, catalogue.engines.includes(engine) ? engine : "auto", (name) =>
            problem.update({ engine: name }),
          ),
        ),
      );
      this._takeUp(recall("solve"));
    } catch (error) {
      this.choices.replaceChildren(problemBox(error));
    }
  }

  /** What was there before the page was loaded anew: a result, or a search that still runs. */
  _takeUp(kept) {
    if (!kept) return;
    this.asked = kept.asked;
    if (kept.result) this._show(kept.result);
    else {
      this._follow(new RemoteSearch());
      this.search.follow(kept.id);
    }
    this._markEarlier();
  }

  async _begin() {
    await this.search?.stop();
    const force = !isSolvable(problem.cells, problem.goal, problem.shape);
    if (force && !this.forced) return this._askForce();
    this.forced = false;
    const search = new RemoteSearch();
    this.asked = problem.value;
    this._markEarlier();
    this._follow(search);
    try {
      await search.begin({ ...requestBody(this.asked), force });
      remember("solve", { asked: this.asked, id: search.id });
    } catch (error) {
      this._failed(error);
    }
    return undefined;
  }

  /** Shows what comes of a search, as it comes. */
  _follow(search) {
    this.search = search;
    this.best = null;
    this._busy(true);
    search.addEventListener("queued", ({ detail }) =>
      this._progress(
        detail.position ? `Waiting: number ${detail.position} in the queue.` : "Searching…",
      ),
    );
    search.addEventListener("progress", ({ detail }) =>
      this._progress("Searching…", detail.counters ?? detail, detail.outlook),
    );
    search.addEventListener("improved", ({ detail }) => this._improved(detail.best));
    search.addEventListener("paused", ({ detail }) =>
      detail.moves ? this._offerMore(detail) : this._askMore(detail),
    );
    search.addEventListener("result", ({ detail }) => {
      // A search that was stopped says nothing more; what it found is known.
      const result = detail.moves || !this.best ? detail : this.best;
      this._show(result);
      remember("solve", { asked: this.asked, result });
      // On a phone the answer lies below the choices, out of sight.
      const below = this.outcome.getBoundingClientRect().top > innerHeight * 0.8;
      if (below) this.outcome.scrollIntoView({ block: "start" });
    });
    search.addEventListener("failed", ({ detail }) => this._failed(failure(detail)));
  }

  _show(result) {
    this._busy(false);
    this.outcome.replaceChildren(resultCard(result, this.asked, this.catalogue));
  }

  _askForce() {
    const go = () => {
      this.forced = true;
      this._begin();
    };
    this.outcome.replaceChildren(
      h(
        "div",
        { class: "ask", role: "alert" },
        h(
          "p",
          {},
          "This board cannot be solved: no search will find a path to this goal. “Set board…” shows why and can mend it.",
        ),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", onclick: go }, "Search in vain all the same"),
        ),
      ),
    );
  }

  /** The path gets shorter before one's eyes. */
  _improved(result) {
    this.best = result;
    this.live?.best.replaceChildren(liveCard(result));
  }

  /** A search that goes on improving has used its time: the path, and more time if wanted. */
  _offerMore(result) {
    this.best = result;
    this._show(result);
    const more = (time, words) =>
      h("button", { type: "button", onclick: () => this._continue(time) }, words);
    this.outcome
      .querySelector(".result-head")
      .append(
        h(
          "div",
          { class: "row" },
          more(10, "Look on for 10 seconds"),
          more(60, "Look on for a minute"),
        ),
      );
  }

  async _continue(time) {
    this._busy(true);
    try {
      await this.search.continue(time);
      this._progress("Searching on from where it stood…");
      if (this.best) this.live.best.replaceChildren(liveCard(this.best));
    } catch (error) {
      this._failed(error);
    }
  }

  _progress(words, counters = null, outlook = null) {
    this.live ??= {
      words: h("p", { role: "status" }),
      best: h("div", {}),
      figures: h("dl", { class: "figures" }),
    };
    this.live.words.textContent = words;
    if (counters) {
      const rows = [
        ["Time", seconds(counters.seconds)],
        ["Expanded", whole(counters.expanded)],
        ["Generated", whole(counters.generated)],
        ["Frontier", whole(counters.frontier)],
        ["Depth", whole(counters.max_depth)],
        ...(outlook ? outlookRows(outlook) : []),
      ];
      this.live.figures.replaceChildren(
        ...rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
      );
    }
    if (!this.best) this.live.best.replaceChildren();
    if (!this.live.box?.isConnected) {
      this.live.box = h(
        "div",
        { class: "card stack" },
        this.live.words,
        this.live.best,
        h("progress", { "aria-label": "Searching" }),
        this.live.figures,
      );
      this.outcome.replaceChildren(this.live.box);
    }
  }

  /** After ten seconds without a solution the person decides; the search stands still meanwhile. */
  _askMore({ status, counters, ...rest }) {
    const tally = counters ?? rest;
    const question = h(
      "div",
      { class: "ask", role: "alertdialog", "aria-label": "Continue?" },
      h(
        "p",
        {},
        h("strong", {}, "No solution yet. "),
        `${seconds(tally.seconds)} and ${whole(tally.expanded)} nodes so far (${(status ?? "paused").replace("-", " ")}). Continue from here?`,
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", onclick: () => this._continue(10) },
          "10 seconds more",
        ),
        h("button", { type: "button", onclick: () => this._continue(60) }, "A minute more"),
        h("button", { type: "button", onclick: () => this._stop() }, "Stop here"),
      ),
    );
    this.outcome.replaceChildren(question);
    question.querySelector("button").focus();
  }

  async _stop() {
    await this.search?.stop();
    this._busy(false);
    if (this.best) {
      this._show(this.best);
      remember("solve", { asked: this.asked, result: this.best });
      return;
    }
    forget("solve");
    this.outcome.replaceChildren(h("p", { class: "ask" }, "Stopped."));
  }

  _failed(error) {
    this._busy(false);
    forget("solve");
    this.outcome.replaceChildren(problemBox(error));
  }

  _busy(busy) {
    this.solve.textContent = busy ? "Start over" : "Solve again";
    this.stop.disabled = !busy;
  }
}

/** How far a search is that raises its bound: what is proved, and how long the present bound takes. */
function outlookRows({ bound, expanded, expected, rate, seconds_left: left }) {
  const share = expected ? `${whole(expanded)} of about ${whole(expected)}` : whole(expanded);
  return [
    ["No solution below", `${whole(bound)} moves`],
    ["Nodes of this bound", share],
    ["Nodes a second", whole(rate)],
    ["This bound takes", left === null ? "–" : `about ${seconds(left)} more`],
  ];
}
