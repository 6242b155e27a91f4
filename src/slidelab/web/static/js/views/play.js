// Play: the board, its goal, the clock, undo and redo, hints, and personal bests.

import { problem } from "../problem.js";
import { clock, Game } from "../puzzle/game.js";
import { sameCells, shapeText } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { addGame } from "../puzzle/records.js";
import { findSwap, goalName, swapTiles } from "../puzzle/solvability.js";
import { records, game as savedGame } from "../store.js";
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
      onhint: () => this._markHelped(),
      onswap: () => this._swap(),
    });
    this.solveBar = new SolveBar(this.hints, {
      play: (letters) => this._playSolution(letters),
      back: () => this._showMoves(this.game.undo()),
    });
    this.undo = iconButton("undo", "Undo", () => this._takeBack());
    this.redo = iconButton("redo", "Redo", () => this._takeBack(true));
    this.recordsBox = h("div");
    this.wonBox = h("div.won-box", { "aria-live": "polite" });
    this.reviewBox = h("div");
    this.space = h("div.board-space", this.board);
    this.board.addEventListener("slide", ({ detail }) => this._onSlide(detail.letters));
    this.element = this._layout();
    problem.addEventListener("change", ({ detail }) => {
      if (detail.source !== this && detail.board) this._begin();
    });
    this._keys = (/** @type {KeyboardEvent} */ event) => this._key(event);
    new ResizeObserver(() => this._fit()).observe(document.documentElement);
    this.game = this._restoreGame() ?? gameOnBoard();
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
        h("button.primary", { onclick: () => this._watchSearch() }, icon("play"), "Watch A* think"),
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

  /** Stop the clock while another view is shown. */
  close() {
    this._saveGame();
    this.isShown = false;
    this.solveBar.pause();
    clearInterval(this._ticker);
    removeEventListener("keydown", this._keys);
  }

  open() {
    this.game = this._restoreGame() ?? this.game; // its clock continues
    this.close();
    this.isShown = true;
    this._fit();
    this._ticker = setInterval(() => this._showTime(), 100);
    addEventListener("keydown", this._keys);
  }

  _saveGame() {
    savedGame.set(this.game.saved(Date.now()));
  }

  /** The kind of game, for personal bests. */
  get kind() {
    const { shape, drawn } = this.game;
    const goal = goalName(this.game.goal, shape);
    const distance = drawn?.distance ?? null;
    const name = [shapeText(shape), goal, ...(distance === null ? [] : [distance])].join(" ");
    return { shape, goal, distance, name };
  }

  /** Return the saved game, if it is on this board. */
  _restoreGame() {
    const saved = savedGame.value;
    if (!saved || !sameCells(saved.goal, problem.goal)) return null;
    const game = Game.restored(saved, Date.now());
    return sameCells(game.cells, problem.cells) ? game : null;
  }

  /** Fit board, status and buttons into the rest of the window. */
  _fit() {
    if (!this.isShown) return;
    const place = /** @type {HTMLElement} */ (this.space.parentElement);
    const top = place.getBoundingClientRect().top + scrollY;
    this.element.style.setProperty("--top", `${Math.round(top)}px`);
  }

  _watchSearch() {
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
    this._update();
  }

  /** @param {string} letters */
  _onSlide(letters) {
    this.solveBar.close();
    this._addGesture(letters);
    this._update(letters);
  }

  /** Play moves of a solution, each of which can be undone. */
  _playSolution(/** @type {string} */ letters) {
    this._markHelped();
    this.board.hint();
    this.board.go(letters);
    for (const letter of letters) this._addGesture(letter);
    this._update(letters);
  }

  /** @param {string} letters */
  _addGesture(letters) {
    const wasSolved = this.game.endedAt !== null;
    this.game.play(letters, Date.now());
    if (this.game.solved && !wasSolved) this._finishGame();
  }

  /** Remember that hints were used, unless the game is over. */
  _markHelped() {
    if (this.game.endedAt === null) this.game.helped = true;
  }

  _swap() {
    const pair = findSwap(problem.cells, problem.goal, problem.shape);
    if (pair) problem.update({ cells: swapTiles(problem.cells, pair) });
  }

  _takeBack(again = false) {
    this.solveBar.close();
    this._showMoves(again ? this.game.redo() : this.game.undo());
  }

  /** @param {string} letters */
  _showMoves(letters) {
    if (letters) this.board.go(letters);
    this._update(letters);
  }

  /** Update counts, buttons, hints and the problem after a change of the game. */
  _update(letters = "") {
    const { game } = this;
    this.figures.moves.textContent = whole(game.moves);
    this.figures.slides.textContent = whole(game.slides);
    this.undo.disabled = !game.canUndo || game.solved;
    this.redo.disabled = !game.canRedo;
    this.solveBar.button.disabled = game.solved;
    this.board.toggleAttribute("locked", game.endedAt !== null);
    if (game.solved) this.solveBar.close();
    this._showTime();
    this._saveGame();
    if (!sameCells(problem.cells, game.cells)) problem.update({ cells: [...game.cells] }, this);
    this.hints.board(game, letters);
  }

  _finishGame() {
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
    if (this.review?.handleKey(event)) return;
    // Keys move tiles even if the board doesn't have the focus.
    if (target.matches("body, main, button, a, summary")) this.board.handleKey(event);
    if (!(event.ctrlKey || event.metaKey) || target.matches("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this._takeBack(key === "y" || event.shiftKey);
  }
}
