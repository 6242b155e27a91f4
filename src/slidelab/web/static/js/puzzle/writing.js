// A result in the forms that people take away: SVG, CSV and the classic output.txt.

import { applyMoves } from "./grid.js";

const WORDS = { U: "Up", D: "Down", L: "Left", R: "Right" };
const NAMES = { astar: "A*", wastar: "Weighted A*", ida: "IDA*" };

/** The lines that course assignments compare, as the command line writes them. */
export function outputText(result) {
  const none = result.moves === null || result.moves === undefined;
  const path = none
    ? `none; ${result.reason ?? `the search ended with: ${result.status.replaceAll("-", " ")}`}`
    : `[${[...result.moves].map((letter) => `'${WORDS[letter]}'`).join(", ")}]`;
  return [
    `Algorithm: ${algorithmName(result)}`,
    `Cost of path: ${none ? "none" : result.cost}`,
    `Nodes expanded: ${result.expanded}`,
    `Search depth: ${none ? "none" : result.search_depth}`,
    `Max search depth: ${result.max_depth}`,
    `Running time: ${result.seconds.toFixed(8)} seconds`,
    `Max RAM usage: ${(result.peak_memory_bytes / 1e6).toFixed(8)} MB`,
    `Path to goal: ${path}`,
    "",
  ].join("\n");
}

function algorithmName({ algorithm, heuristic }) {
  const written = (name) =>
    name.length <= 4 ? name.toUpperCase() : sentence(name.replaceAll("-", " "));
  const name = NAMES[algorithm] ?? written(algorithm);
  return heuristic ? `${name} ${written(heuristic)}` : name;
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Rows of objects as CSV; the columns are those of the first row unless given. */
export function csv(rows, columns = Object.keys(rows[0] ?? {})) {
  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((line) => line.map(cell).join(","))
    .join("\n")
    .concat("\n");
}

const CELL = 30;
const GAP = 26;

/** The path as boards side by side, at most `most` of them, as one SVG. */
export function pathSvg(cells, letters, shape, across = 8, most = 200) {
  const boards = [cells];
  for (const letter of letters.slice(0, most - 1))
    boards.push(applyMoves(boards.at(-1), letter, shape));
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

const label = (at, letters) =>
  `<text x="0" y="-6" font-size="11" text-anchor="start" fill="#666">${at ? `${at}. ${WORDS[letters[at - 1]]}` : "start"}</text>`;

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
