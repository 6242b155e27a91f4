// <board-editor>: set a board by clicking numbers from a tray into the first free cell, by
// typing, or by pasting any notation. It shows the goal, checks at once whether it can be reached,
// shows why, and offers a swap. Fires `use` with {shape, cells, goal}, and `edit` at each change
// with all that is in it, which `takeUp` puts there again.

import { backend } from "../backend/chosen.js";
import { goalCells, parseShape, sameCells, shapeText } from "../puzzle/grid.js";
import { readBoard, readField, writeRows } from "../puzzle/notation.js";
import { scramble } from "../puzzle/scramble.js";
import { boardProblems, isSolvable } from "../puzzle/solvability.js";
import { field, h } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { sizeField } from "../ui/size-field.js";
import { GOALS } from "../ui/words.js";
import { solvabilityPicture } from "./solvability-picture.js";
import "./slide-board.js";

class BoardEditor extends HTMLElement {
  /** which: "start" or "goal"; shape, cells, goal as lists. */
  load({ which, shape, cells, goal }) {
    this.which = which;
    this.shape = shape;
    this.start = [...cells];
    this.goal = [...goal];
    this.cells = which === "goal" ? [...goal] : [...cells];
    this._draw();
  }

  /** What was told by `edit`. */
  takeUp({ which, shape, start, goal, cells, text }) {
    Object.assign(this, { which, shape, start, goal, cells });
    this._draw(text);
  }

  _tell() {
    const { which, shape, start, goal, cells } = this;
    const detail = { which, shape, start, goal, cells, text: this._text.value };
    this.dispatchEvent(new CustomEvent("edit", { detail }));
  }

  _draw(text = "") {
    const size = sizeField((shape) => this._resize(shape));
    size.show(this.shape);
    this._picture = h("slide-board", { readonly: true, label: this._other.label });
    this._grid = h("div.edit-grid", { role: "group", "aria-label": "Cells, row by row" });
    this._grid.style.setProperty("--cols", this.shape.cols);
    this._tray = h("div.tray", { role: "group", "aria-label": "Numbers to place" });
    this._verdict = h("div.verdict", { "aria-live": "polite" });
    this._use = h(
      "button.primary",
      { onclick: () => this._finish() },
      this.which === "goal" ? "Use as goal" : "Use this board",
    );
    this._text = h("textarea", {
      rows: 2,
      spellcheck: "false",
      placeholder: "1 2 5 / 3 4 _ / 6 7 8   or   125340678   or   [[1,2],[3,0]]",
    });
    const read = () => this._read();
    this.replaceChildren(
      h(
        "div.editor",
        h(
          "div.stack",
          h(
            "div.row",
            size.element,
            h("button", { onclick: () => this._set(this.cells.map(() => null)) }, "Clear"),
            h(
              "button",
              { onclick: () => this._set(scramble(this._goal(), this.shape)) },
              "Shuffle",
            ),
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
          h("div.editor-other", this._picture, h("p", this._other.words)),
          this.which === "goal" ? this._goalButtons() : null,
          field("Paste or type a board", this._text),
          h("div", h("button", { onclick: read }, "Check board")),
          this._verdict,
        ),
        h("div.row.editor-use", this._use),
      ),
    );
    this._text.value = text;
    this._unread = text.trim() !== "";
    this._text.addEventListener("input", () => {
      this._unread = this._text.value.trim() !== "";
      this._check();
    });
    this._text.addEventListener("paste", () => setTimeout(read));
    this._picture.set({ shape: this.shape, goal: this._goal(), cells: this._other.cells() });
    this._fillGrid();
    this._check();
  }

  /** The board that the one at hand goes with. */
  get _other() {
    return this.which === "goal"
      ? { label: "Start", words: "The start, which has to reach it.", cells: () => this.start }
      : { label: "Goal", words: "The goal that it has to reach.", cells: () => this._goal() };
  }

  _goalButtons() {
    return h(
      "div.row",
      GOALS.map(([name, text]) =>
        h("button", { onclick: () => this._set(goalCells(name, this.shape)) }, text),
      ),
    );
  }

  /** A goal of another size has to fit: the usual one is taken. */
  _goal() {
    const fits = this.goal.length === this.shape.rows * this.shape.cols;
    return fits ? this.goal : goalCells("blank-first", this.shape);
  }

  /** Another size is another problem: its start is drawn anew, its goal is the usual one. */
  _resize(shape) {
    this.shape = shape;
    this.goal = goalCells("blank-first", shape);
    this.start = scramble(this.goal, shape);
    this.cells = [...(this.which === "goal" ? this.goal : this.start)];
    this._draw();
  }

  _set(cells) {
    this.cells = [...cells];
    this._fillGrid();
    this._check();
  }

  _fillGrid() {
    this._inputs = this.cells.map((tile, cell) => {
      const row = Math.floor(cell / this.shape.cols) + 1;
      const label = `row ${row}, column ${(cell % this.shape.cols) + 1}`;
      const input = h("input", {
        type: "text",
        "aria-label": label,
        autocomplete: "off",
        inputmode: "numeric",
        maxlength: "6",
        value: shown(tile),
      });
      input.addEventListener("input", () => {
        const text = input.value.trim();
        this.cells[cell] = text === "" ? null : (readField(text) ?? text);
        this._check();
      });
      input.addEventListener("keydown", (event) => this._move(event, cell));
      return input;
    });
    this._grid.replaceChildren(...this._inputs);
  }

  _move(event, cell) {
    const { cols } = this.shape;
    const step = { ArrowUp: -cols, ArrowDown: cols, Enter: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this._inputs[cell + step]?.focus();
  }

  _place(tile) {
    const free = this.cells.indexOf(null);
    if (free < 0) return;
    this.cells[free] = tile;
    this._inputs[free].value = shown(tile);
    this._check();
    const next = this._tray.querySelector("button:not(:disabled)");
    if (document.activeElement === document.body) next?.focus();
  }

  _fillTray() {
    const free = this.cells.includes(null);
    const buttons = this.cells.map((_, tile) => {
      const used = this.cells.includes(tile);
      const label = tile ? `tile ${tile}` : "blank";
      return h(
        "button",
        { "aria-label": label, disabled: used || !free, onclick: () => this._place(tile) },
        tile ? String(tile) : "_",
      );
    });
    this._tray.replaceChildren(...buttons);
  }

  _check() {
    this._tell();
    this._fillTray();
    const problems = boardProblems(this.cells, this.shape);
    const wrong = new Set(problems.flatMap(({ cells }) => cells));
    this._inputs.forEach((input, cell) => {
      if (wrong.has(cell)) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    });
    this._use.disabled = problems.length > 0 && !this._unread;
    if (problems.length) {
      const empty = this.cells.every((tile) => tile === null);
      this._verdict.replaceChildren(
        empty
          ? h("p.note", "Nothing placed yet.")
          : h(
              "div.problem",
              h("strong", "Not a board yet"),
              h(
                "ul",
                problems.map(({ text }) => h("li", text)),
              ),
            ),
      );
      return;
    }
    this._judge();
  }

  /** Why the start can be brought to the goal, or cannot; then one of them can be fixed. */
  _judge() {
    const [start, goal] =
      this.which === "goal" ? [this.start, this.cells] : [this.cells, this._goal()];
    const picture = solvabilityPicture(this.which, start, goal, this.shape, (fixed) =>
      this._set(fixed),
    );
    this._verdict.replaceChildren(
      ...picture,
      ...(this.which === "start" ? [this._reachable()] : []),
    );
  }

  /** Which of the common goals can be reached, and a way to choose one. */
  _reachable() {
    const goals = GOALS.map(([name, text]) => {
      const goal = goalCells(name, this.shape);
      const reached = isSolvable(this.cells, goal, this.shape);
      const chosen = sameCells(goal, this._goal());
      const take = () => {
        this.goal = goal;
        this._picture.set({ shape: this.shape, goal, cells: goal });
        this._check();
      };
      return h(
        "li",
        `${text}: ${reached ? "can be reached" : "cannot be reached"}${chosen ? ", the goal now" : ""} `,
        reached && !chosen ? h("button.small", { onclick: take }, "Make it the goal") : null,
      );
    });
    return h("ul.reachable", { "aria-label": "Common goals" }, goals);
  }

  /** What cannot be read is sent to the server, which says what is wrong with it. */
  async _read() {
    const text = this._text.value.trim();
    if (!text) return;
    try {
      this._unread = false;
      const { cells, shape } = readBoard(text) ?? (await readByServer(text));
      if (shapeText(shape) !== shapeText(this.shape)) {
        this._resize(shape);
        this.cells = [...cells];
        this._draw();
        this._text.value = writeRows(cells, shape);
      } else this._set(cells);
    } catch (error) {
      this._unread = true;
      this._verdict.replaceChildren(problemBox(error));
    }
  }

  /** A board that was typed and not read yet counts. */
  async _finish() {
    if (this._unread) await this._read();
    if (this._unread || boardProblems(this.cells, this.shape).length) return;
    const { shape, cells, start } = this;
    const detail =
      this.which === "goal"
        ? { shape, cells: start, goal: cells }
        : { shape, cells, goal: this._goal() };
    this.dispatchEvent(new CustomEvent("use", { detail }));
  }
}

async function readByServer(text) {
  const { cells, shape } = await backend.ask("check", { text });
  return { cells, shape: parseShape(shape) };
}

const shown = (tile) => (tile === null ? "" : tile === 0 ? "_" : String(tile));

customElements.define("board-editor", BoardEditor);
