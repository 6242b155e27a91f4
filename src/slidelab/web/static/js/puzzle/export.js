// Write results as JSON and SVG. The server writes output.txt and CSV, as the command line does, and
// sends them with the result.

import { applyMoves } from "./grid.js";

/** @type {Record<string, string>} */
const WORDS = { U: "Up", D: "Down", L: "Left", R: "Right" };

/**
 * Return a result as `slidelab solve --format json` writes it.
 * @param {{moves: string | null, files?: unknown}} result
 */
export function asJson({ files, moves, ...rest }) {
  const path = moves && [...moves].map((letter) => WORDS[letter]);
  return `${JSON.stringify({ ...rest, moves: path }, null, 2)}\n`;
}

const CELL = 30;
const GAP = 26;

/**
 * Draw the boards of a path, at most `most` of them, in rows of `across`, as an SVG.
 * @param {Cells} cells @param {string} letters @param {Shape} shape
 */
export function pathSvg(cells, letters, shape, across = 8, most = 200) {
  const boards = [cells];
  for (const [at, letter] of [...letters.slice(0, most - 1)].entries())
    boards.push(applyMoves(boards[at], letter, shape));
  const width = shape.cols * CELL + GAP;
  const height = shape.rows * CELL + GAP + 6;
  const columns = Math.min(across, boards.length);
  const rows = Math.ceil(boards.length / across);
  const parts = boards.map((board, at) => {
    const x = (at % across) * width + GAP / 2;
    const y = Math.floor(at / across) * height + GAP;
    return `<g transform="translate(${x} ${y})">${boardSvg(board, shape)}${label(at, letters)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${rows * height}" width="${columns * width}" height="${rows * height}" font-family="sans-serif" text-anchor="middle">${parts.join("")}</svg>\n`;
}

const label = (/** @type {number} */ at, /** @type {string} */ letters) =>
  `<text x="0" y="-6" font-size="11" text-anchor="start" fill="#666">${at ? `${at}. ${WORDS[letters[at - 1]]}` : "start"}</text>`;

/** @type {(board: Cells, shape: Shape) => string} */
function boardSvg(board, { rows, cols }) {
  const frame = `<rect width="${cols * CELL}" height="${rows * CELL}" rx="4" fill="#e6e0d0"/>`;
  const tiles = board.map((tile, cell) => {
    if (!tile) return "";
    const x = (cell % cols) * CELL;
    const y = Math.floor(cell / cols) * CELL;
    return `<rect x="${x + 1.5}" y="${y + 1.5}" width="${CELL - 3}" height="${CELL - 3}" rx="3" fill="#fffdf8" stroke="#cdc4ad"/><text x="${x + CELL / 2}" y="${y + CELL / 2 + 5.5}" font-size="15" fill="#1b2230">${tile}</text>`;
  });
  return frame + tiles.join("");
}
