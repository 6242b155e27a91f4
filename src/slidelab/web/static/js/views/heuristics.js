// Heuristics: check on every board what a heuristic or a formula claims.

import { runJob } from "../backend/jobs.js";
import { problem } from "../problem.js";
import { shapeText } from "../puzzle/grid.js";
import { goalName } from "../puzzle/solvability.js";
import { formulas } from "../store.js";
import { field, h, marked, select } from "../ui/dom.js";
import { View, viewHead } from "../ui/view.js";
import { GOALS, sentence, words } from "../ui/words.js";
import { Work } from "../ui/work.js";
import { proofReport } from "./proof-report.js";
import { useSearch } from "./use-search.js";

const SHAPES = [
  ["2x2", "2 × 2"],
  ["2x3", "2 × 3"],
  ["3x2", "3 × 2"],
  ["3x3", "3 × 3"],
  ["3x4", "3 × 4, sampled"],
  ["4x4", "4 × 4, sampled"],
];
const MOST_FORMULAS = 20; // older ones are dropped

export default class HeuristicsView extends View {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    super();
    this.catalogue = catalogue;
    const size = shapeText(problem.shape);
    const isListed = SHAPES.some(([name]) => name === size);
    const goal = goalName(problem.value.goal, problem.shape);
    this.shape = select(SHAPES, isListed ? size : "3x3", () => {});
    this.goal = select(GOALS, goal === "own" ? "blank-first" : goal, () => {});
    this.heuristic = select([], "", () => this._describe());
    this.note = h("p.note");
    this.formula = h("input.mono", {
      type: "text",
      value: "max(manhattan,2*misplaced)",
      spellcheck: "false",
      autocapitalize: "off",
    });
    this.own = h(
      "div.stack",
      { hidden: true },
      field("Formula", this.formula),
      h(
        "p.note",
        marked(
          "Join heuristics with `+`, `max(…,…)` or `min(…,…)`, and weigh them as in `2*misplaced`. `rows`, `columns` and `longer` add up how far tiles are from home in rows, in columns, and in the longer of the two.",
        ),
      ),
    );
    const prove = h("button.primary", { onclick: () => this._prove() }, "Prove");
    this.work = new Work(prove);
    this.outcome = h(
      "div.stack",
      h(
        "div.empty",
        "Does it ever overestimate? Does it ever fall by more than the cost of a move? On small boards every position is checked, so the answer is a proof.",
      ),
    );
    this.element = h(
      "div.view.heuristics",
      viewHead("Heuristics", "A heuristic estimates the moves left. Check its claims here."),
      h(
        "div.side-by-side",
        h(
          "section.card.stack",
          { "aria-label": "What to prove" },
          field("Heuristic", this.heuristic),
          this.note,
          this.own,
          h("div.columns", field("Size", this.shape), field("Goal", this.goal)),
          h("div.row", prove, this.work.stop),
        ),
        h("section", { "aria-label": "Findings" }, this.outcome),
      ),
    );
    this._listHeuristics(problem.value.heuristic);
    document.addEventListener("cataloguechange", () => this._listHeuristics(this.heuristic.value));
  }

  /** @param {string} [wanted] a heuristic that another view asks to prove */
  open(wanted) {
    if (!wanted) return;
    this._listHeuristics(wanted);
    this._prove();
  }

  /** List the heuristics, and choose one; any other name is a formula. */
  _listHeuristics(/** @type {string} */ chosen) {
    const names = this.catalogue.heuristics.map(({ name }) => [name, words(name)]);
    const options = [...names, ["", "My own formula…"]];
    this.heuristic.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    const isListed = names.some(([name]) => name === chosen);
    this.heuristic.value = isListed ? chosen : "";
    if (chosen && !isListed) this.formula.value = chosen;
    this._describe();
  }

  _describe() {
    const page = this.catalogue.heuristics.find(({ name }) => name === this.heuristic.value);
    this.own.hidden = Boolean(page);
    this.note.textContent = page
      ? `${sentence(page.summary)}. ${page.admissible ? "Claimed to be admissible." : "Not claimed to be admissible."}`
      : "";
  }

  _prove() {
    const isOwn = !this.heuristic.value;
    const heuristic = this.heuristic.value || this.formula.value.replaceAll(" ", "");
    const shape = this.shape.value;
    const name = isOwn ? heuristic : words(heuristic);
    const bar = h("progress", { "aria-label": "Proving" });
    const doing = h("p", { role: "status" }, "Checking boards…");
    const card = h("div.card.stack", doing, bar);
    const show = (/** @type {Proof} */ proof, /** @type {HTMLElement[]} */ ...above) =>
      this.outcome.replaceChildren(...above, proofReport(proof, name, shape));
    const onprogress = (/** @type {Progress} */ { doing: task, fraction }) => {
      if (!task) return;
      doing.textContent = sentence(task);
      bar.value = fraction ?? 0;
    };
    const onimproved = (/** @type {Proof} */ proof) => show(proof, card);
    this.outcome.replaceChildren(card);
    this.work.run(
      async (signal) => {
        const body = { heuristic, shape, goal: this.goal.value };
        const proof = await runJob("prove", body, { signal, onprogress, onimproved });
        const others = formulas.value.filter((one) => one !== heuristic);
        if (isOwn) formulas.set([heuristic, ...others].slice(0, MOST_FORMULAS));
        show(proof, ...(isOwn ? [useFormula(heuristic)] : []));
      },
      (words) => card.replaceWith(words),
    );
  }
}

const useFormula = (/** @type {string} */ heuristic) =>
  h(
    "section.card.row",
    { "aria-label": "Use the formula" },
    h("p", "It is among the heuristics now. Use it in"),
    useSearch({ algorithm: "astar", heuristic }),
  );
