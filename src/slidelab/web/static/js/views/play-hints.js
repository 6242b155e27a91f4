// How many moves are left and a good next one, by the page's own solver. A path to the goal stays known
// while the player moves, along it or away from it.

import { EXACT_CELLS, moveWords, target } from "../puzzle/grid.js";
import { KnownWay } from "../puzzle/known-way.js";
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
    /** @type {KnownWay | null} */
    this._way = null;
    this._known = Promise.withResolvers();
    this.element = h("p.hint-line", { "aria-live": "polite" });
    this.button = h("button", { onclick: () => this._show() }, "Hint");
  }

  /** The way from the board as it is, as soon as one is known; null where none can be found. */
  async way() {
    await this._known.promise;
    return this._way;
  }

  /**
   * Take the board of a game as it is now.
   * @param {import("../puzzle/game.js").Game} game
   * @param {string} moves what led here from the board before, "" for another board
   */
  board(game, moves) {
    const { cells, goal, shape } = game;
    const before = this._way;
    const pause = this._game ? PAUSE : 0; // a page that has just been opened is not in play
    this._game = game;
    this._way = moves && before ? before.after(moves) : null;
    this._hinting = false;
    clearTimeout(this._timer);
    this._abort?.abort();
    this._known = Promise.withResolvers();
    const isPossible = isSolvable(cells, goal, shape);
    this.button.disabled = game.solved || !isPossible;
    if (this.button.disabled) {
      this._way = null;
      this._known.resolve(null);
    }
    if (game.solved) this.element.textContent = "Solved.";
    else if (!isPossible) this._sayUnsolvable();
    else if (this._way) this._learn(this._way.letters, this._way.needed);
    else this.element.textContent = "Counting the moves left…";
    const isRest = this._way && before && this._way.letters.length < before.letters.length;
    if (!this.button.disabled && !isRest) this._timer = setTimeout(() => this._ask(game), pause);
  }

  _sayUnsolvable() {
    const fix = h("button.small", { onclick: this._onswap }, "Fix board");
    this.element.replaceChildren("This board can't be solved to this goal. ", fix);
  }

  /** @param {import("../puzzle/game.js").Game} game */
  async _ask({ cells, goal, shape }) {
    this._abort = new AbortController();
    const { signal } = this._abort;
    const seconds = cells.length > EXACT_CELLS ? SECONDS : SECONDS_EXACT;
    const learn = (/** @type {Answer} */ { moves, lowerBound }) => {
      if (moves && !signal.aborted) this._learn(moves, lowerBound);
    };
    try {
      learn(await solve({ cells, goal, shape, seconds }, { report: learn, signal }));
    } catch (error) {
      this.element.textContent = `No hints: ${/** @type {Error} */ (error).message}.`;
      this._known.resolve(null);
    }
  }

  /** @param {string} moves @param {number} lowerBound */
  _learn(moves, lowerBound) {
    const known = this._way?.letters ?? moves;
    const letters = moves.length <= known.length ? moves : known;
    this._way = new KnownWay(letters, Math.max(lowerBound, this._way?.needed ?? 0));
    if (this._hinting) this._sayHint(this._way);
    else this._tell(this._way);
    this._known.resolve(null);
  }

  /** @param {KnownWay} way */
  _tell({ letters: { length: left }, shortest, needed }) {
    const moves = left === 1 ? "move" : "moves";
    const words = shortest ? `${moves} still needed` : `${moves} to go (at least ${needed} needed)`;
    this.element.replaceChildren(h("strong", whole(left)), ` ${words}`);
  }

  async _show() {
    const way = await this.way();
    if (!way) return;
    this._onhint();
    this._hinting = true;
    this._sayHint(way);
  }

  /** @param {KnownWay} way */
  _sayHint({ letters, shortest, needed }) {
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
