// A game being played: the path so far, undo and redo, both move metrics and the clock.
// It knows nothing of the page; the time is handed in, so that tests need not wait.

import { applyMoves, inverted, sameCells, slidesIn } from "./grid.js";

export class Game {
  constructor(start, goal, shape) {
    this.start = [...start];
    this.goal = [...goal];
    this.shape = shape;
    this.cells = [...start];
    this.hinted = false;
    this.startedAt = null;
    this.endedAt = null;
    this._done = [];
    this._undone = [];
  }

  /** The game as plain data, to be kept. */
  saved(now) {
    const { start, goal, shape, hinted } = this;
    const elapsed = this.startedAt === null ? null : this.elapsed(now);
    const over = this.endedAt !== null;
    return { start, goal, shape, hinted, done: this._done, undone: this._undone, elapsed, over };
  }

  /** The game that was saved; its clock goes on from where it stood. */
  static restored({ start, goal, shape, hinted, done, undone, elapsed, over }, now) {
    const game = new Game(start, goal, shape);
    Object.assign(game, { hinted, _done: [...done], _undone: [...undone] });
    game.cells = applyMoves(start, game.path, shape);
    game.startedAt = elapsed === null ? null : now - elapsed;
    game.endedAt = over ? now : null;
    return game;
  }

  /** The board before the last gesture. */
  get cellsBefore() {
    return applyMoves(this.start, this._done.slice(0, -1).join(""), this.shape);
  }

  /** The blank's moves from the start to here. */
  get path() {
    return this._done.join("");
  }

  get moves() {
    return this.path.length;
  }

  get slides() {
    return slidesIn(this.path);
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

  /** One gesture: one tile, or several along a line. */
  play(letters, now) {
    this.cells = applyMoves(this.cells, letters, this.shape);
    this._done.push(letters);
    this._undone.length = 0;
    this.startedAt ??= now;
    if (this.solved) this.endedAt ??= now;
  }

  /** Take back the last gesture; the letters that do so, or "" if there is none. */
  undo() {
    if (!this.canUndo || this.endedAt !== null) return "";
    const letters = this._done.pop();
    this._undone.push(letters);
    const back = inverted(letters);
    this.cells = applyMoves(this.cells, back, this.shape);
    return back;
  }

  redo() {
    if (!this.canRedo) return "";
    const letters = this._undone.pop();
    this._done.push(letters);
    this.cells = applyMoves(this.cells, letters, this.shape);
    return letters;
  }

  elapsed(now) {
    return this.startedAt === null ? 0 : (this.endedAt ?? now) - this.startedAt;
  }
}

/** 75300 → "1:15.3"; hours appear only when there are any. */
export function clock(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const minutes = Math.floor(tenths / 600);
  const seconds = `${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
  if (minutes < 60) return `${minutes}:${seconds}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${seconds}`;
}
