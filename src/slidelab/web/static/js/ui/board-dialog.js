// The dialog that sets start and goal: click numbers into the free cells, type, or paste any notation. It
// shows at once whether the board can be solved and why, and offers a swap if not.

import { backend } from "../backend/chosen.js";
import { solvabilityPicture } from "../elements/solvability-picture.js";
import { problem } from "../problem.js";
import { goalCells, parseShape, shapeText } from "../puzzle/grid.js";
import { readBoard, readField } from "../puzzle/notation.js";
import { scramble } from "../puzzle/scramble.js";
import { boardProblems } from "../puzzle/solvability.js";
import { dialog, field, h, segmented } from "./dom.js";
import { problemBox } from "./notice.js";
import { sizeField } from "./size-field.js";
import { GOALS } from "./words.js";
import "../elements/slide-board.js";

/** @typedef {"start" | "goal"} Which */
/** @typedef {number | string | null} Entry a tile, an invalid text, or nothing yet */

/** @param {Which} which */
export function openBoardDialog(which = "start") {
  const boards = [
    ["start", "Start"],
    ["goal", "Goal"],
  ];
  const editor = new BoardEditor((changes) => {
    problem.update(changes);
    box.close();
  });
  const choice = segmented("Which board", boards, which, (chosen) =>
    editor.load(/** @type {Which} */ (chosen)),
  );
  const box = dialog("Set the board", editor.element, choice);
  editor.load(which);
}

class BoardEditor {
  /** @param {(changes: Partial<Problem>) => void} onuse */
  constructor(onuse) {
    this._onuse = onuse;
    this.isGoal = false;
    this.shape = problem.shape;
    this.start = problem.cells;
    this.goal = problem.goal;
    /** @type {Entry[]} */
    this.cells = [];
    /** @type {HTMLInputElement[]} */
    this._inputs = [];
    this._size = sizeField((shape) => this._resize(shape));
    this._grid = h("div.edit-grid", { role: "group", "aria-label": "Cells, row by row" });
    this._tray = h("div.tray", { role: "group", "aria-label": "Numbers to place" });
    this._other = h("slide-board", { readonly: true });
    this._otherWords = h("p");
    this._verdict = h("div.stack", { "aria-live": "polite" });
    this._use = h("button.primary", { onclick: () => this._finish() });
    this._text = h("textarea", {
      rows: 2,
      spellcheck: "false",
      placeholder: "1 2 5 / 3 4 _ / 6 7 8   or   125340678   or   [[1,2],[3,0]]",
      oninput: () => this._check(),
      onpaste: () => setTimeout(() => this._read()),
    });
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button", { onclick }, label);
    this._goals = h(
      "div.row",
      GOALS.map(([name, text]) => button(text, () => this._set(goalCells(name, this.shape)))),
    );
    this.element = h(
      "div.dialog-body.editor",
      h(
        "div.stack",
        h(
          "div.row",
          this._size.element,
          button("Clear", () => this._set(this.cells.map(() => null))),
          button("Shuffle", () => this._set(scramble(this.goal, this.shape))),
        ),
        this._grid,
        h(
          "p.note",
          "Click numbers below to fill the free cells in turn, or type in the cells; _ or 0 is the blank.",
        ),
        this._tray,
      ),
      h(
        "div.stack",
        h("div.editor-other", this._other, this._otherWords),
        this._goals,
        field("Paste or type a board", this._text),
        h(
          "div",
          button("Check board", () => this._read()),
        ),
        this._verdict,
      ),
      h("div.row.editor-use", this._use),
    );
  }

  /** Edit the problem's start or goal. @param {Which} which */
  load(which) {
    this.isGoal = which === "goal";
    this.shape = problem.shape;
    this.start = [...problem.cells];
    this.goal = [...problem.goal];
    this.cells = this.isGoal ? [...this.goal] : [...this.start];
    this._draw();
  }

  _draw() {
    const { isGoal, shape, start, goal } = this;
    const [label, words] = isGoal
      ? ["Start", "The start must be able to reach this goal."]
      : ["Goal", "The start must be able to reach this goal."];
    this._size.show(shape);
    this._grid.style.setProperty("--cols", String(shape.cols));
    this._other.setAttribute("label", label);
    this._other.set({ shape, goal, cells: isGoal ? start : goal });
    this._otherWords.textContent = words;
    this._goals.hidden = !isGoal;
    this._text.value = "";
    this._use.textContent = isGoal ? "Use as goal" : "Use this board";
    this._set(this.cells);
  }

  /**
   * Change the size, with a random start and the usual goal.
   * @param {Shape} shape @param {Cells} [cells]
   */
  _resize(shape, cells) {
    this.shape = shape;
    this.goal = goalCells("blank-first", shape);
    this.start = scramble(this.goal, shape);
    this.cells = [...(cells ?? (this.isGoal ? this.goal : this.start))];
    this._draw();
  }

  /** @param {Entry[]} cells */
  _set(cells) {
    this.cells = [...cells];
    const { cols } = this.shape;
    this._inputs = this.cells.map((tile, cell) => {
      /** @type {HTMLInputElement} */
      const input = h("input", {
        type: "text",
        "aria-label": `row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`,
        autocomplete: "off",
        inputmode: "numeric",
        maxlength: "6",
        value: shown(tile),
        oninput: () => {
          const text = input.value.trim();
          this.cells[cell] = text === "" ? null : (readField(text) ?? text);
          this._check();
        },
      });
      return input;
    });
    this._grid.replaceChildren(...this._inputs);
    this._check();
  }

  /** @param {number} tile */
  _place(tile) {
    const free = this.cells.indexOf(null);
    this.cells[free] = tile;
    this._inputs[free].value = shown(tile);
    this._check();
    /** @type {HTMLButtonElement | null} */ (this._tray.querySelector(":enabled"))?.focus();
  }

  _fillTray() {
    const isFull = !this.cells.includes(null);
    const buttons = this.cells.map((_, tile) =>
      h(
        "button",
        {
          "aria-label": tile ? `tile ${tile}` : "blank",
          disabled: isFull || this.cells.includes(tile),
          onclick: () => this._place(tile),
        },
        shown(tile),
      ),
    );
    this._tray.replaceChildren(...buttons);
  }

  _check() {
    this._fillTray();
    const problems = boardProblems(this.cells, this.shape);
    const wrong = new Set(problems.flatMap(({ cells }) => cells));
    for (const [cell, input] of this._inputs.entries())
      input.setAttribute("aria-invalid", String(wrong.has(cell)));
    this._use.disabled = problems.length > 0 && !this._text.value.trim();
    const list = problems.map(({ text }) => h("li", text));
    const isEmpty = this.cells.every((tile) => tile === null);
    if (isEmpty) this._verdict.replaceChildren(h("p.note", "Nothing placed yet."));
    else if (problems.length)
      this._verdict.replaceChildren(
        h("div.problem", h("strong", "Not a board yet"), h("ul", list)),
      );
    else this._showSolvability();
  }

  /** Show whether the start can be solved to the goal, and why; offer a fix if not. */
  _showSolvability() {
    const { isGoal, shape } = this;
    const cells = /** @type {Cells} */ (this.cells);
    const [start, goal] = isGoal ? [this.start, cells] : [cells, this.goal];
    this._other.set({ shape, goal, cells: isGoal ? start : goal });
    const which = isGoal ? "goal" : "start";
    const picture = solvabilityPicture(which, start, goal, shape, (/** @type {Cells} */ fixed) =>
      this._set(fixed),
    );
    this._verdict.replaceChildren(...picture);
  }

  /** Read the text; the server explains what is wrong with an invalid one. */
  async _read() {
    const text = this._text.value.trim();
    if (!text) return false;
    try {
      const { cells, shape } = readBoard(text) ?? (await readByServer(text));
      if (shapeText(shape) === shapeText(this.shape)) {
        this._text.value = "";
        this._set(cells);
      } else this._resize(shape, cells);
      return true;
    } catch (error) {
      this._verdict.replaceChildren(problemBox(error));
      return false;
    }
  }

  /** Use the board, after reading a text that was typed but not read yet. */
  async _finish() {
    if (this._text.value.trim() && !(await this._read())) return;
    const { shape, start, goal } = this;
    const cells = /** @type {Cells} */ (this.cells);
    if (boardProblems(cells, shape).length) return;
    this._onuse(this.isGoal ? { shape, cells: start, goal: cells } : { shape, cells, goal });
  }
}

/** @param {string} text */
async function readByServer(text) {
  const { cells, shape } = await backend.ask("check", { text });
  return { cells, shape: parseShape(shape) };
}

const shown = (/** @type {Entry} */ tile) => (tile === null ? "" : tile === 0 ? "_" : String(tile));
