// Explain: the numbers that another program printed, and the conventions that lead to them. Boards
// stay until they are removed: each rules out some explanations.

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
    /** @type {Printed[]} The boards that were asked about. */
    this.kept = [];
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
   * What the fields say of the board; null where they are empty.
   * @returns {Printed | null}
   */
  _printed() {
    const filled = Object.entries(this.numbers).filter(([, input]) => input.value !== "");
    const counts = Object.fromEntries(filled.map(([name, input]) => [name, Number(input.value)]));
    const path = this.path.value.trim() || null;
    return filled.length || path ? { cells: [...problem.cells], counts, path } : null;
  }

  _explain() {
    const here = this._printed();
    const others = this.kept.filter(
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
        this.kept = boards;
        this._list();
        this.outcome.replaceChildren(...explanation(answer, (next) => this._take(next)));
      },
      (words) => this.outcome.replaceChildren(words),
    );
  }

  /** Go on with the board that tells the explanations apart. */
  _take(/** @type {NextBoard} */ { board, counter }) {
    for (const input of [...Object.values(this.numbers), this.path]) input.value = "";
    problem.update({ cells: board });
    this.numbers[counter]?.focus();
  }

  /** The boards that were asked about, each of which can be removed. */
  _list() {
    const item = (/** @type {Printed} */ board) => {
      const { cells, counts, path } = board;
      const printed = Object.entries(counts).map(([name, number]) => `${words(name)} ${number}`);
      const remove = () => {
        this.kept = this.kept.filter((other) => other !== board);
        this._list();
        this.begin.focus();
      };
      return h(
        "li.row",
        `${cells.join(" ")}: ${[...printed, path].filter(Boolean).join(", ")}`,
        h("button.small", { onclick: remove }, "Remove this board"),
      );
    };
    this.boards.replaceChildren(...this.kept.map(item));
  }
}

/**
 * The conventions that lead to the numbers, or the nearest.
 * @type {(answer: Explanation, ontake: (next: NextBoard) => void) => HTMLElement[]}
 */
function explanation({ matches, nearest, hints, warning, next_board: next }, ontake) {
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
    ...(next ? nextBoard(next, ontake) : []),
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

/** @type {(next: NextBoard, ontake: (next: NextBoard) => void) => HTMLElement[]} */
function nextBoard(next, ontake) {
  const numbers = [...new Set(next.predictions)].map((number) => number ?? "very many");
  const where = describeBoard(next.board, problem.shape);
  return [
    h(
      "p",
      `They differ most on the board ${where}: ${words(next.counter)} ${numbers.join(" or ")}.`,
    ),
    h("button", { onclick: () => ontake(next) }, "Take this board"),
  ];
}
