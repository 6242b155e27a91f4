// Reading and writing boards as text in the browser. The server reads every notation and explains
// what is wrong; this is the quick part that typing needs.

import { parseShape } from "./grid.js";

const BLANKS = new Set(["", "_", "0", "x", "X", ".", "-"]);

/** One field of a board: a whole number, null if nothing is there, or the text if neither. */
export function readField(text) {
  const field = text.trim();
  if (field === "") return null;
  if (BLANKS.has(field)) return 0;
  return /^\d{1,3}$/.test(field) ? Number(field) : field;
}

/** The cells of simple texts: commas, spaces, rows, lines, JSON, or a run of up to ten digits. */
export function readCells(text) {
  const plain = text.trim();
  if (/^\d{4,10}$/.test(plain)) return [...plain].map(Number);
  const flat = plain.replace(/[[\]]/g, " ").replace(/[/\n;]/g, " ");
  const fields = flat.includes(",")
    ? flat.split(",").flatMap((part) => part.trim().split(/\s+/))
    : flat.split(/\s+/);
  return fields
    .filter((field, at) => field !== "" || at === 0)
    .map((field) => readField(field) ?? 0);
}

/** The shape that a number of cells suggests: as square as it can be, not taller than wide. */
export function likelyShape(count) {
  for (let rows = Math.floor(Math.sqrt(count)); rows >= 2; rows--) {
    if (count % rows === 0 && count / rows <= 10) return parseShape(`${rows}x${count / rows}`);
  }
  return null;
}

export function writeRows(cells, { cols }) {
  const rows = [];
  for (let at = 0; at < cells.length; at += cols) rows.push(cells.slice(at, at + cols).join(" "));
  return rows.join(" / ");
}
