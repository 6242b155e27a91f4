// The problem at hand, in one bar above every view: start, goal and size, how to search for it, and
// in words every deviation from the preset. It folds into two lines where the view needs the room.

import { fetchCatalogue } from "../backend/jobs.js";
import { ANY_BOARD, problem } from "../problem.js";
import { goalCells, parseShape, shapeText } from "../puzzle/grid.js";
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
import { COMMON_SIZES } from "./size-field.js";
import { goalWords, words } from "./words.js";
import "../elements/slide-board.js";

const MOST_DRAWS = 1000; // seeds short enough to be read aloud

const button = (label, onclick, className = "small") =>
  h("button", { class: className, onclick }, label);

export class ProblemBar {
  /** `shown` tells, when asked, which view is shown. */
  constructor(shown) {
    this._share = shareButton(shown, "small");
    this._folds = {};
    /** @type {Catalogue | null} */
    this.catalogue = null;
    this.start = h("slide-board", { readonly: true, label: "Start" });
    this.goal = h("slide-board", { readonly: true, label: "Goal" });
    this.words = h("div.bar-words");
    this.title = h("h1");
    this.fields = h("div.bar-fields", { id: freshId("bar") });
    this.fold = h("button.small.quiet.bar-fold", {
      "aria-controls": this.fields.id,
      onclick: () => this._fold(!this.folded),
    });
    const opens = (which, board) =>
      h(
        "button.board-button",
        {
          title: `Set the ${which}`,
          "aria-label": `Set the ${which}`,
          onclick: () => openBoardDialog(which),
        },
        board,
      );
    this.element = h(
      "section.problem-bar.card",
      { "aria-label": "The problem" },
      h(
        "div.strip-boards",
        opens("start", this.start),
        h("span.arrow", { "aria-hidden": "true" }, "→"),
        opens("goal", this.goal),
      ),
      h("div.bar-main", this.fields, this.words),
    );
    problem.addEventListener("change", ({ detail }) => this._changed(detail));
    formulas.addEventListener("change", () => this._draw());
    document.addEventListener("cataloguechange", () => this._draw());
    this._drawBoards();
  }

  /** What the view of this name has a use for: of the algorithm "any", "named" or none. Folding it or not is remembered for each view. */
  async show(view, { title = this.title.textContent, folded = false, algorithm = null }) {
    this._view = view;
    this.title.textContent = title;
    this._folds[view] ??= folded;
    this.withAlgorithm = algorithm;
    this.catalogue ??= await fetchCatalogue().catch(() => null);
    if (this._view === view) this._fold(this._folds[view]);
  }

  _changed({ changes, board }) {
    if (board) this._drawBoards();
    // A game changes the cells with every move, and nothing else of what stands here.
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
    // What is folded away is not there at all, so that no key and no reader comes across it.
    redraw(this.fields, this.folded || !this.catalogue ? [] : this._fields());
    redraw(this.words, this.title, this.catalogue ? this._words() : h("p", this._board()));
  }

  _board() {
    const { shape, value } = problem;
    return `${shape.rows} × ${shape.cols}, ${goalWords(goalName(value.goal, shape))}`;
  }

  _algorithm() {
    return this.withAlgorithm === "named"
      ? algorithmOf(this.catalogue, problem.value.algorithm)
      : chosenAlgorithm(this.catalogue);
  }

  _fields() {
    const { catalogue } = this;
    const chosen = this._algorithm();
    const conventions = conventionsOf(catalogue);
    const size = shapeText(problem.shape);
    const sizes = COMMON_SIZES.includes(size) ? COMMON_SIZES : [...COMMON_SIZES, size];
    const presets = catalogue.presets.map(({ name, title, summary }) => [
      name,
      `${title}: ${summary}`,
    ]);
    return [
      field(
        "Size",
        select(
          sizes.map((one) => [one, one.replace("x", " × ")]),
          size,
          resize,
        ),
      ),
      ...(this.withAlgorithm ? [algorithmField(catalogue, this.withAlgorithm)] : []),
      ...(takesHeuristic(chosen) || !this.withAlgorithm ? [heuristicField(catalogue)] : []),
      ...(this.withAlgorithm ? parameterFields(chosen) : []),
      labelled(
        "Version",
        segmented(
          "Version of the search",
          [
            ["graph", "Graph"],
            ["tree", "Tree"],
          ],
          isGraphSearch(conventions) ? "graph" : "tree",
          (version) => choose(catalogue, "duplicates", version === "graph" ? "cheapest" : "tree"),
        ),
      ),
      labelled(
        "Order of moves",
        segmented(
          "Order of the moves",
          [
            ["fixed", "Fixed"],
            ["random", "Random"],
          ],
          isRandomOrder(conventions) ? "random" : "fixed",
          (order) =>
            choose(
              catalogue,
              "order",
              order === "fixed" ? presetOf(catalogue).conventions.order : drawOrder(),
            ),
        ),
      ),
      field(
        "Preset",
        select(presets, presetOf(catalogue).name, (preset) =>
          problem.update({ preset, conventions: {} }),
        ),
      ),
    ];
  }

  _words() {
    const told = h("p", this.folded ? this._inWords() : this._board());
    return [told, ...(this.folded && !this._deviates ? [] : [this._counted()]), this._buttons()];
  }

  get _deviates() {
    return Object.keys(problem.value.conventions).length > 0;
  }

  /** The preset and each deviation from it, and ways back. */
  _counted() {
    const { catalogue } = this;
    const isRandom = isRandomOrder(conventionsOf(catalogue));
    const another = () => choose(catalogue, "order", drawOrder());
    const back = () => problem.update({ conventions: {} });
    return h(
      "p",
      { class: this._deviates ? "deviates" : "" },
      `Counted as ${countedAs(catalogue)}. `,
      ...(!isRandom ? [] : [button("Draw another order", another, LINK), " "]),
      ...(this._deviates ? [button(`Back to ${presetOf(catalogue).name}`, back, LINK)] : []),
    );
  }

  _buttons() {
    const shuffle = () =>
      problem.update({ cells: scramble(problem.goal, problem.shape) }, ANY_BOARD);
    const buttons = [
      button("Shuffle", shuffle),
      button("Set board…", () => openBoardDialog()),
      button("Conventions…", () => openConventionsDialog(this.catalogue)),
      this._share,
    ];
    return h("div.row.tight", this.folded ? [] : buttons, this.fold);
  }

  _inWords() {
    const chosen = this._algorithm();
    const { heuristic } = problem.value;
    const search = this.withAlgorithm ? chosen.title : "";
    const informed = takesHeuristic(chosen) || !this.withAlgorithm;
    return [this._board(), search, informed ? words(heuristic) : ""].filter(Boolean).join(" · ");
  }
}

const LINK = "link-button";

const labelled = (label, control) => h("div.field", h("span.label", label), control);

const drawOrder = () => `random:${Math.floor(Math.random() * MOST_DRAWS)}`;

/** Another size is another board; a goal of one's own fits one size only. */
function resize(text) {
  const shape = parseShape(text);
  const named = goalName(problem.value.goal, problem.shape);
  if (named === "own")
    notice("A custom goal fits one size only, so the goal is “Blank top left” now.");
  const goal = named === "own" ? "blank-first" : named;
  problem.update({ shape, goal, cells: scramble(goalCells(goal, shape), shape) }, ANY_BOARD);
}
