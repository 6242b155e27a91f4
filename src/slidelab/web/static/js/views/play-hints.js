// How many moves are left and a good next one, by the page's own solver. A path to the goal stays known
// while the player moves, along it or away from it.

import { applyMoves, EXACT_CELLS, moveWords, sameCells, target } from "../puzzle/grid.js";
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
   * @param {HTMLElementTagNameMap["slide-board"]} boardElement
   * @param {{onhint: () => void, onswap: () => void}} actions called when help was taken, and to
   *   fix an unsolvable board
   */
  constructor(boardElement, { onhint, onswap }) {
    this._board = boardElement;
    this._onhint = onhint;
    this._onswap = onswap;
    this._unknown = "";
    /** @type {KnownWay | null} */
    this._way = null;
    /** @type {(() => void)[]} */
    this._waiting = [];
    this.element = h("p.hint-line", { "aria-live": "polite" });
    this.button = h("button", { onclick: () => this._show() }, "Hint");
  }

  /** The way from the board as it is, as soon as one is known; null where none can be found. */
  async way() {
    if (!this._way && !this._unknown)
      await new Promise((known) => this._waiting.push(() => known(null)));
    return this._way;
  }

  /**
   * Take the board as it is now.
   * @param {Cells} cells
   * @param {Cells} goal
   * @param {Shape} shape
   * @param {boolean} solved
   * @param {string} [moves] what led here from the board before
   */
  board(cells, goal, shape, solved, moves = "") {
    const before = this._way;
    const pause = this._now ? PAUSE : 0; // a page that has just been opened is not in play
    this._way = this._stillKnown(cells, goal, shape, moves);
    this._now = { cells: [...cells], goal, shape };
    this._unknown = "";
    this._hinting = false;
    clearTimeout(this._timer);
    this._abort?.abort();
    this.button.disabled = solved;
    if (solved) {
      this.element.textContent = "Solved.";
      this._answer();
      return;
    }
    if (!isSolvable(cells, goal, shape)) {
      this._sayUnsolvable();
      this._answer();
      return;
    }
    if (this._way) this._tell();
    else this.element.textContent = "Counting the moves left…";
    if (this._way && before && this._way.follows(before)) return;
    this._timer = setTimeout(() => this._ask(), pause);
  }

  /** @type {(cells: Cells, goal: Cells, shape: Shape, moves: string) => KnownWay | null} */
  _stillKnown(cells, goal, shape, moves) {
    if (!this._way || !this._now || !moves || !sameCells(goal, this._now.goal)) return null;
    if (!sameCells(applyMoves(this._now.cells, moves, shape), cells)) return null;
    return this._way.after(moves);
  }

  _sayUnsolvable() {
    this._unknown = "This board can't be solved to this goal.";
    this.button.disabled = true;
    this.element.replaceChildren(
      `${this._unknown} `,
      h("button.small", { onclick: this._onswap }, "Fix board"),
    );
  }

  async _ask() {
    if (!this._now) return;
    const { cells, goal, shape } = this._now;
    this._abort = new AbortController();
    const { signal } = this._abort;
    const seconds = cells.length > EXACT_CELLS ? SECONDS : SECONDS_EXACT;
    const learn = (/** @type {Answer} */ answer) => signal.aborted || this._learn(answer);
    try {
      learn(await solve({ cells, goal, shape, seconds }, { report: learn, signal }));
    } catch (error) {
      this._unknown = `No hints: ${/** @type {Error} */ (error).message}.`;
      this._tell();
      this._answer();
    }
  }

  _answer() {
    for (const known of this._waiting.splice(0)) known();
  }

  /** @param {Answer} answer */
  _learn({ moves, lowerBound }) {
    if (!moves) return;
    const known = this._way?.letters ?? moves;
    const letters = moves.length <= known.length ? moves : known;
    this._way = new KnownWay(letters, Math.max(lowerBound, this._way?.needed ?? 0));
    if (this._hinting) this._sayHint();
    else this._tell();
    this._answer();
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
      h("strong", whole(left)),
      way.shortest
        ? ` ${moves} still needed`
        : ` ${moves} to go (at least ${whole(way.needed)} needed)`,
    );
  }

  async _show() {
    const way = await this.way();
    if (!way) {
      this.element.textContent = this._unknown;
      return;
    }
    this._onhint();
    this._hinting = true;
    this._sayHint();
  }

  _sayHint() {
    const way = this._way;
    if (!way || !this._now) return;
    const { cells, shape } = this._now;
    const [letter] = way.letters;
    this._board.hint(cells[target(cells.indexOf(0), letter, shape)]);
    const words = moveWords(cells, letter, shape);
    this.element.textContent = way.shortest
      ? `Next best: ${words}. ${way.letters.length} to go.`
      : `A good move: ${words}. ${way.letters.length} to go; the fewest are not known, but at least ${way.needed}.`;
  }
}
