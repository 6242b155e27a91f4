// <slide-board cells="1,2,5,3,4,0,6,7,8" shape="3x3" goal="blank-first">
//
// A board to play on, for any page: click, tap, drag or use the arrow keys, also to slide several tiles
// of a line at once. Fires `slide` ({letters, cells}) after each gesture, and `solved`. With `readonly`
// it is a picture of a board. Tiles move by CSS transforms alone, which is fast.

import {
  applyMoves,
  describeBoard,
  goalCells,
  homeCells,
  INVERSE,
  parseShape,
  sameCells,
  slideLetters,
  target,
  WORDS,
} from "../puzzle/grid.js";
import { readBoard } from "../puzzle/notation.js";
import { h } from "../ui/dom.js";
import { DragGesture, tileTransform } from "./drag.js";
import { host } from "./host.js";
import styles from "./slide-board.css.js";

const SOLVED = { cells: [0, 1, 2, 3, 4, 5, 6, 7, 8], shape: { rows: 3, cols: 3 } };

/** The blank's move for each key: the tile goes the way of the arrow. @type {Record<string, string>} */
const KEYS = { ArrowUp: "D", ArrowDown: "U", ArrowLeft: "R", ArrowRight: "L" };
Object.assign(KEYS, { w: "D", s: "U", a: "R", d: "L" });

/**
 * Read the board of an element's attributes, in any notation; without attributes, a solved board.
 * `wrong` is a message if they are not a board.
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
    /** @type {HTMLElement[]} by number */
    this._tiles = [];
    /** @type {HTMLElement[]} an element at each cell, for screen readers */
    this._gridCells = [];
    this._announcement = h("div.announcement");
    this._stale = true;
  }

  /** Build the board, unless it was only moved on the page. */
  connectedCallback() {
    if (this._stale) this._build();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    this._stale ||= !this.isConnected;
    if (!this.isConnected || !this._frame) return;
    const { cells, wrong } = attributesBoard(this);
    if (name === "cells" && !wrong && this._frame.isConnected) this._setCells(cells);
    else this._build();
  }

  get cells() {
    return [...this._cells];
  }

  /** Slide every tile to its new cell. */
  set cells(cells) {
    if (!this._frame || cells.length !== this._cells.length) {
      this.setAttribute("cells", cells.join(","));
      if (this._frame) this._build();
    } else this._setCells([...cells]);
  }

  get shape() {
    return this._shape;
  }

  /**
   * Set the board; if shape and goal are the same, slide the tiles.
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
   * Play moves, without events.
   * @param {string} letters
   */
  go(letters) {
    this._setCells(applyMoves(this._cells, letters, this._shape));
  }

  /** Highlight a tile; 0 for none. */
  hint(tile = 0) {
    for (const [at, element] of this._tiles.entries())
      element?.classList.toggle("hint", at === tile && at > 0);
  }

  /** Whether gestures are ignored, as after the end of a game. */
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
    this._home = homeCells(this._goal);
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
    this._announcement = h("div.announcement");
    if (this.readonly) frame.setAttribute("role", "img");
    else this._makePlayable(frame);
    this._setCells(cells, true);
    const notice = h("p.not-a-board", { role: "alert" }, wrong);
    this._root.replaceChildren(...(wrong ? [notice] : [frame, this._announcement]));
  }

  /** @param {HTMLElement} frame */
  _makePlayable(frame) {
    frame.setAttribute("role", "grid");
    frame.setAttribute("aria-label", this.getAttribute("label") ?? "Puzzle board");
    frame.setAttribute("aria-description", "Arrow keys slide a tile; with Shift, a whole line.");
    frame.tabIndex = 0;
    this._announcement.setAttribute("aria-live", "polite");
    const { rows, cols } = this._shape;
    this._gridCells = Array.from({ length: rows * cols }, () =>
      h("div.cell", { role: "gridcell" }),
    );
    const lines = Array.from({ length: rows }, (_, row) =>
      h("div.row", { role: "row" }, this._gridCells.slice(row * cols, (row + 1) * cols)),
    );
    frame.append(h("div.cells", { role: "rowgroup" }, lines));
    frame.addEventListener("keydown", (event) => this.handleKey(event));
    new DragGesture(frame, this);
  }

  /**
   * Slide a tile, or with Shift the whole line.
   * @param {KeyboardEvent} event
   */
  handleKey(event) {
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

  /** Play the moves of a gesture, announce them, and fire the events. @param {string} letters */
  play(letters) {
    const before = this._cells;
    this._setCells(applyMoves(before, letters, this._shape));
    this.hint();
    const first = before[target(before.indexOf(0), letters[0], this._shape)];
    const many = letters.length > 1 ? `${letters.length} tiles` : `Tile ${first}`;
    const done = sameCells(this._cells, this._goal);
    this._announcement.textContent = `${many} ${WORDS[INVERSE[letters[0]]]}. ${done ? "Solved!" : ""}`;
    const detail = { letters, cells: this.cells };
    this.dispatchEvent(new CustomEvent("slide", { detail, bubbles: true }));
    if (done) this.dispatchEvent(new CustomEvent("solved", { detail, bubbles: true }));
  }

  /** Return the moves that a gesture on a cell plays. @param {number} cell */
  lettersFor(cell) {
    return this.locked ? "" : slideLetters(this._cells, cell, this._shape);
  }

  /** @param {number} cell */
  tileElement(cell) {
    return this._tiles[this._cells[cell]];
  }

  /** @param {Cells} cells */
  _setCells(cells, everything = false) {
    const { cols } = this._shape;
    const changed = [...cells.keys()].filter(
      (cell) => everything || this._cells[cell] !== cells[cell],
    );
    for (const cell of changed) {
      const tile = cells[cell];
      const element = this._tiles[tile];
      if (element) {
        element.style.transform = tileTransform(cell, cols);
        element.classList.toggle("home", this._home[tile] === cell);
      }
    }
    this._cells = cells;
    if (this.readonly) {
      const label = this.getAttribute("label") ?? "Board";
      this._frame?.setAttribute("aria-label", `${label}. ${describeBoard(cells, this._shape)}`);
    } else this._labelCells(changed);
  }

  /** Label the cells that changed, and mark those whose tiles can slide. @param {number[]} changed */
  _labelCells(changed) {
    for (const cell of changed) {
      const tile = this._cells[cell];
      this._gridCells[cell].setAttribute("aria-label", tile ? `tile ${tile}` : "blank");
    }
    for (const [cell, spot] of this._gridCells.entries())
      spot.classList.toggle("near", this.lettersFor(cell) !== "");
  }
}

if (!customElements.get("slide-board")) customElements.define("slide-board", SlideBoard);
