// Boards as flat lists of tiles, row by row, with 0 for the blank. Moves are letters for the blank's
// direction, as everywhere in slidelab; the tile goes the other way.

export const LETTERS = "UDLR";
/** @type {Record<string, string>} */
export const INVERSE = { U: "D", D: "U", L: "R", R: "L" };

/** The largest boards, in cells, that the page solves in the fewest moves. */
export const EXACT_CELLS = 16;
const MOST_CELLS = 256;

/**
 * Read a shape: "3x4" → {rows: 3, cols: 4}; throws RangeError if it is not one.
 * @param {string} text
 */
export function parseShape(text) {
  const match = /^\s*(\d{1,9})\s*[x×]\s*(\d{1,9})\s*$/i.exec(text);
  const [rows, cols] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
  if (rows < 2 || cols < 2 || rows * cols > MOST_CELLS)
    throw new RangeError(`'${text}' is not a shape such as 3x3 or 2x5`);
  return { rows, cols };
}

/** @param {Shape} shape */
export const shapeText = ({ rows, cols }) => `${rows}x${cols}`;

/** @type {(goal: Goal, shape: Shape) => Cells} */
export function goalCells(goal, shape) {
  const count = shape.rows * shape.cols;
  if (Array.isArray(goal)) return goal;
  const tiles = Array.from({ length: count - 1 }, (_, at) => at + 1);
  return goal === "blank-last" ? [...tiles, 0] : [0, ...tiles];
}

/** @type {(one: Cells, other: Cells) => boolean} */
export const sameCells = (one, other) =>
  one.length === other.length && one.every((tile, at) => tile === other[at]);

/**
 * Return the cell that a move takes the blank to, or -1 at the edge.
 * @param {number} blank @param {string} letter @param {Shape} shape
 */
export function target(blank, letter, { rows, cols }) {
  const row = Math.floor(blank / cols);
  const col = blank % cols;
  if (letter === "U") return row > 0 ? blank - cols : -1;
  if (letter === "D") return row < rows - 1 ? blank + cols : -1;
  if (letter === "L") return col > 0 ? blank - 1 : -1;
  return col < cols - 1 ? blank + 1 : -1;
}

/**
 * Return the board after some moves; throws RangeError if a move would leave the board.
 * @param {Cells} cells @param {string} letters @param {Shape} shape
 */
export function applyMoves(cells, letters, shape) {
  const board = [...cells];
  let blank = board.indexOf(0);
  for (const letter of letters) {
    const to = target(blank, letter, shape);
    if (to < 0) throw new RangeError(`the blank cannot go ${letter} from cell ${blank}`);
    board[blank] = board[to];
    board[to] = 0;
    blank = to;
  }
  return board;
}

/**
 * Return the blank's moves that slide all tiles from `cell` to the blank, "" if not in line.
 * @param {Cells} cells @param {number} cell @param {Shape} shape
 */
export function slideLetters(cells, cell, { cols }) {
  const blank = cells.indexOf(0);
  const rows = Math.floor(cell / cols) - Math.floor(blank / cols);
  const columns = (cell % cols) - (blank % cols);
  if (rows && columns) return "";
  if (rows) return (rows < 0 ? "U" : "D").repeat(Math.abs(rows));
  return (columns < 0 ? "L" : "R").repeat(Math.abs(columns));
}

/**
 * Return the cell where each tile belongs, by tile.
 * @param {Cells} goal @returns {number[]}
 */
export function homeCells(goal) {
  const home = new Array(goal.length);
  for (const [cell, tile] of goal.entries()) home[tile] = cell;
  return home;
}

/** Return the moves that take a path back. @param {string} letters */
export const inverseMoves = (letters) =>
  [...letters]
    .reverse()
    .map((letter) => INVERSE[letter])
    .join("");

/** Remove pairs of moves of which the second undoes the first. @param {string} letters */
export function withoutUndoing(letters) {
  /** @type {string[]} */
  const kept = [];
  for (const letter of letters) {
    if (kept.at(-1) === INVERSE[letter]) kept.pop();
    else kept.push(letter);
  }
  return kept.join("");
}

/** Count moves, with several tiles slid in one direction as one. @param {string} letters */
export function countSlides(letters) {
  let runs = 0;
  for (let at = 0; at < letters.length; at++) if (letters[at] !== letters[at - 1]) runs++;
  return runs;
}

/** @type {Record<string, string>} */
export const WORDS = { U: "up", D: "down", L: "left", R: "right" };

/**
 * Return what a move of the blank looks like: "tile 5 slides left".
 * @param {Cells} cells @param {string} letter @param {Shape} shape
 */
export function moveWords(cells, letter, shape) {
  const tile = cells[target(cells.indexOf(0), letter, shape)];
  return `tile ${tile} slides ${WORDS[INVERSE[letter]]}`;
}

/**
 * Describe a board row by row, for screen readers.
 * @param {Cells} cells @param {Shape} shape
 */
export function describeBoard(cells, { cols }) {
  const rows = [];
  for (let at = 0; at < cells.length; at += cols) {
    const row = cells.slice(at, at + cols).map((tile) => tile || "blank");
    rows.push(`row ${rows.length + 1}: ${row.join(" ")}`);
  }
  return rows.join("; ");
}
