// Heuristics: prove things about one, or about a formula of one's own, on every board.

import { fetchCatalogue, runJob } from "../backend/jobs.js";
import { isOwn } from "../own-code.js";
import { problem } from "../problem.js";
import { shapeText } from "../puzzle/grid.js";
import { goalName } from "../puzzle/solvability.js";
import { proof as kept } from "../store.js";
import { field, h, segmented, select } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { View } from "../ui/view.js";
import { GOALS, sentence, words } from "../ui/words.js";
import { FormulaField } from "./formula-field.js";
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

export const create = () => new HeuristicsView();

class HeuristicsView extends View {
  constructor() {
    super();
    const { mode, shape, goal, heuristic } = { ...firstChoice(), ...kept.value };
    this.mode = mode;
    this.shape = shape;
    this.goal = goal;
    this.heuristic = heuristic;
    this.asked = h("div.stack");
    this.outcome = h(
      "div.stack",
      h(
        "div.empty.stack",
        h(
          "p",
          "Does it ever overestimate? Does it ever fall by more than the cost of a move? On small boards every position is checked, so the answer is a proof.",
        ),
        h("div", h("button", { onclick: () => this._example() }, "Try an example")),
      ),
    );
    this.prove = h("button.primary", { onclick: () => this._begin() }, "Prove");
    this.stop = h("button", { disabled: true, onclick: () => this._abort?.abort() }, "Stop");
    this.form = h("section.card.stack", { "aria-label": "What to prove" });
    this.element = h(
      "div.view.heuristics",
      h(
        "header.view-head",
        h(
          "div",
          h("h1", "Heuristics"),
          h("p", "A heuristic estimates the moves left. Check its claims here."),
        ),
      ),
      h("div.side-by-side", this.form, h("section", { "aria-label": "Findings" }, this.outcome)),
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
    document.addEventListener("cataloguechange", () => this._codeChanged());
    this.formula = new FormulaField(this.catalogue, kept.value.formula, (formula) =>
      kept.set({ ...kept.value, formula }),
    );
    this._draw();
    this._takeUp(kept.value);
    this.open();
  }

  /** Another view may have asked for a proof. */
  open() {
    const { wanted } = kept.value;
    if (!wanted || !this.catalogue) return;
    this._choose({ mode: "known", heuristic: wanted, wanted: null });
    this._draw();
    this._begin();
  }

  /** What was proved about code of one's own says nothing about what it is now. */
  _codeChanged() {
    if (isOwn(kept.value.asked?.heuristic ?? "")) {
      this._abort?.abort();
      this._keepProof({});
      this.outcome.replaceChildren(h("p.ask", "Your code has changed. Prove it again."));
    }
    this._ask();
  }

  _draw() {
    this.form.replaceChildren(
      segmented(
        "What to prove",
        [
          ["known", "From the lab"],
          ["own", "My own formula"],
        ],
        this.mode,
        (mode) => {
          this._choose({ mode });
          this._ask();
        },
      ),
      this.asked,
      h(
        "div.two-fields",
        field(
          "Size",
          select(SHAPES, this.shape, (shape) => this._choose({ shape })),
        ),
        field(
          "Goal",
          select(GOALS, this.goal, (goal) => this._choose({ goal })),
        ),
      ),
      h("div.row", this.prove, this.stop),
    );
    this._ask();
  }

  _choose(changes) {
    Object.assign(this, changes);
    kept.set({ ...kept.value, ...changes });
  }

  /** Show the proof that was there before the page was reloaded, or prove again. */
  _takeUp({ asked, proof }) {
    if (proof) this._show(proof, asked);
    else if (asked) this._prove(asked);
  }

  _ask() {
    if (this.mode === "own") {
      this.asked.replaceChildren(this.formula.element);
      return;
    }
    const note = h("p.note");
    const choose = (name) => {
      this._choose({ heuristic: name });
      const { summary, admissible } = this.catalogue.heuristics.find((one) => one.name === name);
      note.textContent = `${sentence(summary)}. ${admissible ? "It claims never to overestimate." : "It claims nothing."}`;
    };
    const names = this.catalogue.heuristics.map(({ name }) => name);
    // A formula of one's own may be the heuristic at hand; it stands under the other choice.
    const chosen = names.includes(this.heuristic) ? this.heuristic : names[0];
    const options = names.map((name) => [name, words(name)]);
    this.asked.replaceChildren(field("Heuristic", select(options, chosen, choose)), note);
    choose(chosen);
  }

  /** A heuristic that makes no claim, and is refuted. */
  _example() {
    const refuted = this.catalogue?.heuristics.find(({ admissible }) => !admissible);
    if (!refuted) return;
    this._choose({ mode: "known", heuristic: refuted.name, shape: "3x3" });
    this._draw();
    this._begin();
  }

  _begin() {
    const own = this.mode === "own";
    const heuristic = own ? this.formula.text() : this.heuristic;
    return this._prove({ own, heuristic, shape: this.shape, goal: this.goal });
  }

  async _prove(asked) {
    this._abort?.abort();
    this._abort = new AbortController();
    const { signal } = this._abort;
    this._keepProof({ asked });
    const bar = h("progress", { "aria-label": "Proving" });
    const doing = h("p", { role: "status" }, "Checking boards…");
    const card = h("div.card.stack", doing, bar);
    this.outcome.replaceChildren(card);
    this._busy(true);
    const onprogress = (progress) => {
      const { doing: task, fraction } = progress;
      if (!task) return;
      doing.textContent = sentence(task);
      bar.value = fraction;
    };
    const onimproved = (proof) => this.outcome.replaceChildren(report(proof, asked), card);
    const { own, ...body } = asked;
    try {
      const proof = await runJob("prove", body, { onprogress, onimproved, signal });
      if (own) keepFormula(asked.heuristic, proof, asked.shape);
      this._keepProof({ asked, proof });
      this._show(proof, asked);
    } catch (error) {
      const stopped = error.name === "AbortError";
      this._keepProof({});
      card.replaceWith(stopped ? h("p.ask", "Stopped.") : problemBox(error));
    }
    this._busy(false);
    return undefined;
  }

  /** @param {{asked?: any, proof?: any}} found */
  _keepProof({ asked, proof }) {
    kept.set({ ...kept.value, asked, proof });
  }

  _show(proof, asked) {
    this.outcome.replaceChildren(
      ...(asked.own ? [useFormula(asked.heuristic)] : []),
      report(proof, asked),
    );
  }

  _busy(busy) {
    this.prove.disabled = busy;
    this.stop.disabled = !busy;
  }
}

/** What the problem at hand suggests. */
function firstChoice() {
  const size = shapeText(problem.shape);
  const named = goalName(problem.value.goal, problem.shape);
  return {
    shape: SHAPES.some(([name]) => name === size) ? size : "3x3",
    goal: named === "own" ? "blank-first" : named,
    heuristic: problem.value.heuristic,
  };
}

const report = (proof, { own, heuristic, shape }) =>
  proofReport(proof, own ? heuristic : words(heuristic), shape);
