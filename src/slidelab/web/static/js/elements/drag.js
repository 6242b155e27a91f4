// Click, tap or drag tiles along their line. A gesture that hardly moves is a tap; a drag that goes far
// enough is completed; otherwise the tiles slide back.

import { target } from "../puzzle/grid.js";

const TAP = 6; // pixels
const ENOUGH = 0.35; // of a cell

/**
 * The direction in which tiles move, by the blank's move: for "L" they slide right.
 * @type {Record<string, [number, number]>}
 */
const TILES_GO = { L: [1, 0], R: [-1, 0], U: [0, 1], D: [0, -1] };

/**
 * Return the CSS transform that puts a tile on a cell.
 * @param {number} cell @param {number} cols
 */
export const tileTransform = (cell, cols) =>
  `translate(${(cell % cols) * 100}%, ${Math.floor(cell / cols) * 100}%)`;

/**
 * A drag: which moves it plays, where it began, and how far it has come.
 * @typedef {object} Drag
 * @property {string} letters
 * @property {number} x
 * @property {number} y
 * @property {number} step pixels from cell to cell
 * @property {number} part of a step, along the line
 * @property {number} far pixels, in any direction
 * @property {{element: HTMLElement, at: string}[]} tiles
 */

export class DragGesture {
  /** @param {HTMLElement} frame @param {SlideBoard} board */
  constructor(frame, board) {
    this._frame = frame;
    this._board = board;
    /** @type {Drag | null} */
    this._drag = null;
    frame.addEventListener("pointerdown", (event) => this._begin(event));
    frame.addEventListener("pointermove", (event) => this._move(event));
    frame.addEventListener("pointerup", () => this._end(true));
    frame.addEventListener("pointercancel", () => this._end(false));
  }

  /**
   * Return the moves that slide the tile under a point, "" if it cannot slide.
   * @param {PointerEvent} event @param {DOMRect} box
   */
  _lettersUnder({ clientX, clientY }, box) {
    const { rows, cols } = this._board.shape;
    const col = Math.floor(((clientX - box.left) / box.width) * cols);
    const row = Math.floor(((clientY - box.top) / box.height) * rows);
    if (col < 0 || row < 0 || col >= cols || row >= rows) return "";
    return this._board.lettersFor(row * cols + col);
  }

  /** @param {PointerEvent} event */
  _begin(event) {
    if (event.button !== 0 || this._drag) return;
    const box = this._frame.getBoundingClientRect();
    const { rows, cols } = this._board.shape;
    const letters = this._lettersUnder(event, box);
    if (!letters) return;
    this._frame.setPointerCapture(event.pointerId);
    // Measured once here: reading the layout again while tiles move would make them stutter.
    this._drag = {
      letters,
      x: event.clientX,
      y: event.clientY,
      step: letters[0] === "L" || letters[0] === "R" ? box.width / cols : box.height / rows,
      part: 0,
      far: 0,
      tiles: this._tilesAlong(letters),
    };
  }

  /** @param {string} letters */
  _tilesAlong(letters) {
    const { cols } = this._board.shape;
    const tiles = [];
    let cell = this._board.cells.indexOf(0);
    for (const letter of letters) {
      cell = target(cell, letter, this._board.shape);
      tiles.push({ element: this._board.tileElement(cell), at: tileTransform(cell, cols) });
    }
    return tiles;
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const drag = this._drag;
    if (!drag) return;
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.far = Math.max(drag.far, Math.hypot(right, down));
    if (drag.far <= TAP) return;
    this._frame.classList.add("dragging");
    const [x, y] = TILES_GO[drag.letters[0]];
    drag.part = Math.min(1, Math.max(0, (x * right + y * down) / drag.step));
    const shift = `translate(${100 * x * drag.part}%, ${100 * y * drag.part}%)`;
    for (const { element, at } of drag.tiles) element.style.transform = `${at} ${shift}`;
  }

  /** @param {boolean} finished */
  _end(finished) {
    const drag = this._drag;
    if (!drag) return;
    this._drag = null;
    this._frame.classList.remove("dragging");
    const complete = finished && (drag.far <= TAP || drag.part >= ENOUGH);
    if (complete) this._board.play(drag.letters);
    else for (const { element, at } of drag.tiles) element.style.transform = at;
  }
}
