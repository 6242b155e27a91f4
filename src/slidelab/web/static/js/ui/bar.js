// The problem in one bar above every view: start, goal and size, how to search for it, and in words
// every deviation from the preset. It folds into two lines where the view needs the room.

import { ANY_BOARD, problem } from "../problem.js";
import { goalCells } from "../puzzle/grid.js";
import { scramble } from "../puzzle/scramble.js";
import { goalName } from "../puzzle/solvability.js";
import { formulas } from "../store.js";
import { openBoardDialog } from "./board-dialog.js";
import {
  algorithmField,
  algorithmOf,
  chosenAlgorithm,
  heuristicField,
  parameterFields,
  takesHeuristic,
} from "./chooser.js";
import {
  choose,
  conventionsOf,
  countedAs,
  isGraphSearch,
  isRandomOrder,
  presetOf,
} from "./conventions.js";
import { openConventionsDialog } from "./conventions-dialog.js";
import { field, freshId, h, redraw, segmented, select } from "./dom.js";
import { notice } from "./notice.js";
import { shareButton } from "./share.js";
import { sizeField } from "./size-field.js";
import { goalWords, words } from "./words.js";
import "../elements/slide-board.js";

const MOST_DRAWS = 1000; // seeds short enough to be read aloud

export class ProblemBar {
  /** `shown` returns the view that is shown. */
  constructor(shown) {
    this._share = shareButton(shown, "small");
    this._folds = {};
    this.start = h("slide-board", { readonly: true, label: "Start" });
    this.goal = h("slide-board", { readonly: true, label: "Goal" });
    this.words = h("div.bar-words");
    this.title = h("h1");
    this.fields = h("div.bar-fields", { id: freshId("bar") });
    const fold = () => this._fold(!this.folded);
    this.fold = h("button.small.quiet", { "aria-controls": this.fields.id, onclick: fold });
    const opener = (which, board) => {
      const label = `Set the ${which}`;
      const open = () => openBoardDialog(which);
      return h("button.board-button", { title: label, "aria-label": label, onclick: open }, board);
    };
    this.element = h(
      "section.problem-bar.card",
      { "aria-label": "The problem" },
      h(
        "div.strip-boards",
        opener("start", this.start),
        h("span.arrow", { "aria-hidden": "true" }, "→"),
        opener("goal", this.goal),
      ),
      h("div.bar-main", this.fields, this.words),
    );
    problem.addEventListener("change", ({ detail }) => this._changed(detail));
    formulas.addEventListener("change", () => this._draw());
    document.addEventListener("cataloguechange", () => this._draw());
    this._drawBoards();
  }

  /**
   * Show what the view has a use for: of the algorithm "any", "named" or none. Whether it is folded
   * is remembered for each view.
   * @param {string} view
   * @param {Catalogue} catalogue
   * @param {{title: string, folded?: boolean, algorithm?: "any" | "named" | null}} options
   */
  show(view, catalogue, { title, folded = false, algorithm = null }) {
    this._view = view;
    this.title.textContent = title;
    this._folds[view] ??= folded;
    this.withAlgorithm = algorithm;
    this.catalogue = catalogue;
    this._fold(this._folds[view]);
  }

  _changed({ changes, board }) {
    if (board) this._drawBoards();
    // A game changes the cells with every move, and nothing else that is shown here.
    if (Object.keys(changes).some((name) => name !== "cells")) this._draw();
  }

  _drawBoards() {
    const { shape, cells, goal } = problem;
    this.start.set({ shape, cells, goal });
    this.goal.set({ shape, cells: goal, goal });
  }

  _fold(folded) {
    this._folds[this._view] = this.folded = folded;
    this.fold.textContent = folded ? "Settings" : "Hide settings";
    this.fold.setAttribute("aria-expanded", String(!folded));
    this.element.classList.toggle("folded", folded);
    this._draw();
  }

  _draw() {
    if (!this.catalogue) return; // it was not shown yet
    // What is folded away is not there at all, so that no key and no reader comes across it.
    redraw(this.fields, this.folded ? [] : this._fields());
    redraw(this.words, this.title, this._words());
  }

  _algorithm() {
    return this.withAlgorithm === "named"
      ? algorithmOf(this.catalogue, problem.value.algorithm)
      : chosenAlgorithm(this.catalogue);
  }

  /** Whether what is searched with has a use for a heuristic. */
  get _informed() {
    return !this.withAlgorithm || takesHeuristic(this._algorithm());
  }

  _fields() {
    const { catalogue } = this;
    const conventions = conventionsOf(catalogue);
    const preset = presetOf(catalogue);
    const presets = catalogue.presets.map(({ name, title, summary }) => [
      name,
      `${title}: ${summary}`,
    ]);
    const size = sizeField(resize);
    size.show(problem.shape);
    const setVersion = (version) =>
      choose(catalogue, "duplicates", version === "graph" ? "cheapest" : "tree");
    const setOrder = (order) =>
      choose(catalogue, "order", order === "fixed" ? preset.conventions.order : drawOrder());
    return [
      size.element,
      ...(this.withAlgorithm ? [algorithmField(catalogue, this.withAlgorithm)] : []),
      ...(this._informed ? [heuristicField(catalogue)] : []),
      ...(this.withAlgorithm ? parameterFields(this._algorithm()) : []),
      labelled(
        "Version",
        segmented("Version of the search", VERSIONS, version(conventions), setVersion),
      ),
      labelled(
        "Order of moves",
        segmented("Order of the moves", ORDERS, order(conventions), setOrder),
      ),
      field(
        "Preset",
        select(presets, preset.name, (name) => problem.update({ preset: name, conventions: {} })),
      ),
    ];
  }

  _words() {
    const isChanged = Object.keys(problem.value.conventions).length > 0;
    const shown = h("p", this.folded ? this._inWords() : boardWords());
    return [shown, this.folded && !isChanged ? [] : this._counted(isChanged), this._buttons()];
  }

  /** The preset and each deviation from it, and ways back. */
  _counted(isChanged) {
    const { catalogue } = this;
    const link = (label, onclick) => h("button.link-button", { onclick }, label);
    const another = () => choose(catalogue, "order", drawOrder());
    const back = () => problem.update({ conventions: {} });
    return h(
      "p",
      { class: isChanged ? "deviates" : "" },
      `Counted as ${countedAs(catalogue)}. `,
      isRandomOrder(conventionsOf(catalogue)) ? [link("Draw another order", another), " "] : null,
      isChanged ? link(`Back to ${presetOf(catalogue).name}`, back) : null,
    );
  }

  _buttons() {
    const shuffle = () =>
      problem.update({ cells: scramble(problem.goal, problem.shape) }, ANY_BOARD);
    const button = (label, onclick) => h("button.small", { onclick }, label);
    const buttons = [
      button("Shuffle", shuffle),
      button("Set board…", () => openBoardDialog()),
      button("Conventions…", () => openConventionsDialog(this.catalogue)),
      this._share,
    ];
    return h("div.row.tight", this.folded ? [] : buttons, this.fold);
  }

  _inWords() {
    const search = this.withAlgorithm ? this._algorithm().title : "";
    const heuristic = this._informed ? words(problem.value.heuristic) : "";
    return [boardWords(), search, heuristic].filter(Boolean).join(" · ");
  }
}

const VERSIONS = [
  ["graph", "Graph"],
  ["tree", "Tree"],
];
const ORDERS = [
  ["fixed", "Fixed"],
  ["random", "Random"],
];
const version = (conventions) => (isGraphSearch(conventions) ? "graph" : "tree");
const order = (conventions) => (isRandomOrder(conventions) ? "random" : "fixed");
const drawOrder = () => `random:${Math.floor(Math.random() * MOST_DRAWS)}`;

const labelled = (label, control) => h("div.field", h("span.label", label), control);

function boardWords() {
  const { shape, value } = problem;
  return `${shape.rows} × ${shape.cols}, ${goalWords(goalName(value.goal, shape))}`;
}

/** Another size is another board; a goal of one's own fits one size only. */
function resize(shape) {
  const named = goalName(problem.value.goal, problem.shape);
  if (named === "own")
    notice("A custom goal fits one size only, so the goal is “Blank top left” now.");
  const goal = named === "own" ? "blank-first" : named;
  problem.update({ shape, goal, cells: scramble(goalCells(goal, shape), shape) }, ANY_BOARD);
}
