// How many moves are left and a good next one. The server is asked after a move, never before; a
// way to the goal that is known stays known while the player moves, along it or away from it.

import { post } from "../net/client.js";
import { applyMoves, moveWords, sameCells, target } from "../puzzle/grid.js";
import { KnownWay } from "../puzzle/known-way.js";
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

  /** The board as it is now; `moves` led here from the board before, if they did. */
  board(cells, goal, shape, solved, moves = "") {
    const before = this._way;
    this._way = this._stillKnown(cells, goal, shape, moves);
    this._now = { cells: [...cells], goal, shape };
    this._unknown = "";
    this._wanted = false;
    clearTimeout(this._timer);
    this._abort?.abort();
    this.button.disabled = solved;
    if (solved) {
      this.element.textContent = "Solved.";
      return;
    }
    if (this._way) this._tell();
    if (this._way && before && this._way.follows(before)) return;
    this._timer = setTimeout(() => this._ask(), PAUSE);
  }

  _stillKnown(cells, goal, shape, moves) {
    if (!this._way || !moves || !sameCells(goal, this._now.goal)) return null;
    if (!sameCells(applyMoves(this._now.cells, moves, shape), cells)) return null;
    return this._way.after(moves);
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
      this._learn(await post("/api/hint", body, this._abort.signal));
    } catch (error) {
      if (error.name === "AbortError") return;
      this._learn({
        unknown: error.offline ? "Hints come back with the server." : error.message,
      });
    }
    if (BUSY.test(this._unknown) || this._way?.rough)
      this._timer = setTimeout(() => this._ask(), AGAIN);
    this._tell();
    if (this._wanted) this._show();
  }

  _learn({ path, at_least: needed, by_hand: byHand, unknown }) {
    this._unknown = unknown ?? "";
    if (path === undefined || path === null) return;
    const known = this._way?.letters.length ?? Number.POSITIVE_INFINITY;
    const letters = path.length <= known ? path : this._way.letters;
    this._way = new KnownWay(letters, needed, byHand);
  }

  _tell() {
    const way = this._way;
    if (!way) {
      this.element.textContent = this._unknown || "Solved.";
      return;
    }
    const left = way.letters.length;
    const moves = left === 1 ? "move" : "moves";
    this.element.replaceChildren(
      h("strong", {}, String(left)),
      way.shortest
        ? ` ${moves} still needed`
        : ` ${moves} to go on a good way; at least ${way.needed} needed`,
    );
  }

  _show() {
    const way = this._way;
    if (!way && !this._unknown) {
      this._wanted = true;
      return;
    }
    if (!way) {
      this.element.textContent = this._unknown;
      return;
    }
    this._onhint();
    const { cells, shape } = this._now;
    const [letter] = way.letters;
    this._board.hint(cells[target(cells.indexOf(0), letter, shape)]);
    const words = moveWords(cells, letter, shape);
    const hand = way.byHand ? ` By hand: ${way.byHand}.` : "";
    this.element.textContent = way.shortest
      ? `Next best: ${words}. ${way.letters.length} to go.`
      : `A good move: ${words}. ${way.letters.length} to go.${hand}`;
  }
}
