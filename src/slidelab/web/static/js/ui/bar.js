// The bar above the views that shows and changes the problem: start, goal, size, how to search, and every
// deviation from the preset. It folds into two lines if the view needs the space.

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
import { goalWords, sentence, words } from "./words.js";
import "../elements/slide-board.js";

const MOST_DRAWS = 1000; // short seeds, which are easy to read aloud

/** @typedef {"any" | "named"} Algorithms "any" offers Automatic too */
/** @typedef {{title: string, folded?: boolean, algorithm?: Algorithms | null}} Use */

export class ProblemBar {
  /** @param {import("./share.js").Shown} shown */
  constructor(shown) {
    this._share = shareButton(shown, "small");
    this._view = "";
    /** @type {Record<string, boolean>} */
    this._folds = {};
    this.folded = false;
    /** @type {Algorithms | null} */
    this.withAlgorithm = null;
    /** @type {Catalogue | null} */
    this.catalogue = null;
    this.start = h("slide-board", { readonly: true, label: "Start" });
    this.goal = h("slide-board", { readonly: true, label: "Goal" });
    this.words = h("div.bar-words");
    this.title = h("h1");
    this.fields = h("div.bar-fields", { id: freshId("bar") });
    const fold = () => this._fold(!this.folded);
    this.fold = h("button.small.quiet", { "aria-controls": this.fields.id, onclick: fold });
    const opener = (/** @type {"start" | "goal"} */ which, /** @type {HTMLElement} */ board) => {
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
   * Show the settings that a view uses, folded as it was left in that view.
   * @param {string} view @param {Catalogue} catalogue @param {Use} use
   */
  show(view, catalogue, { title, folded = false, algorithm = null }) {
    this._view = view;
    this.title.textContent = title;
    this._folds[view] ??= folded;
    this.withAlgorithm = algorithm;
    this.catalogue = catalogue;
    this._fold(this._folds[view]);
  }

  /** @param {{changes: Partial<Problem>, board: boolean}} change */
  _changed({ changes, board }) {
    if (board) this._drawBoards();
    // A game changes only the cells, with every move.
    if (Object.keys(changes).some((name) => name !== "cells")) this._draw();
  }

  _drawBoards() {
    const { shape, cells, goal } = problem;
    this.start.set({ shape, cells, goal });
    this.goal.set({ shape, cells: goal, goal });
  }

  /** @param {boolean} folded */
  _fold(folded) {
    this._folds[this._view] = this.folded = folded;
    this.fold.textContent = folded ? "Settings" : "Hide settings";
    this.fold.setAttribute("aria-expanded", String(!folded));
    this.element.classList.toggle("folded", folded);
    this._draw();
  }

  _draw() {
    const { catalogue } = this;
    if (!catalogue) return; // not shown yet
    // Folded fields are removed, so that keys and screen readers don't reach them.
    redraw(this.fields, this.folded ? [] : this._fields(catalogue));
    redraw(this.words, this.title, this._drawWords(catalogue));
  }

  /** @param {Catalogue} catalogue */
  _algorithm(catalogue) {
    return this.withAlgorithm === "named"
      ? algorithmOf(catalogue, problem.value.algorithm)
      : chosenAlgorithm(catalogue);
  }

  /** Whether the algorithm uses a heuristic. @param {Catalogue} catalogue */
  _isInformed(catalogue) {
    return !this.withAlgorithm || takesHeuristic(this._algorithm(catalogue));
  }

  /** @param {Catalogue} catalogue */
  _fields(catalogue) {
    const conventions = conventionsOf(catalogue);
    const preset = presetOf(catalogue);
    const presets = catalogue.presets.map(({ name, summary }) => [
      name,
      `${sentence(name)}: ${summary}`,
    ]);
    const size = sizeField(resize);
    size.show(problem.shape);
    const setVersion = (/** @type {string} */ version) =>
      choose(catalogue, "duplicates", version === "graph" ? "cheapest" : "tree");
    const setOrder = (/** @type {string} */ order) =>
      choose(catalogue, "order", order === "fixed" ? preset.conventions.order : drawOrder());
    return [
      size.element,
      ...(this.withAlgorithm ? [algorithmField(catalogue, this.withAlgorithm)] : []),
      ...(this._isInformed(catalogue) ? [heuristicField(catalogue)] : []),
      ...(this.withAlgorithm ? parameterFields(this._algorithm(catalogue)) : []),
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

  /** @param {Catalogue} catalogue */
  _drawWords(catalogue) {
    const isChanged = Object.keys(problem.value.conventions).length > 0;
    const shown = h("p", this.folded ? this._summary(catalogue) : boardWords());
    const counted = this.folded && !isChanged ? [] : this._counted(catalogue, isChanged);
    return [shown, counted, this._buttons(catalogue)];
  }

  /**
   * Return the preset and each deviation from it, with buttons to undo them.
   * @param {Catalogue} catalogue @param {boolean} isChanged
   */
  _counted(catalogue, isChanged) {
    const link = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button.link-button", { onclick }, label);
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

  /** @param {Catalogue} catalogue */
  _buttons(catalogue) {
    const shuffle = () =>
      problem.update({ cells: scramble(problem.goal, problem.shape) }, ANY_BOARD);
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button.small", { onclick }, label);
    const buttons = [
      button("Shuffle", shuffle),
      button("Set board…", () => openBoardDialog()),
      button("Conventions…", () => openConventionsDialog(catalogue)),
      this._share,
    ];
    return h("div.row.tight", this.folded ? [] : buttons, this.fold);
  }

  /** @param {Catalogue} catalogue */
  _summary(catalogue) {
    const search = this.withAlgorithm ? this._algorithm(catalogue).title : "";
    const heuristic = this._isInformed(catalogue) ? words(problem.value.heuristic) : "";
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
const version = (/** @type {Conventions} */ conventions) =>
  isGraphSearch(conventions) ? "graph" : "tree";
const order = (/** @type {Conventions} */ conventions) =>
  isRandomOrder(conventions) ? "random" : "fixed";
const drawOrder = () => `random:${Math.floor(Math.random() * MOST_DRAWS)}`;

const labelled = (/** @type {string} */ label, /** @type {HTMLElement} */ control) =>
  h("div.field", h("span.label", label), control);

function boardWords() {
  const { shape, value } = problem;
  return `${shape.rows} × ${shape.cols}, ${goalWords(goalName(value.goal, shape))}`;
}

/** Draw a board of another size; a custom goal fits one size only. @param {Shape} shape */
function resize(shape) {
  const named = goalName(problem.value.goal, problem.shape);
  if (named === "own")
    notice("A custom goal fits one size only, so the goal is “Blank top left” now.");
  const goal = named === "own" ? "blank-first" : named;
  problem.update({ shape, goal, cells: scramble(goalCells(goal, shape), shape) }, ANY_BOARD);
}
