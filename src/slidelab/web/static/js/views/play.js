// Play: the board, its goal, the clock, undo and redo, hints, and personal bests.

import { problem } from "../problem.js";
import { clock, Game } from "../puzzle/game.js";
import { sameCells, shapeText } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { addGame } from "../puzzle/records.js";
import { exchanged, goalName, mendPair } from "../puzzle/solvability.js";
import { game as kept, records } from "../store.js";
import { h, whole } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { shareButton } from "../ui/share.js";
import { View } from "../ui/view.js";
import { recordsCard, wonCard } from "./play-cards.js";
import { HintLine } from "./play-hints.js";
import { newGame, newGameCard } from "./play-new.js";
import { ReviewCard } from "./play-review.js";
import { SolveBar } from "./play-solve.js";
import "../elements/slide-board.js";

/** @type {(name: "undo" | "redo", label: string, onclick: () => void) => HTMLButtonElement} */
const iconButton = (name, label, onclick) =>
  h("button", { onclick, title: label }, icon(name), h("span", label));

const gameOnBoard = () => new Game(problem.cells, problem.goal, problem.shape, problem.drawn);

export default class PlayView extends View {
  constructor() {
    super();
    this.board = h("slide-board.play-board", { label: "Puzzle board" });
    this.goal = h("slide-board.goal-board", { readonly: true, label: "Goal board" });
    this.figures = { time: h("dd"), moves: h("dd"), slides: h("dd") };
    this.hints = new HintLine(this.board, {
      onhint: () => this._help(),
      onswap: () => this._swap(),
    });
    this.solveBar = new SolveBar(this.hints, {
      play: (letters) => this._playFor(letters),
      back: () => this._take(this.game.undo()),
    });
    this.undo = iconButton("undo", "Undo", () => this._takeBack());
    this.redo = iconButton("redo", "Redo", () => this._takeBack(true));
    this.recordsBox = h("div");
    this.wonBox = h("div.won-box", { "aria-live": "polite" });
    this.reviewBox = h("div");
    this.space = h("div.board-space", this.board);
    this.board.addEventListener("slide", ({ detail }) => this._played(detail.letters));
    this.element = this._layout();
    problem.addEventListener("change", ({ detail }) => {
      if (detail.source !== this && detail.board) this._begin();
    });
    this._keys = (/** @type {KeyboardEvent} */ event) => this._key(event);
    new ResizeObserver(() => this._fit()).observe(document.documentElement);
    this.game = this._kept() ?? gameOnBoard();
    this._begin(this.game);
  }

  /** @returns {HTMLElement} */
  _layout() {
    const isNew = !Object.keys(records.value).length;
    const { time, moves, slides } = this.figures;
    const restart = () => this._begin(this.game.again());
    return h(
      "div.view.play",
      h(
        "header.view-head",
        { class: isNew ? "welcome" : "" },
        h(
          "div",
          h("h1", isNew ? "Slide the tiles. Or watch a search find the way." : "Play"),
          h("p", "Click, drag or use the arrow keys until the board looks like its goal."),
        ),
        h("button.primary", { onclick: () => this._watchThink() }, icon("play"), "Watch A* think"),
      ),
      h(
        "div.play-grid",
        h(
          "section.play-main",
          { "aria-label": "Board" },
          this.hints.element,
          this.wonBox,
          this.space,
          h(
            "div.row.play-buttons",
            this.undo,
            this.redo,
            h("button", { onclick: restart }, "Restart"),
            this.hints.button,
            this.solveBar.button,
          ),
          this.solveBar.element,
        ),
        h(
          "aside.stack",
          this.reviewBox,
          h(
            "section.card.game-card",
            { "aria-label": "This game" },
            h(
              "dl.figures",
              h("div", h("dt", "Time"), time),
              h("div", { title: "Tile by tile" }, h("dt", "Moves"), moves),
              h("div", { title: "A whole line counts as one" }, h("dt", "Slides"), slides),
            ),
            h("div", h("h2", "Goal"), this.goal),
          ),
          newGameCard(shareButton(() => ({ name: "play", view: this }))),
          this.recordsBox,
        ),
      ),
    );
  }

  /** Another view is shown: the clock stands still. */
  close() {
    this._keep();
    this.awake = false;
    this.solveBar.pause();
    clearInterval(this._ticker);
    removeEventListener("keydown", this._keys);
  }

  open() {
    this.game = this._kept() ?? this.game; // its clock goes on from where it stood
    this.close();
    this.awake = true;
    this._fit();
    this._ticker = setInterval(() => this._showTime(), 100);
    addEventListener("keydown", this._keys);
  }

  _keep() {
    kept.set(this.game.saved(Date.now()));
  }

  /** What the records call games like this one. */
  get kind() {
    const { shape, drawn } = this.game;
    const goal = goalName(this.game.goal, shape);
    const distance = drawn?.distance ?? null;
    const name = [shapeText(shape), goal, ...(distance === null ? [] : [distance])].join(" ");
    return { shape, goal, distance, name };
  }

  /** The game that was being played on this board, if there is one. */
  _kept() {
    const saved = kept.value;
    if (!saved || !sameCells(saved.goal, problem.goal)) return null;
    const game = Game.restored(saved, Date.now());
    return sameCells(game.cells, problem.cells) ? game : null;
  }

  /** Board, status and buttons share the height that is left below what stands above them. */
  _fit() {
    if (!this.awake) return;
    const place = /** @type {HTMLElement} */ (this.space.parentElement);
    const top = place.getBoundingClientRect().top + scrollY;
    this.element.style.setProperty("--top", `${Math.round(top)}px`);
  }

  _watchThink() {
    problem.update({ algorithm: "astar", parameters: {} }, this);
    problem.autoplay = true;
    location.hash = encodeLink("watch", problem.value);
  }

  _begin(game = gameOnBoard()) {
    const { shape, goal } = problem;
    this.game = game;
    this.space.style.setProperty("--ratio", String(shape.cols / shape.rows));
    this._endReview();
    this.board.set({ shape, goal, cells: this.game.cells });
    this.goal.set({ shape, goal, cells: goal });
    this.recordsBox.replaceChildren(recordsCard(this.kind));
    this.solveBar.close();
    this.wonBox.replaceChildren(...(this.game.endedAt === null ? [] : [this._wonCard([])]));
    this._settle();
  }

  /** @param {string} letters */
  _played(letters) {
    this.solveBar.close();
    this._gesture(letters);
    this._settle(letters);
  }

  /** Play the lab's moves on the board, each of which can be taken back. */
  _playFor(/** @type {string} */ letters) {
    this._help();
    this.board.hint();
    this.board.go(letters);
    for (const letter of letters) this._gesture(letter);
    this._settle(letters);
  }

  /** @param {string} letters */
  _gesture(letters) {
    const wasSolved = this.game.endedAt !== null;
    this.game.play(letters, Date.now());
    if (this.game.solved && !wasSolved) this._won();
  }

  /** A game that is over cannot be helped any more. */
  _help() {
    if (this.game.endedAt === null) this.game.helped = true;
  }

  _swap() {
    const pair = mendPair(problem.cells, problem.goal, problem.shape);
    if (pair) problem.update({ cells: exchanged(problem.cells, pair) });
  }

  _takeBack(again = false) {
    this.solveBar.close();
    this._take(again ? this.game.redo() : this.game.undo());
  }

  /** @param {string} letters */
  _take(letters) {
    if (letters) this.board.go(letters);
    this._settle(letters);
  }

  /** Show what the game says. */
  _settle(letters = "") {
    const { game } = this;
    this.figures.moves.textContent = whole(game.moves);
    this.figures.slides.textContent = whole(game.slides);
    this.undo.disabled = !game.canUndo || game.solved;
    this.redo.disabled = !game.canRedo;
    this.solveBar.button.disabled = game.solved;
    this.board.toggleAttribute("locked", game.endedAt !== null);
    if (game.solved) this.solveBar.close();
    this._showTime();
    this._keep();
    if (!sameCells(problem.cells, game.cells)) problem.update({ cells: [...game.cells] }, this);
    this.hints.board(game, letters);
  }

  _won() {
    const { game } = this;
    const found = { moves: game.moves, milliseconds: game.elapsed(Date.now()) };
    const broken = game.uncounted ? [] : addGame(records, this.kind.name, found);
    this.recordsBox.replaceChildren(recordsCard(this.kind));
    this.wonBox.replaceChildren(this._wonCard(broken));
  }

  /** @param {string[]} broken */
  _wonCard(broken) {
    return wonCard(this.game, broken, {
      onnext: () => newGame(this.game.drawn?.distance ?? 0),
      onreview: () => this._openReview(),
    });
  }

  _openReview() {
    this._endReview();
    this.review = new ReviewCard(this.game, {
      onstep: (cells) => (this.board.cells = cells),
      onplay: (cells) => problem.update({ cells }),
      onclose: () => {
        this._endReview();
        this.board.cells = this.game.cells;
      },
    });
    this.reviewBox.replaceChildren(this.review.element);
    this.reviewBox.querySelector("h2")?.focus({ preventScroll: true });
    this.board.scrollIntoView({ block: "nearest" });
  }

  _endReview() {
    this.review?.end();
    this.review = null;
    this.reviewBox.replaceChildren();
  }

  _showTime() {
    this.figures.time.textContent = clock(this.game.elapsed(Date.now()));
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const target = /** @type {Element} */ (event.target);
    if (document.querySelector("dialog[open]")) return;
    if (this.review?.press(event)) return;
    // The keys of the board work before it is clicked.
    if (target.matches("body, main, button, a, summary")) this.board.press(event);
    if (!(event.ctrlKey || event.metaKey) || target.matches("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this._takeBack(key === "y" || event.shiftKey);
  }
}
