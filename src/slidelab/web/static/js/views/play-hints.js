// "Moves still needed" and the next best move, asked of the server after each move, never before.

import { post } from "../net/client.js";
import { moveWords } from "../puzzle/grid.js";
import { goalName } from "../puzzle/solvability.js";
import { h } from "../ui/dom.js";

const PAUSE = 120; // milliseconds of rest before asking, so that quick play asks once
const BUSY = /in a moment/; // the server asks for patience in these words
const AGAIN = 1000;

export class HintLine {
  constructor(boardElement, onhint) {
    this._board = boardElement;
    this._onhint = onhint;
    this.element = h("p", { class: "hint-line", "aria-live": "polite" });
    this.button = h("button", { type: "button", onclick: () => this._show() }, "Hint");
    document.addEventListener("serverback", () => this._ask());
  }

  board(cells, goal, shape, solved) {
    this._now = { cells: [...cells], goal, shape };
    this._answer = null;
    this._wanted = false;
    clearTimeout(this._timer);
    this._abort?.abort();
    this.button.disabled = solved;
    if (solved) {
      this.element.textContent = "Solved.";
      return;
    }
    this._timer = setTimeout(() => this._ask(), PAUSE);
  }

  async _ask() {
    const { cells, goal, shape } = this._now ?? {};
    if (!cells) return;
    this._abort = new AbortController();
    const named = goalName(goal, shape);
    const body = {
      cells,
      shape: `${shape.rows}x${shape.cols}`,
      goal: named === "own" ? goal : named,
    };
    try {
      this._answer = await post("/api/hint", body, this._abort.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this._answer = {
        unknown: error.offline ? "Hints come back with the server." : error.message,
      };
    }
    const { moves_left: left, unknown, solved } = this._answer;
    if (BUSY.test(unknown ?? "")) this._timer = setTimeout(() => this._ask(), AGAIN);
    if (solved) this.element.textContent = "Solved.";
    else if (unknown) this.element.textContent = unknown;
    else
      this.element.replaceChildren(
        h("strong", {}, String(left)),
        left === 1 ? " move still needed" : " moves still needed",
      );
    if (this._wanted) this._show();
  }

  _show() {
    const { move, tile, unknown } = this._answer ?? {};
    if (!this._answer) {
      this._wanted = true;
      return;
    }
    if (!move) {
      this.element.textContent = unknown ?? "Solved.";
      return;
    }
    this._onhint();
    this._board.hint(tile);
    const { cells, shape } = this._now;
    const words = moveWords(cells, move, shape);
    this.element.textContent = `Next best: ${words}. ${this._answer.moves_left} to go.`;
  }
}
