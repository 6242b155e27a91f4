// <slide-board cells="1,2,5,3,4,0,6,7,8" shape="3x3" goal="blank-first">
//
// A board to play on, usable on any page. Click, tap, drag or arrow keys; several tiles at once
// along a row or column. It fires `slide` ({letters, cells}) after each gesture and `solved`.
// With `readonly` it is a picture of a board. Only transforms move, so a move paints in a frame.

import {
  applyMoves,
  goalCells,
  homes,
  INVERSE,
  parseShape,
  sameCells,
  slideLetters,
  spoken,
  target,
  WORDS,
} from "../puzzle/grid.js";
import { readBoard } from "../puzzle/notation.js";
import { h } from "../ui/dom.js";
import { DragGesture, placed } from "./drag.js";
import { host } from "./host.js";
import styles from "./slide-board.css.js";

const SOLVED = { cells: [0, 1, 2, 3, 4, 5, 6, 7, 8], shape: { rows: 3, cols: 3 } };

/** A key sends a tile its way, so the blank goes the other way. @type {Record<string, string>} */
const KEYS = { ArrowUp: "D", ArrowDown: "U", ArrowLeft: "R", ArrowRight: "L" };
Object.assign(KEYS, { w: "D", s: "U", a: "R", d: "L" });

/**
 * Read the board of an element's attributes, in any notation; without any it is a solved board.
 * `wrong` says so where they are not those of a board.
 * @param {Element} element @returns {{cells: Cells, shape: Shape, wrong?: string}}
 */
export function attributesBoard(element) {
  const text = element.getAttribute("cells");
  if (!text) return SOLVED;
  const shape = element.getAttribute("shape");
  const named = shape ? ` of the shape ${shape}` : "";
  const wrong = `Not a board${named}: ${text}`;
  try {
    return readBoard(text, shape ? parseShape(shape) : undefined) ?? { ...SOLVED, wrong };
  } catch {
    return { ...SOLVED, wrong };
  }
}

export class SlideBoard extends HTMLElement {
  static observedAttributes = ["cells", "shape", "goal", "readonly", "label"];

  constructor() {
    super();
    this._root = this.attachShadow({ mode: "open" });
    this._root.adoptedStyleSheets = [...host.sheets, styles];
    /** @type {Cells} */
    this._cells = [];
    this._shape = SOLVED.shape;
    /** @type {Cells} */
    this._goal = [];
    /** @type {number[]} */
    this._home = [];
    /** @type {HTMLElement | null} */
    this._frame = null;
    /** @type {HTMLElement[]} by their numbers */
    this._tiles = [];
    /** @type {HTMLElement[]} what a screen reader finds at each cell */
    this._spots = [];
    this._say = h("div.say");
    this._stale = true;
  }

  /** Build the board; put back on the page, it stays as it was unless its attributes changed. */
  connectedCallback() {
    if (this._stale) this._build();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    this._stale ||= !this.isConnected;
    if (!this.isConnected || !this._frame) return;
    const { cells, wrong } = attributesBoard(this);
    if (name === "cells" && !wrong && this._frame.isConnected) this._take(cells);
    else this._build();
  }

  get cells() {
    return [...this._cells];
  }

  /** Setting the cells slides every tile to its new place. */
  set cells(cells) {
    if (!this._frame || cells.length !== this._cells.length) {
      this.setAttribute("cells", cells.join(","));
      if (this._frame) this._build();
    } else this._take([...cells]);
  }

  get shape() {
    return this._shape;
  }

  /**
   * Set everything at once: a board of the same shape and goal only moves its tiles.
   * @param {{cells?: Cells, shape?: Shape, goal?: Goal}} board
   */
  set({ cells, shape, goal }) {
    /** @type {Record<string, string>} */
    const given = {};
    if (shape) given.shape = `${shape.rows}x${shape.cols}`;
    if (goal) given.goal = String(goal);
    const isAnother = Object.keys(given).some((name) => this.getAttribute(name) !== given[name]);
    if (cells && this._frame && !isAnother) {
      this.cells = cells;
      return;
    }
    if (cells) given.cells = String(cells);
    const wasBuilt = this._frame;
    this._frame = null;
    for (const [name, value] of Object.entries(given)) this.setAttribute(name, value);
    this._frame = wasBuilt;
    if (this.isConnected) this._build();
  }

  /**
   * Move the blank along letters and let the tiles follow, as a person would.
   * @param {string} letters
   */
  go(letters) {
    this._take(applyMoves(this._cells, letters, this._shape));
  }

  /** Light one tile, or none. */
  hint(tile = 0) {
    for (const [at, element] of this._tiles.entries())
      element?.classList.toggle("hint", at === tile && at > 0);
  }

  /** Whether gestures do nothing, as after the end of a game. */
  get locked() {
    return this.hasAttribute("locked");
  }

  get readonly() {
    return this.hasAttribute("readonly");
  }

  _build() {
    this._stale = false;
    const { cells, shape, wrong } = attributesBoard(this);
    this._shape = shape;
    const goal = this.getAttribute("goal") ?? "blank-first";
    this._goal = readBoard(goal, shape)?.cells ?? goalCells(goal, shape);
    this._home = homes(this._goal);
    this._cells = [];
    const floor = h("div.floor", { "aria-hidden": "true" });
    this._tiles = [];
    for (const tile of [...cells].sort((one, other) => one - other).slice(1)) {
      const size = tile > 99 ? "wide" : "";
      this._tiles[tile] = h("div.tile", { class: size }, h("div.face", h("span", tile)));
    }
    floor.append(...this._tiles.slice(1));
    const frame = h("div.frame", { part: "frame" }, floor);
    frame.style.setProperty("--rows", String(shape.rows));
    frame.style.setProperty("--cols", String(shape.cols));
    this._frame = frame;
    this._say = h("div.say");
    if (this.readonly) frame.setAttribute("role", "img");
    else this._makePlayable(frame);
    this._take(cells, true);
    const notice = h("p.not-a-board", { role: "alert" }, wrong);
    this._root.replaceChildren(...(wrong ? [notice] : [frame, this._say]));
  }

  /** @param {HTMLElement} frame */
  _makePlayable(frame) {
    frame.setAttribute("role", "grid");
    frame.setAttribute("aria-label", this.getAttribute("label") ?? "Puzzle board");
    frame.setAttribute("aria-description", "Arrow keys slide a tile; with Shift, a whole line.");
    frame.tabIndex = 0;
    this._say.setAttribute("aria-live", "polite");
    const { rows, cols } = this._shape;
    this._spots = Array.from({ length: rows * cols }, () => h("div.cell", { role: "gridcell" }));
    const lines = Array.from({ length: rows }, (_, row) =>
      h("div.row", { role: "row" }, this._spots.slice(row * cols, (row + 1) * cols)),
    );
    frame.append(h("div.cells", { role: "rowgroup" }, lines));
    frame.addEventListener("keydown", (event) => this.press(event));
    new DragGesture(frame, this);
  }

  /**
   * Do what a key asks for: slide one tile, or with the shift key all of the line.
   * @param {KeyboardEvent} event
   */
  press(event) {
    const letter = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!letter || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (this.locked) return;
    let letters = "";
    let blank = this._cells.indexOf(0);
    do {
      blank = target(blank, letter, this._shape);
      if (blank >= 0) letters += letter;
    } while (blank >= 0 && event.shiftKey);
    if (letters) this.play(letters);
  }

  /** Do what a gesture asks for: move, announce it and fire the events. @param {string} letters */
  play(letters) {
    const before = this._cells;
    this._take(applyMoves(before, letters, this._shape));
    this.hint();
    const first = before[target(before.indexOf(0), letters[0], this._shape)];
    const many = letters.length > 1 ? `${letters.length} tiles` : `Tile ${first}`;
    const done = sameCells(this._cells, this._goal);
    this._say.textContent = `${many} ${WORDS[INVERSE[letters[0]]]}. ${done ? "Solved!" : ""}`;
    const detail = { letters, cells: this.cells };
    this.dispatchEvent(new CustomEvent("slide", { detail, bubbles: true }));
    if (done) this.dispatchEvent(new CustomEvent("solved", { detail, bubbles: true }));
  }

  /** Return the letters that a gesture on a cell would play. @param {number} cell */
  lettersFor(cell) {
    return this.locked ? "" : slideLetters(this._cells, cell, this._shape);
  }

  /** @param {number} cell */
  tileElement(cell) {
    return this._tiles[this._cells[cell]];
  }

  /** @param {Cells} cells */
  _take(cells, everything = false) {
    const { cols } = this._shape;
    const changed = [...cells.keys()].filter(
      (cell) => everything || this._cells[cell] !== cells[cell],
    );
    for (const cell of changed) {
      const tile = cells[cell];
      const element = this._tiles[tile];
      if (element) {
        element.style.transform = placed(cell, cols);
        element.classList.toggle("home", this._home[tile] === cell);
      }
    }
    this._cells = cells;
    if (this.readonly) {
      const label = this.getAttribute("label") ?? "Board";
      this._frame?.setAttribute("aria-label", `${label}. ${spoken(cells, this._shape)}`);
    } else this._nameSpots(changed);
  }

  /** Name the spots that changed, and mark those whose tiles can slide. @param {number[]} changed */
  _nameSpots(changed) {
    for (const cell of changed) {
      const tile = this._cells[cell];
      this._spots[cell].setAttribute("aria-label", tile ? `tile ${tile}` : "blank");
    }
    for (const [cell, spot] of this._spots.entries())
      spot.classList.toggle("near", this.lettersFor(cell) !== "");
  }
}

if (!customElements.get("slide-board")) customElements.define("slide-board", SlideBoard);
