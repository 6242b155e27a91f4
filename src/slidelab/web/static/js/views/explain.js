// Explain: enter the numbers that another program printed, and get the conventions that produce them.
// Each further board rules out some explanations.

import { runJob } from "../backend/jobs.js";
import { problem } from "../problem.js";
import { describeBoard, sameCells, shapeText } from "../puzzle/grid.js";
import { field, h, select } from "../ui/dom.js";
import { View } from "../ui/view.js";
import { sentence, words } from "../ui/words.js";
import { Work } from "../ui/work.js";

/**
 * What a program printed for a board.
 * @typedef {{cells: Cells, counts: Record<string, number>, path: string | null}} Printed
 */

const NUMBERS = {
  expanded: "Nodes expanded",
  generated: "Nodes generated",
  max_depth: "Maximum depth",
  max_frontier: "Largest frontier",
  frontier: "Frontier at the end",
  cost: "Moves of its path",
};
const SHOWN = 5; // explanations

export default class ExplainView extends View {
  /** @param {Catalogue} catalogue */
  constructor({ algorithms, heuristics }) {
    super();
    /** @type {Printed[]} */
    this.entered = [];
    const number = () => h("input", { type: "number", min: 0, step: 1, inputmode: "numeric" });
    this.numbers = Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, number()]));
    this.path = h("input", { type: "text", maxlength: 4000, placeholder: "Up Left, or UL" });
    const named = problem.value.algorithm === "auto" ? "any" : problem.value.algorithm;
    const titles = algorithms.map(({ name, title }) => [name, title]);
    const names = heuristics.map(({ name }) => [name, words(name)]);
    this.heuristic = select(names, problem.value.heuristic, () => {});
    const heuristic = field("Its heuristic", this.heuristic);
    const follow = () => {
      const chosen = algorithms.find(({ name }) => name === this.algorithm.value);
      heuristic.hidden = chosen?.informed === false;
    };
    this.algorithm = select([["any", "I don't know"], ...titles], named, follow);
    follow();
    this.boards = h("ul.plain");
    this.outcome = h("div.stack", { "aria-live": "polite" });
    this.begin = h("button.primary", { type: "submit" }, "Explain");
    this.work = new Work(this.begin);
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this._explain();
    };
    this.element = h(
      "div.view.explain.stack",
      h("p.note", "Enter what your program printed; slidelab finds the rules that give it."),
      h(
        "form.card.stack",
        { onsubmit },
        h("div.row", field("Its algorithm", this.algorithm), heuristic),
        h(
          "div.row.fields",
          Object.entries(NUMBERS).map(([name, label]) => field(label, this.numbers[name])),
          field("Its path", this.path),
        ),
        this.boards,
        h("div.row", this.begin, this.work.stop),
      ),
      this.outcome,
    );
  }

  /**
   * Read the fields; null if they are empty.
   * @returns {Printed | null}
   */
  _readFields() {
    const filled = Object.entries(this.numbers).filter(([, input]) => input.value !== "");
    const counts = Object.fromEntries(filled.map(([name, input]) => [name, Number(input.value)]));
    const path = this.path.value.trim() || null;
    return filled.length || path ? { cells: [...problem.cells], counts, path } : null;
  }

  _explain() {
    const here = this._readFields();
    const others = this.entered.filter(
      ({ cells }) =>
        cells.length === problem.cells.length && !(here && sameCells(cells, here.cells)),
    );
    const boards = here ? [...others, here] : others;
    if (!boards.length) {
      this.outcome.replaceChildren(
        h("p", { role: "alert" }, "Enter at least one number that it prints."),
      );
      this.numbers.expanded.focus();
      return;
    }
    const bar = h("progress", { "aria-label": "Trying conventions" });
    const found = h("ol");
    this.outcome.replaceChildren(h("p", "Trying conventions…"), bar, found);
    const onprogress = (/** @type {Progress} */ { fraction, matches = [] }) => {
      bar.value = fraction || 0;
      found.replaceChildren(...matches.slice(0, SHOWN).map(matchItem));
    };
    const algorithm = this.algorithm.value;
    const heuristic = algorithm === "any" ? null : this.heuristic.value;
    const shape = shapeText(problem.shape);
    const body = { boards, shape, goal: [...problem.goal], algorithm, heuristic };
    this.work.run(
      async (signal) => {
        const answer = await runJob("explain", body, { onprogress, signal });
        this.entered = boards;
        this._listBoards();
        this.outcome.replaceChildren(...explanation(answer, (next) => this._useBoard(next)));
      },
      (words) => this.outcome.replaceChildren(words),
    );
  }

  /** Take the suggested next board, and clear the fields. */
  _useBoard(/** @type {NextBoard} */ { board, counter }) {
    for (const input of [...Object.values(this.numbers), this.path]) input.value = "";
    problem.update({ cells: board });
    this.numbers[counter]?.focus();
  }

  /** List the boards that were entered, each with a button that removes it. */
  _listBoards() {
    const item = (/** @type {Printed} */ board) => {
      const { cells, counts, path } = board;
      const printed = Object.entries(counts).map(([name, number]) => `${words(name)} ${number}`);
      const remove = () => {
        this.entered = this.entered.filter((other) => other !== board);
        this._listBoards();
        this.begin.focus();
      };
      return h(
        "li.row",
        `${cells.join(" ")}: ${[...printed, path].filter(Boolean).join(", ")}`,
        h("button.small", { onclick: remove }, "Remove this board"),
      );
    };
    this.boards.replaceChildren(...this.entered.map(item));
  }
}

/**
 * Show the conventions that produce the numbers, or those that come nearest.
 * @type {(answer: Explanation, onuse: (next: NextBoard) => void) => HTMLElement[]}
 */
function explanation({ matches, nearest, hints, warning, next_board: next }, onuse) {
  const warned = warning ? [h("p", warning)] : [];
  if (!matches.length)
    return [
      h("h2", "No conventions produce these numbers"),
      ...warned,
      h(
        "ul",
        hints.map((text) => h("li", text)),
      ),
      ...(nearest.length ? [h("h2", "Nearest"), h("ol", nearest.map(matchItem))] : []),
    ];
  const found = matches.length;
  const more = found > SHOWN ? `, the first ${SHOWN} of them here` : "";
  return [
    h("h2", found === 1 ? "One explanation" : `${found} explanations${more}`),
    h("ol", matches.slice(0, SHOWN).map(matchItem)),
    ...warned,
    ...(next ? nextBoard(next, onuse) : []),
  ];
}

/** @param {Match} match */
function matchItem(match) {
  const { algorithm, heuristic, preset, deviations, reasons, differences = {} } = match;
  const what = heuristic ? `${algorithm} with ${words(heuristic)}` : algorithm;
  const changes = Object.entries(deviations).map(([name, value]) => `${words(name)} ${value}`);
  const counted = [preset, changes.join(", ")].filter(Boolean).join(", but ");
  const instead = Object.entries(differences).map(
    ([name, { printed, came_out }]) =>
      `${sentence(words(name))}: ${came_out ?? "none"} instead of ${printed}.`,
  );
  const use = () =>
    problem.update({
      algorithm,
      heuristic: heuristic ?? problem.value.heuristic,
      preset,
      conventions: deviations,
    });
  return h(
    "li",
    h("p", h("strong", `${sentence(what)}, counted as ${counted}`)),
    [...reasons, ...instead].map((text) => h("p.note", text)),
    h("button.small", { onclick: use }, "Count like this"),
  );
}

/** @type {(next: NextBoard, onuse: (next: NextBoard) => void) => HTMLElement[]} */
function nextBoard(next, onuse) {
  const numbers = [...new Set(next.predictions)].map((number) => number ?? "very many");
  const where = describeBoard(next.board, problem.shape);
  return [
    h(
      "p",
      `They differ most on the board ${where}: ${words(next.counter)} ${numbers.join(" or ")}.`,
    ),
    h("button", { onclick: () => onuse(next) }, "Take this board"),
  ];
}
