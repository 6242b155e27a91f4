// Review a game on its board: the distance to the goal after each move, the mistakes, and playing on
// from any of its boards.

import { Playback } from "../elements/playback.js";
import { applyMoves, moveWords } from "../puzzle/grid.js";
import { gameDistances, gameVerdict, mistakesIn } from "../puzzle/review.js";
import { Chart } from "../ui/chart.js";
import { h } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { colour } from "../ui/theme.js";

const MOST_LISTED = 40;
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

export class ReviewCard {
  /**
   * @param {import("../puzzle/game.js").Game} game
   * @param {{onstep: (cells: Cells) => void, onplay: (cells: Cells) => void, onclose: () => void}}
   *   actions show a board of the game, begin a game from it, or leave the review
   */
  constructor(game, { onstep, onplay, onclose }) {
    this._game = game;
    this._onstep = onstep;
    this._abort = new AbortController();
    /** @type {number[]} */
    this._distances = [];
    this._words = h("p", { "aria-live": "polite" }, "Checking boards…");
    this._chart = new Chart("Distance to the goal by move");
    const options = { name: "Move of the game", unit: "moves", speed: 2 };
    this._playback = new Playback(() => this._show(), options);
    const playOn = () => onplay(this._cells());
    this._findings = h(
      "div.stack",
      { hidden: true },
      this._playback.slider,
      h("div.row.tight", this._playback.buttons),
      h("div.row.tight", h("button", { onclick: playOn }, "Play on from here")),
      this._chart.element,
    );
    this.element = h(
      "section.card.stack.review",
      { "aria-label": "Game review" },
      h(
        "div.row.spread",
        h("h2", { tabindex: "-1" }, "Game review"),
        h("button.quiet.small", { onclick: onclose }, "Close"),
      ),
      this._words,
      this._findings,
    );
    this._measure();
  }

  /** Stop, since another game is on the board. */
  end() {
    this._abort.abort();
    this._playback.pause();
  }

  /** Step with the arrow keys; return whether the key was used. */
  handleKey(/** @type {KeyboardEvent} */ event) {
    const by = KEYS[event.key];
    const target = /** @type {Element} */ (event.target);
    if (!this._distances.length || !by || target.matches("input")) return false;
    event.preventDefault();
    this._playback.moveHead((head) => head.step(by));
    return true;
  }

  async _measure() {
    const onprogress = (/** @type {number} */ done, /** @type {number} */ total) => {
      this._words.textContent = `Checking boards: ${done} of ${total}…`;
    };
    try {
      this._distances = await gameDistances(this._game, onprogress, this._abort.signal);
      this._draw();
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError")
        this._words.replaceWith(problemBox(error));
    }
  }

  _draw() {
    const distances = this._distances;
    this._findings.append(
      h("p", gameVerdict(distances)),
      ...this._mistakes(mistakesIn(distances)),
      h("p.note.keys", "Use the arrow keys to step through the moves."),
    );
    this._findings.hidden = false;
    this._playback.load({ length: distances.length });
    this._chart.draw(() => figure(distances));
    this._playback.show();
  }

  _cells() {
    const { start, shape, path } = this._game;
    return applyMoves(start, path.slice(0, this._playback.head.at), shape);
  }

  _show() {
    const { at } = this._playback.head;
    this._onstep(this._cells());
    this._words.textContent = this._stepWords(at);
    this._playback.slider.setAttribute("aria-valuetext", this._words.textContent);
    this._chart.mark(at);
  }

  /** @param {number} step */
  _stepWords(step) {
    const { start, shape, path } = this._game;
    const left = `${this._distances[step]} to go`;
    if (!step) return `The start: ${left}.`;
    const before = applyMoves(start, path.slice(0, step - 1), shape);
    const moved = moveWords(before, path[step - 1], shape);
    const isMistake = this._distances[step] > this._distances[step - 1];
    return `Move ${step}: ${moved}. ${left}${isMistake ? ": a mistake." : "."}`;
  }

  /** @param {number[]} moves */
  _mistakes(moves) {
    if (!moves.length) return [];
    const button = (/** @type {number} */ move) => {
      const onclick = () => this._playback.moveHead((head) => head.go(move));
      return h("button.small", { "aria-label": `Move ${move}`, onclick }, move);
    };
    const group = { role: "group", "aria-label": "Mistakes" };
    const label = h("span.note", "Lost ground:");
    return [h("div.row.tight.lost", group, label, moves.slice(0, MOST_LISTED).map(button))];
  }
}

/** Plot the distance after each move, with a mark at each mistake. @param {number[]} distances */
function figure(distances) {
  const lost = mistakesIn(distances);
  const traces = [
    { y: distances, name: "to go", mode: "lines", line: { color: colour("accent"), width: 2 } },
    {
      x: lost,
      y: lost.map((step) => distances[step]),
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
