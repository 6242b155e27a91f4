// Heuristics: prove things about one, or about a formula of one's own, on every board.

import { fetchCatalogue } from "../net/client.js";
import { runSearch } from "../net/search.js";
import { problem } from "../problem.js";
import { shapeText } from "../puzzle/grid.js";
import { goalName } from "../puzzle/solvability.js";
import { field, h, segmented, select } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { sentence, words } from "../ui/words.js";
import { FormulaBuilder } from "./formula-builder.js";
import { keepFormula, useFormula } from "./formula-use.js";
import { proofReport } from "./proof-report.js";

const SHAPES = [
  ["2x2", "2 × 2"],
  ["2x3", "2 × 3"],
  ["3x2", "3 × 2"],
  ["3x3", "3 × 3"],
  ["3x4", "3 × 4, sampled"],
  ["4x4", "4 × 4, sampled"],
];

export function open() {
  const view = new HeuristicsView();
  return { element: view.element, close: () => view._abort?.abort() };
}

class HeuristicsView {
  constructor() {
    this.mode = "known";
    this.shape = SHAPES.some(([name]) => name === shapeText(problem.shape))
      ? shapeText(problem.shape)
      : "3x3";
    const named = goalName(problem.value.goal, problem.shape);
    this.goal = named === "own" ? "blank-first" : named;
    this.heuristic = problem.value.heuristic;
    this.asked = h("div", { class: "stack" });
    this.outcome = h(
      "div",
      { class: "stack" },
      h(
        "p",
        { class: "empty" },
        "Does it ever say too much? Does it ever fall by more than a move costs? On small boards every position is looked at, so the answer is a proof.",
      ),
    );
    this.prove = h(
      "button",
      { type: "button", class: "primary", onclick: () => this._prove() },
      "Prove",
    );
    this.stop = h(
      "button",
      { type: "button", disabled: true, onclick: () => this._abort?.abort() },
      "Stop",
    );
    this.form = h("section", { class: "card stack", "aria-label": "What to prove" });
    this.element = h(
      "div",
      { class: "view heuristics", "data-needs-server": "" },
      h(
        "header",
        { class: "view-head" },
        h(
          "div",
          {},
          h("h1", {}, "Heuristics"),
          h(
            "p",
            {},
            "How far is it still? A heuristic guesses. Here its promises are put to the test.",
          ),
        ),
      ),
      h(
        "div",
        { class: "side-by-side" },
        this.form,
        h("section", { "aria-label": "Findings" }, this.outcome),
      ),
    );
    this._start();
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
    } catch (error) {
      this.form.replaceChildren(problemBox(error));
      return;
    }
    this.formula = new FormulaBuilder(this.catalogue);
    this.form.replaceChildren(
      segmented(
        "What to prove",
        [
          ["known", "From the lab"],
          ["own", "My own formula"],
        ],
        this.mode,
        (mode) => {
          this.mode = mode;
          this._ask();
        },
      ),
      this.asked,
      h(
        "div",
        { class: "two-fields" },
        field(
          "Shape",
          select(SHAPES, this.shape, (shape) => (this.shape = shape)),
        ),
        field(
          "Goal",
          select(
            [
              ["blank-first", "Blank first"],
              ["blank-last", "Blank last"],
            ],
            this.goal,
            (goal) => (this.goal = goal),
          ),
        ),
      ),
      h("div", { class: "row" }, this.prove, this.stop),
    );
    this._ask();
  }

  _ask() {
    if (this.mode === "own") {
      this.asked.replaceChildren(this.formula.element);
      return;
    }
    const note = h("p", { class: "note" });
    const choose = (name) => {
      this.heuristic = name;
      const { summary, admissible } = this.catalogue.heuristics.find((one) => one.name === name);
      note.textContent = `${sentence(summary)}. ${admissible ? "It claims never to overestimate." : "It claims nothing."}`;
    };
    const names = this.catalogue.heuristics.map(({ name }) => [name, words(name)]);
    this.asked.replaceChildren(field("Heuristic", select(names, this.heuristic, choose)), note);
    choose(this.heuristic);
  }

  async _prove() {
    this._abort?.abort();
    this._abort = new AbortController();
    const { signal } = this._abort;
    const heuristic = this.mode === "own" ? this.formula.text() : this.heuristic;
    const bar = h("progress", { "aria-label": "Proving" });
    const doing = h("p", { role: "status" }, "Looking at the boards…");
    const card = h("div", { class: "card stack" }, doing, bar);
    this.outcome.replaceChildren(card);
    this._busy(true);
    const onprogress = (progress) => {
      const { doing: task, done, total } = progress.counters ?? progress;
      if (!task) return;
      doing.textContent = sentence(task);
      bar.max = total || 1;
      bar.value = done;
    };
    const name = this.mode === "own" ? heuristic : words(heuristic);
    const { shape } = this;
    const onimproved = (proof) =>
      this.outcome.replaceChildren(proofReport(proof, name, shape), card);
    try {
      const proof = await runSearch(
        { heuristic, shape, goal: this.goal },
        { path: "/api/proofs", onprogress, onimproved, signal },
      );
      const own = this.mode === "own" && name === heuristic;
      this.outcome.replaceChildren(
        ...(own ? [useFormula(keepFormula(heuristic, proof, shape))] : []),
        proofReport(proof, name, shape),
      );
    } catch (error) {
      const stopped = error.name === "AbortError";
      card.replaceWith(stopped ? h("p", { class: "ask" }, "Stopped.") : problemBox(error));
    }
    this._busy(false);
  }

  _busy(busy) {
    this.prove.disabled = busy;
    this.stop.disabled = !busy;
  }
}
