// Play: the board, its goal, the clock, undo and redo, hints, and personal bests.

import { clock, Game, rate } from "../puzzle/game.js";
import { sameCells, shapeText } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { Records } from "../puzzle/records.js";
import { exchanged, goalName, mendPair } from "../puzzle/solvability.js";
import { beforeLeaving, hover, game as kept, problem, records, skin } from "../store.js";
import { h, whole } from "../ui/dom.js";
import { shareButton } from "../ui/share.js";
import { View } from "../ui/view.js";
import { HintLine } from "./play-hints.js";
import { iconButton, playLayout } from "./play-layout.js";
import { LookingBack } from "./play-looking-back.js";
import { newGame, newGameCard } from "./play-new.js";
import { recordsCard } from "./play-records.js";
import { SolveBar } from "./play-solve.js";
import { welcome } from "./play-welcome.js";
import { wonCard } from "./play-won.js";
import "../elements/slide-board.js";

export const create = () => new PlayView();

class PlayView extends View {
  constructor() {
    super();
    this.records = new Records(records);
    this.skin = skin.value;
    this.board = h("slide-board.play-board", { label: "Puzzle board", skin: this.skin });
    this.goal = h("slide-board.goal-board", {
      readonly: true,
      label: "Goal board",
      skin: this.skin,
    });
    this.figures = Object.fromEntries(
      ["moves", "slides", "time", "rate"].map((name) => [name, h("dd", "0")]),
    );
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
    this.restart = h("button", { onclick: () => this._begin(this.game.again()) }, "Restart");
    this.recordsBox = h("div");
    this.wonBox = h("div.won-box", { "aria-live": "polite" });
    this.lookingBack = new LookingBack(this.board, { onplay: (cells) => this._playFrom(cells) });
    this.space = h("div.board-space", this.board);
    this._setHover(hover.value);
    this.board.addEventListener("slide", ({ detail }) => this._played(detail.letters));
    this.element = playLayout({
      ...this,
      welcome: welcome(() => this._watchThink()),
      newGame: newGameCard({
        skin: this.skin,
        onskin: (skin) => this._setSkin(skin),
        hover: this.board.hasAttribute("hover"),
        onhover: (hover) => this._setHover(hover),
        share: shareButton(() => ({ name: "play", title: "Play", view: this })),
      }),
    });
    problem.addEventListener("change", ({ detail }) => {
      if (detail.source !== this && detail.board) this._begin();
    });
    this._keys = (event) => this._key(event);
    new ResizeObserver(() => this._fit()).observe(document.documentElement);
    beforeLeaving(() => this.awake && this._keep());
    const { solving } = kept.value ?? {};
    const game = this._kept();
    this._begin(game);
    if (game && solving) this.solveBar.open(solving);
    this.lookingBack.takeUp(this.game);
  }

  /** Another view is shown: the clock stands still. */
  close() {
    this._keep();
    this.awake = false;
    this.solveBar.rest();
    clearInterval(this._ticker);
    removeEventListener("keydown", this._keys);
  }

  open() {
    const kept = this._kept();
    if (kept) this.game = kept; // its clock goes on from where it stood
    this.close();
    this.awake = true;
    this._fit();
    this._ticker = setInterval(() => this._showTime(), 100);
    addEventListener("keydown", this._keys);
  }

  _keep() {
    kept.set({ ...this.game.saved(Date.now()), solving: this.solveBar.shownAt });
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
    const top = this.space.parentElement.getBoundingClientRect().top + scrollY;
    this.element.style.setProperty("--top", `${Math.round(top)}px`);
  }

  _watchThink() {
    problem.update({ algorithm: "astar", parameters: {} }, this);
    problem.autoplay = true;
    location.hash = encodeLink("watch", problem.value);
  }

  _begin(game = null) {
    this.game = game ?? new Game(problem.cells, problem.goal, problem.shape, problem.drawn);
    const { shape } = problem;
    this.space.style.setProperty("--ratio", shape.cols / shape.rows);
    this.lookingBack.clear();
    this.board.set({ shape, goal: problem.goal, cells: this.game.cells });
    this.goal.set({ shape, goal: problem.goal, cells: problem.goal });
    const goal = goalName(problem.value.goal, shape);
    const distance = this.game.drawn?.distance ?? null;
    const kind = [shapeText(shape), goal, distance].filter((part) => part !== null).join(" ");
    this.sort = { shape, goal, distance, kind };
    this.recordsBox.replaceChildren(recordsCard(this.records, this.sort));
    this.solveBar.close();
    this.wonBox.replaceChildren(...(this.game.endedAt === null ? [] : [this._wonCard([])]));
    this._settle();
  }

  _played(letters) {
    this.solveBar.rest();
    this._gesture(letters);
    this._settle(letters);
  }

  /** Plays the lab's moves on the board, each of which can be taken back. */
  _playFor(letters) {
    this._help();
    this.board.hint();
    this.board.go(letters);
    for (const letter of letters) this._gesture(letter);
    this._settle(letters);
  }

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
    this.solveBar.rest();
    this._take(again ? this.game.redo() : this.game.undo());
  }

  _take(letters) {
    if (letters) this.board.go(letters);
    this._settle(letters);
  }

  /** Shows what the game says; the server hears of it later and is never waited for. */
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
    this.hints.board(game.cells, problem.goal, problem.shape, game.solved, letters);
  }

  _won() {
    const { game } = this;
    const { moves, slides } = game;
    const milliseconds = game.elapsed(Date.now());
    const broken = game.uncounted
      ? []
      : this.records.add(this.sort.kind, { moves, slides, milliseconds });
    this.recordsBox.replaceChildren(recordsCard(this.records, this.sort));
    this.wonBox.replaceChildren(this._wonCard(broken));
    this.board.classList.add("won-now"); // a moment of joy, which ends by itself
    this.board.addEventListener("animationend", () => this.board.classList.remove("won-now"), {
      once: true,
    });
  }

  _wonCard(broken) {
    return wonCard(this.game, broken, {
      onnext: () => newGame(this.sort.distance),
      onreview: () => this.lookingBack.open(this.game),
    });
  }

  _playFrom(cells) {
    problem.update({ cells });
    this.board.scrollIntoView({ block: "nearest" });
  }

  _showTime() {
    const milliseconds = this.game.elapsed(Date.now());
    const quickly = rate({ moves: this.game.moves, milliseconds });
    const show = (figure, text) => {
      if (figure.textContent !== text) figure.textContent = text;
    };
    show(this.figures.time, clock(milliseconds));
    show(this.figures.rate, quickly === null ? "–" : quickly.toFixed(2));
  }

  _setHover(on) {
    this.board.toggleAttribute("hover", on);
    hover.set(on);
  }

  _setSkin(name) {
    this.skin = name;
    skin.set(name);
    // Cells are kept by the game: setting the skin builds the boards anew from it.
    this.board.setAttribute("cells", this.game.cells.join(","));
    this.board.setAttribute("skin", name);
    this.goal.setAttribute("skin", name);
  }

  _key(event) {
    if (document.querySelector("dialog[open]")) return;
    if (this.lookingBack.press(event)) return;
    // Nobody should have to click the board before its keys work.
    if (event.target.matches("body, main, button, a, summary")) this.board.press(event);
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this._takeBack(key === "y" || event.shiftKey);
  }
}
