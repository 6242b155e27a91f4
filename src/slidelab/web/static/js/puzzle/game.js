// A game: the path so far, undo and redo, the counts of moves and slides, and the clock. The time is
// an argument, so that tests need not wait.

import { applyMoves, countSlides, inverseMoves, sameCells } from "./grid.js";

/**
 * A game as plain data; `elapsed` is null until its first move.
 * @typedef {object} SavedGame
 * @property {Cells} start
 * @property {Cells} goal
 * @property {Shape} shape
 * @property {Drawn | null} drawn
 * @property {boolean} helped
 * @property {string[]} done
 * @property {string[]} undone
 * @property {number | null} elapsed
 * @property {boolean} over
 */

export class Game {
  /**
   * @param {Cells} start @param {Cells} goal @param {Shape} shape
   * @param {Drawn | null} [drawn] how the board was drawn at random; null if it was not
   */
  constructor(start, goal, shape, drawn = null) {
    this.start = [...start];
    this.goal = [...goal];
    this.shape = shape;
    this.drawn = drawn;
    this.cells = [...start];
    this.helped = false;
    /** @type {number | null} */
    this.startedAt = null;
    /** @type {number | null} */
    this.endedAt = null;
    /** @type {string[]} */
    this._done = [];
    /** @type {string[]} */
    this._undone = [];
  }

  /** Return the game as plain data. @param {number} now @returns {SavedGame} */
  saved(now) {
    const { start, goal, shape, drawn, helped } = this;
    const elapsed = this.startedAt === null ? null : this.elapsed(now);
    const over = this.endedAt !== null;
    const [done, undone] = [this._done, this._undone];
    return { start, goal, shape, drawn, helped, done, undone, elapsed, over };
  }

  /**
   * Return the game of saved data; its clock continues from the saved time.
   * @param {SavedGame} saved @param {number} now
   */
  static restored({ start, goal, shape, drawn, helped, done, undone, elapsed, over }, now) {
    const game = new Game(start, goal, shape, drawn);
    Object.assign(game, { helped, _done: [...done], _undone: [...undone] });
    game.cells = applyMoves(start, game.path, shape);
    game.startedAt = elapsed === null ? null : now - elapsed;
    game.endedAt = over ? now : null;
    return game;
  }

  /** Return a new game on the same board, which counts for records only before the first move. */
  again() {
    return new Game(this.start, this.goal, this.shape, this.moves ? null : this.drawn);
  }

  /** Why this game doesn't count for records; empty if it does. */
  get uncounted() {
    if (this.helped) return "hints were used";
    return this.drawn ? "" : "only freshly shuffled boards do";
  }

  /** The blank's moves from the start. */
  get path() {
    return this._done.join("");
  }

  get moves() {
    return this.path.length;
  }

  get slides() {
    return countSlides(this.path);
  }

  get solved() {
    return sameCells(this.cells, this.goal);
  }

  get canUndo() {
    return this._done.length > 0;
  }

  get canRedo() {
    return this._undone.length > 0;
  }

  /**
   * Play a gesture, which moves one tile or several along a line.
   * @param {string} letters @param {number} now
   */
  play(letters, now) {
    this.cells = applyMoves(this.cells, letters, this.shape);
    this._done.push(letters);
    this._undone.length = 0;
    this.startedAt ??= now;
    if (this.solved) this.endedAt ??= now;
  }

  /** Take back the last gesture, and return the moves that do so, or "". */
  undo() {
    const letters = this.endedAt === null && this._done.pop();
    if (!letters) return "";
    this._undone.push(letters);
    const back = inverseMoves(letters);
    this.cells = applyMoves(this.cells, back, this.shape);
    return back;
  }

  /** Play the gesture again that was undone last, and return its moves, or "". */
  redo() {
    const letters = this._undone.pop();
    if (!letters) return "";
    this._done.push(letters);
    this.cells = applyMoves(this.cells, letters, this.shape);
    return letters;
  }

  /** @param {number} now */
  elapsed(now) {
    return this.startedAt === null ? 0 : (this.endedAt ?? now) - this.startedAt;
  }
}

/** Format a time: 75300 → "1:15.3". @param {number} milliseconds */
export function clock(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const minutes = Math.floor(tenths / 600);
  const seconds = `${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
  if (minutes < 60) return `${minutes}:${seconds}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${seconds}`;
}
