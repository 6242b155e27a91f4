// What keys do in code: each function takes the text and what is selected, and returns what they become.

const STEP = "    ";

/** @typedef {{text: string, start: number, end: number}} Edited */

/** The beginning of the line at a position. */
const lineStart = (text, at) => text.lastIndexOf("\n", at - 1) + 1;

/**
 * A Tab: spaces up to the next step, or every selected line one step to the right.
 * @param {Edited} edited
 * @returns {Edited}
 */
export function indent({ text, start, end }) {
  if (!text.slice(start, end).includes("\n")) {
    const width = STEP.length - ((start - lineStart(text, start)) % STEP.length);
    const at = start + width;
    return { text: text.slice(0, start) + " ".repeat(width) + text.slice(end), start: at, end: at };
  }
  return changeLines({ text, start, end }, (line) => (line ? STEP + line : line));
}

/**
 * Shift and Tab: every selected line one step to the left.
 * @param {Edited} edited
 */
export const dedent = (edited) => changeLines(edited, (line) => line.replace(/^ {1,4}/, ""));

/**
 * Enter: a new line as deep as the one before, and one step deeper after a colon.
 * @param {Edited} edited
 * @returns {Edited}
 */
export function newLine({ text, start, end }) {
  const before = text.slice(lineStart(text, start), start);
  const depth = /^ */.exec(before)[0] + (/:\s*(#.*)?$/.test(before) ? STEP : "");
  const at = start + 1 + depth.length;
  return { text: `${text.slice(0, start)}\n${depth}${text.slice(end)}`, start: at, end: at };
}

function changeLines({ text, start, end }, change) {
  const first = lineStart(text, start);
  const last = text.indexOf("\n", Math.max(first, end - 1));
  const stop = last < 0 ? text.length : last;
  const lines = text.slice(first, stop).split("\n");
  const changed = lines.map(change);
  const grown = changed.map((line, at) => line.length - lines[at].length);
  const total = grown.reduce((sum, one) => sum + one, 0);
  return {
    text: text.slice(0, first) + changed.join("\n") + text.slice(stop),
    start: Math.max(first, start + grown[0]),
    end: Math.max(first, end + total),
  };
}
