// Read boards as slidelab.puzzle.notation does, so that typing and pasting need no server. Both are
// tested with the same table: tests/puzzle/board_texts.json.

import { shapeText } from "./grid.js";
import { boardProblems } from "./solvability.js";

const BLANKS = ["_", "."];
const MOST_DIGITS = 10; // a run of digits names each tile by one of them

/** Return the number of a field, 0 for a blank, or null if it is neither. @param {string} field */
export function readField(field) {
  if (BLANKS.includes(field)) return 0;
  return /^[+-]?\d{1,18}$/.test(field) ? Number(field) + 0 : null; // -0 is 0
}

/**
 * Read a board in any notation; null if it is not one: the server can explain why.
 * @param {string} text @param {Shape | null} [shape] @returns {{cells: Cells, shape: Shape} | null}
 */
export function readBoard(text, shape = null) {
  const given = readRows(text);
  if (!given) return null;
  const inRows = Array.isArray(given[0]);
  const cells = given.flat().map(readField);
  const square = Math.sqrt(cells.length);
  const sides = inRows
    ? { rows: given.length, cols: given[0].length }
    : (shape ?? { rows: square, cols: square });
  const even = !inRows || given.every((row) => row.length === sides.cols);
  const hasShape = !shape || shapeText(shape) === shapeText(sides);
  const fits = sides.rows >= 2 && sides.cols >= 2 && sides.rows * sides.cols === cells.length;
  if (!even || !hasShape || !fits || cells.includes(null)) return null;
  const board = { cells: /** @type {Cells} */ (cells), shape: sides };
  return boardProblems(board.cells, sides).length ? null : board;
}

/**
 * Return the fields, as a list per row if there are several rows.
 * @param {string} text @returns {(string | string[])[] | null}
 */
function readRows(text) {
  const rows = text
    .replace(/\]\s*,?/g, "/")
    .replaceAll("[", "")
    .split(/\r\n|[\n\r]/)
    .map((line) => line.replace(/^[/\s]+|[/\s]+$/g, ""))
    .filter((line) => line !== "")
    .flatMap((line) => line.split("/"))
    .map(readRow);
  return rows.length > 1 ? rows : (rows[0] ?? null);
}

/** @param {string} row */
function readRow(row) {
  const fields = row.split(",").flatMap((part) => part.trim().split(/\s+/));
  if (fields.length > 1) return fields;
  // No board has one column, so a field alone in its row is a run of digits.
  const [run] = fields;
  return /\d/.test(run) && run.length <= MOST_DIGITS ? [...run] : fields;
}

/** @type {(cells: Cells, shape: Shape) => string} */
export function writeRows(cells, { cols }) {
  const rows = [];
  for (let at = 0; at < cells.length; at += cols) rows.push(cells.slice(at, at + cols).join(" "));
  return rows.join(" / ");
}
