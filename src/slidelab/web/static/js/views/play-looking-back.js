// The review of a game that is over, on the board of the game. It is loaded when it is asked for, and
// comes back when the page is reloaded.

import { sameCells } from "../puzzle/grid.js";
import { review as kept } from "../store.js";
import { h } from "../ui/dom.js";

const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

export class LookingBack {
  /** `onplay(cells)` begins a game from a board of this one. */
  constructor(board, { onplay }) {
    this._board = board;
    this._onplay = onplay;
    this.element = h("div.review-box");
  }

  /** Opens the review of a game at its start. */
  async open(game) {
    const { start, path } = game;
    kept.set({ start, path, step: 0, found: null });
    await this._show(game);
    this.element.querySelector("h2").focus({ preventScroll: true });
    this._board.scrollIntoView({ block: "nearest" });
  }

  /** The review that was open when the page was reloaded, if it is of this game. */
  takeUp(game) {
    const before = kept.value;
    if (!before || game.endedAt === null) return;
    if (before.path === game.path && sameCells(before.start, game.start)) this._show(game);
  }

  /** Another game is on the board. */
  clear() {
    this._card = null;
    this.element.replaceChildren();
  }

  async _show(game) {
    const { reviewCard } = await import("./play-review.js");
    this._card = reviewCard(game, {
      onstep: (cells) => (this._board.cells = cells),
      onplay: this._onplay,
      onclose: () => {
        kept.clear();
        this.clear();
        this._board.cells = game.cells;
      },
    });
    this.element.replaceChildren(this._card.element);
  }

  /** Says whether a key was for the review. */
  press(event) {
    if (!this._card || !(event.key in KEYS) || event.target.matches("input")) return false;
    event.preventDefault();
    this._card.move(KEYS[event.key]);
    return true;
  }
}
