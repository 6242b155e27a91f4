// A menu for the size of a board: common sizes, or any number of rows and columns.

import { parseShape, shapeText } from "../puzzle/grid.js";
import { field, h, select } from "./dom.js";

export const COMMON_SIZES = [
  "2x2",
  "2x3",
  "3x3",
  "3x4",
  "4x4",
  "5x5",
  "6x6",
  "7x7",
  "8x8",
  "9x9",
  "10x10",
];
const SIDES = Array.from({ length: 19 }, (_, at) => String(at + 2));
const OTHER = "other";

/**
 * Return {element, show(shape)}; `onsize` is called with the chosen shape.
 * @param {(shape: Shape) => void} onsize
 */
export function sizeField(onsize) {
  const sides = () => onsize(parseShape(`${rows.value}x${cols.value}`));
  const rows = select(SIDES, "3", sides);
  const cols = select(SIDES, "3", sides);
  const other = h("div.columns", field("Rows", rows), field("Columns", cols));
  const menu = select([], "", (size) => {
    other.hidden = size !== OTHER;
    if (size === OTHER) rows.focus();
    else onsize(parseShape(size));
  });
  const element = h("div.stack", field("Size", menu), other);
  const show = (/** @type {Shape} */ shape) => {
    const size = shapeText(shape);
    const sizes = COMMON_SIZES.includes(size) ? COMMON_SIZES : [...COMMON_SIZES, size];
    menu.replaceChildren(
      ...sizes.map((each) => h("option", { value: each }, each.replace("x", " × "))),
      h("option", { value: OTHER }, "Other…"),
    );
    menu.value = size;
    other.hidden = COMMON_SIZES.includes(size);
    rows.value = String(shape.rows);
    cols.value = String(shape.cols);
  };
  return { element, show };
}
