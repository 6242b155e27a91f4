// Play: the board, its goal, the clock, undo and redo, hints, and personal bests.

import { recall, remember } from "../memory.js";
import { problem } from "../problem.js";
import { clock, Game } from "../puzzle/game.js";
import { sameCells, shapeText } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { Records } from "../puzzle/records.js";
import { goalName } from "../puzzle/solvability.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { notice } from "../ui/notice.js";
import { HintLine } from "./play-hints.js";
import { newGameCard } from "./play-new.js";
import { recordsCard } from "./play-records.js";
import "../elements/slide-board.js";

const SKIN_KEY = "slidelab.skin";
const WELCOME_KEY = "slidelab.welcomed";

export function open() {
  const view = new PlayView();
  return { element: view.element, rest: () => view.rest(), wake: () => view.wake() };
}

class PlayView {
  constructor() {
    this.records = new Records(localStorage);
    this.skin = localStorage.getItem(SKIN_KEY) ?? "numbers";
    this.board = h("slide-board", { class: "play-board", label: "Puzzle board", skin: this.skin });
    this.goalWords = h("p", { class: "note" });
    this.goal = h("slide-board", {
      class: "goal-board",
      readonly: true,
      label: "Goal board",
      skin: this.skin,
    });
    this.figures = Object.fromEntries(
      ["moves", "slides", "time"].map((name) => [name, h("dd", {}, "0")]),
    );
    this.hints = new HintLine(this.board, () => (this.game.hinted = true));
    this.undo = this._button("undo", "Undo", () => this._take(this.game.undo()));
    this.redo = this._button("redo", "Redo", () => this._take(this.game.redo()));
    this.recordsBox = h("div", {});
    this.board.addEventListener("slide", ({ detail }) => this._played(detail.letters));
    this.element = this._build();
    problem.addEventListener("change", ({ detail }) => {
      if (detail.source !== this && detail.board) this._begin();
    });
    this._keys = (event) => this._key(event);
    this._begin(this._kept());
  }

  /** Another view is shown: the clock stands still. */
  rest() {
    this._keep();
    clearInterval(this._ticker);
    removeEventListener("keydown", this._keys);
  }

  wake() {
    const kept = this._kept();
    if (kept) this.game = kept; // its clock goes on from where it stood
    this.rest();
    this._ticker = setInterval(() => this._showTime(), 100);
    addEventListener("keydown", this._keys);
  }

  _keep() {
    remember("game", this.game.saved(Date.now()));
  }

  /** The game that was being played on this board, if there is one. */
  _kept() {
    const saved = recall("game");
    if (!saved || !sameCells(saved.goal, problem.goal)) return null;
    const game = Game.restored(saved, Date.now());
    // The address follows the game a moment later, so that it may tell the board before.
    const boards = [game.cells, game.cellsBefore];
    return boards.some((cells) => sameCells(cells, problem.cells)) ? game : null;
  }

  _button(name, label, onclick) {
    return h("button", { type: "button", onclick, title: label }, icon(name), label);
  }

  _build() {
    const figure = (name, title, words = "") =>
      h("div", { title: words }, h("dt", {}, title), this.figures[name]);
    const restart = h(
      "button",
      {
        type: "button",
        onclick: () => this._begin(new Game(this.game.start, problem.goal, problem.shape)),
      },
      "Restart",
    );
    return h(
      "div",
      { class: "view play" },
      this._welcome(),
      h(
        "div",
        { class: "play-grid" },
        h(
          "section",
          { class: "play-main", "aria-label": "Board" },
          this.board,
          h("div", { class: "row play-buttons" }, this.undo, this.redo, restart, this.hints.button),
          this.hints.element,
        ),
        h(
          "aside",
          { class: "stack" },
          h(
            "div",
            { class: "card goal-card" },
            h("div", {}, h("h2", {}, "Goal"), this.goalWords),
            this.goal,
          ),
          h(
            "dl",
            { class: "figures card" },
            figure("time", "Time"),
            figure("moves", "Moves", "Tile by tile"),
            figure("slides", "Slides", "A whole line at once counts as one"),
          ),
          newGameCard({ skin: this.skin, onskin: (skin) => this._setSkin(skin) }),
          this.recordsBox,
        ),
      ),
    );
  }

  /** A first visit explains itself, and can be told to be quiet. */
  _welcome() {
    const hidden = localStorage.getItem(WELCOME_KEY) !== null;
    const box = h(
      "header",
      { class: hidden ? "view-head" : "view-head welcome" },
      h(
        "div",
        {},
        h("h1", {}, hidden ? "Play" : "Slide the tiles. Or watch a search find the way."),
        h(
          "p",
          {},
          hidden
            ? "Click, drag or use the arrow keys until the board looks like its goal."
            : "Click a tile beside the gap, drag it, or use the arrow keys, until the board looks like its goal. Stuck? Let an algorithm think out loud.",
        ),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", onclick: () => this._watchThink() },
          icon("play"),
          "Watch A* think",
        ),
        hidden
          ? null
          : h(
              "button",
              {
                type: "button",
                class: "quiet",
                onclick: () => {
                  localStorage.setItem(WELCOME_KEY, "1");
                  box.replaceWith(this._welcome());
                },
              },
              "Got it",
            ),
      ),
    );
    return box;
  }

  _watchThink() {
    problem.update({ algorithm: "astar", parameters: {} }, this);
    problem.autoplay = true;
    location.hash = encodeLink("watch", problem.value);
  }

  _begin(game = null) {
    this.game = game ?? new Game(problem.cells, problem.goal, problem.shape);
    const { shape } = problem;
    this.board.set({ shape, goal: problem.goal, cells: this.game.cells });
    this.goal.set({ shape, goal: problem.goal, cells: problem.goal });
    const name = goalName(problem.value.goal, shape);
    this.goalWords.textContent = name === "own" ? "your own" : name.replace("-", " ");
    this.kind = `${shapeText(shape)} ${name}`;
    this.recordsBox.replaceChildren(recordsCard(this.records, this.kind));
    this._settle();
  }

  _played(letters) {
    const wasSolved = this.game.endedAt !== null;
    this.game.play(letters, Date.now());
    if (this.game.solved && !wasSolved) this._won();
    this._settle(letters);
  }

  _take(letters) {
    if (letters) this.board.go(letters);
    this._settle(letters);
  }

  /** Shows what the game says; the server hears of it later and is never waited for. */
  _settle(letters = "") {
    const { game } = this;
    this.figures.moves.textContent = game.moves;
    this.figures.slides.textContent = game.slides;
    this.undo.disabled = !game.canUndo || game.solved;
    this.redo.disabled = !game.canRedo;
    this._showTime();
    this._keep();
    if (!sameCells(problem.cells, game.cells)) problem.update({ cells: [...game.cells] }, this);
    this.hints.board(game.cells, problem.goal, problem.shape, game.solved, letters);
  }

  _won() {
    const { game } = this;
    const milliseconds = game.elapsed(Date.now());
    const time = clock(milliseconds);
    if (game.hinted || !game.moves) return notice(`Solved in ${game.moves} moves, with hints.`);
    const broken = this.records.add(this.kind, {
      moves: game.moves,
      slides: game.slides,
      milliseconds,
    });
    this.recordsBox.replaceChildren(recordsCard(this.records, this.kind));
    const best = broken.length ? ` A personal best in ${broken.join(" and ")}!` : "";
    return notice(`Solved in ${game.moves} moves and ${time}.${best}`);
  }

  _showTime() {
    const text = clock(this.game.elapsed(Date.now()));
    if (this.figures.time.textContent !== text) this.figures.time.textContent = text;
  }

  _setSkin(skin) {
    this.skin = skin;
    localStorage.setItem(SKIN_KEY, skin);
    // Cells are kept by the game: setting the skin builds the boards anew from it.
    this.board.setAttribute("cells", this.game.cells.join(","));
    this.board.setAttribute("skin", skin);
    this.goal.setAttribute("skin", skin);
  }

  _key(event) {
    // Nobody should have to click the board before its keys work.
    if (event.target.matches("body, main, button, a, summary")) this.board.press(event);
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this._take(key === "y" || event.shiftKey ? this.game.redo() : this.game.undo());
  }
}
