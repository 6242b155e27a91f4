// Show how many moves are left, and a good next move, found by the page's own solver.

import { EXACT_CELLS, moveWords, target } from "../puzzle/grid.js";
import { KnownPath } from "../puzzle/known-path.js";
import { isSolvable } from "../puzzle/solvability.js";
import { solve } from "../solver/client.js";
import { h, whole } from "../ui/dom.js";

/** @import { Answer } from "../solver/solver.js" */

const PAUSE = 120; // milliseconds without a move before a search, so that quick play needs only one
const SECONDS_EXACT = 5; // the first search of a size also builds its databases
const SECONDS = 1;

export class HintLine {
  /**
   * @param {SlideBoard} boardElement
   * @param {{onhint: () => void, onswap: () => void}} actions called when help was taken, and to
   *   fix an unsolvable board
   */
  constructor(boardElement, { onhint, onswap }) {
    this._board = boardElement;
    this._onhint = onhint;
    this._onswap = onswap;
    /** @type {import("../puzzle/game.js").Game | null} */
    this._game = null;
    /** @type {KnownPath | null} */
    this._path = null;
    this._pathFound = Promise.withResolvers();
    this.element = h("p.hint-line", { "aria-live": "polite" });
    this.button = h("button", { onclick: () => this._show() }, "Hint");
  }

  /** Return a path from the board, as soon as one is known; null if there is none. */
  async path() {
    await this._pathFound.promise;
    return this._path;
  }

  /**
   * Show the distance for the board of a game.
   * @param {import("../puzzle/game.js").Game} game
   * @param {string} moves the moves since the board shown before, "" for another board
   */
  board(game, moves) {
    const { cells, goal, shape } = game;
    const before = this._path;
    const pause = this._game ? PAUSE : 0; // the first board is not part of quick play
    this._game = game;
    this._path = moves && before ? before.after(moves) : null;
    this._hinting = false;
    clearTimeout(this._timer);
    this._abort?.abort();
    this._pathFound = Promise.withResolvers();
    const isPossible = isSolvable(cells, goal, shape);
    this.button.disabled = game.solved || !isPossible;
    if (this.button.disabled) {
      this._path = null;
      this._pathFound.resolve(null);
    }
    if (game.solved) this.element.textContent = "Solved.";
    else if (!isPossible) this._showUnsolvable();
    else if (this._path) this._update(this._path.letters, this._path.needed);
    else this.element.textContent = "Counting the moves left…";
    const isOnPath = this._path && before && this._path.letters.length < before.letters.length;
    if (!this.button.disabled && !isOnPath)
      this._timer = setTimeout(() => this._search(game), pause);
  }

  _showUnsolvable() {
    const fix = h("button.small", { onclick: this._onswap }, "Fix board");
    this.element.replaceChildren("This board can't be solved to this goal. ", fix);
  }

  /** @param {import("../puzzle/game.js").Game} game */
  async _search({ cells, goal, shape }) {
    this._abort = new AbortController();
    const { signal } = this._abort;
    const seconds = cells.length > EXACT_CELLS ? SECONDS : SECONDS_EXACT;
    const update = (/** @type {Answer} */ { moves, lowerBound }) => {
      if (moves && !signal.aborted) this._update(moves, lowerBound);
    };
    try {
      update(await solve({ cells, goal, shape, seconds }, { report: update, signal }));
    } catch (error) {
      this.element.textContent = `No hints: ${/** @type {Error} */ (error).message}.`;
      this._pathFound.resolve(null);
    }
  }

  /** @param {string} moves @param {number} lowerBound */
  _update(moves, lowerBound) {
    const known = this._path?.letters ?? moves;
    const letters = moves.length <= known.length ? moves : known;
    this._path = new KnownPath(letters, Math.max(lowerBound, this._path?.needed ?? 0));
    if (this._hinting) this._showNextMove(this._path);
    else this._showDistance(this._path);
    this._pathFound.resolve(null);
  }

  /** @param {KnownPath} path */
  _showDistance({ letters: { length: left }, shortest, needed }) {
    const moves = left === 1 ? "move" : "moves";
    const words = shortest ? `${moves} still needed` : `${moves} to go (at least ${needed} needed)`;
    this.element.replaceChildren(h("strong", whole(left)), ` ${words}`);
  }

  async _show() {
    const path = await this.path();
    if (!path) return;
    this._onhint();
    this._hinting = true;
    this._showNextMove(path);
  }

  /** @param {KnownPath} path */
  _showNextMove({ letters, shortest, needed }) {
    if (!this._game) return;
    const { cells, shape } = this._game;
    const [letter] = letters;
    this._board.hint(cells[target(cells.indexOf(0), letter, shape)]);
    const words = moveWords(cells, letter, shape);
    this.element.textContent = shortest
      ? `Next best: ${words}. ${letters.length} to go.`
      : `A good move: ${words}. ${letters.length} to go; the fewest are not known, but at least ${needed}.`;
  }
}
