// A game in retrospect, on its own board: how far the goal was after each move, which moves lost
// ground, and any board of it to play on from.

import { Playback } from "../elements/playback.js";
import { measureGame } from "../puzzle/game-distances.js";
import { applyMoves, moveWords } from "../puzzle/grid.js";
import { Review } from "../puzzle/review.js";
import { Chart } from "../ui/chart.js";
import { h } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { colour } from "../ui/theme.js";

const MOST_LISTED = 40;
const KEYS = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

export class ReviewCard {
  /**
   * @param {import("../puzzle/game.js").Game} game
   * @param {{onstep: (cells: Cells) => void, onplay: (cells: Cells) => void, onclose: () => void}}
   *   actions show a board of the game, begin a game from it, or leave the review
   */
  constructor(game, { onstep, onplay, onclose }) {
    this._game = game;
    this._onstep = onstep;
    this._onplay = onplay;
    this._abort = new AbortController();
    this._status = h("p", { role: "status" }, "Checking boards…");
    this._body = h("div.stack", this._status);
    this._words = h("p", { "aria-live": "polite" });
    this._chart = new Chart("Distance to the goal by move");
    const options = { name: "Move of the game", unit: "moves", speed: 2 };
    this._playback = new Playback(() => this._show(), options);
    const close = () => {
      this.end();
      onclose();
    };
    this.element = h(
      "section.card.stack.review",
      { "aria-label": "Game review" },
      h(
        "div.row.spread",
        h("h2", { tabindex: "-1" }, "Game review"),
        h("button.quiet.small", { onclick: close }, "Close"),
      ),
      this._body,
    );
    this._measure();
  }

  /** Another game is on the board. */
  end() {
    this._abort.abort();
    this._playback.pause();
  }

  /** Return whether a key was for the review. */
  press(/** @type {KeyboardEvent} */ event) {
    const by = KEYS.get(event.key);
    const target = /** @type {Element} */ (event.target);
    if (!this._review || !by || target.matches("input")) return false;
    event.preventDefault();
    this._playback.act((head) => head.step(by));
    return true;
  }

  async _measure() {
    const { signal } = this._abort;
    const onprogress = (/** @type {number} */ done, /** @type {number} */ total) => {
      this._status.textContent = `Checking boards: ${done} of ${total}…`;
    };
    try {
      const { at_least, at_most } = await measureGame(this._game, { onprogress, signal });
      signal.throwIfAborted();
      this._draw(new Review(at_least, at_most));
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError")
        this._body.replaceChildren(problemBox(error));
    }
  }

  /** @param {Review} review */
  _draw(review) {
    this._review = review;
    this._playback.load({ length: review.length + 1 });
    const playOn = () => this._onplay(this._cells());
    this._body.replaceChildren(
      this._words,
      this._playback.slider,
      h("div.row.tight", this._playback.buttons),
      h("div.row.tight", h("button", { onclick: playOn }, "Play on from here")),
      this._chart.element,
      h("p", review.words()),
      ...this._mistakes(review),
      h("p.note.keys", "The arrow keys go through the moves."),
    );
    this._chart.draw(() => figure(review)).catch(() => this._chart.element.remove());
    this._playback.show();
  }

  _cells() {
    const { start, shape, path } = this._game;
    return applyMoves(start, path.slice(0, this._playback.head.at), shape);
  }

  _show() {
    if (!this._review) return;
    const { at } = this._playback.head;
    this._onstep(this._cells());
    this._words.textContent = this._stepWords(at, this._review);
    this._playback.slider.setAttribute("aria-valuetext", this._words.textContent);
    this._chart.mark(at);
  }

  /** @type {(step: number, review: Review) => string} */
  _stepWords(step, review) {
    const { start, shape, path } = this._game;
    if (!step) return `The start: ${review.left(0)}.`;
    const before = applyMoves(start, path.slice(0, step - 1), shape);
    const moved = moveWords(before, path[step - 1], shape);
    const end = review.lost.includes(step) ? ": a mistake." : ".";
    return `Move ${step}: ${moved}. ${review.left(step)}${end}`;
  }

  /** @param {Review} review */
  _mistakes({ lost }) {
    if (!lost.length) return [];
    const more = lost.length - MOST_LISTED;
    const button = (/** @type {number} */ move) => {
      const onclick = () => this._playback.act((head) => head.go(move));
      return h("button.small", { "aria-label": `Move ${move}`, onclick }, move);
    };
    return [
      h(
        "div.row.tight.lost",
        { role: "group", "aria-label": "Mistakes" },
        h("span.note", "Lost ground:"),
        lost.slice(0, MOST_LISTED).map(button),
        more > 0 ? h("span.note", `and ${more} more`) : null,
      ),
    ];
  }
}

/** The distance after each move, or its bounds, and a mark at each mistake. */
function figure(/** @type {Review} */ { atLeast, atMost, lost }) {
  const x = [...atLeast.keys()];
  const line = { mode: "lines", line: { color: colour("accent"), width: 2 } };
  const traces = [
    { ...line, x, y: atLeast, name: "at least" },
    { ...line, x, y: atMost, name: "at most", fill: "tonexty", fillcolor: colour("accent-soft") },
    {
      x: lost,
      y: lost.map((step) => atLeast[step]),
      name: "mistake",
      mode: "markers",
      marker: { color: colour("warm"), size: 9 },
    },
  ];
  const layout = {
    height: 190,
    showlegend: false,
    margin: { l: 30, r: 8, t: 8, b: 36 },
    xaxis: { title: { text: "moves" } },
    yaxis: { rangemode: "tozero" },
  };
  return { traces, layout };
}
