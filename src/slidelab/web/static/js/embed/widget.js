// The widget that anywidget shows in a notebook for a Python object.

import { parseShape, shapeText } from "../puzzle/grid.js";
import { readBoard, writeRows } from "../puzzle/notation.js";
import { h } from "../ui/dom.js";

/**
 * @typedef {{html: string, cells: Cells, shape: string, goal: string, step: number}} Shared
 * @typedef {object} Model what slidelab.notebook.pieces shares with the page
 * @property {<Name extends keyof Shared>(name: Name) => Shared[Name]} get
 * @property {<Name extends keyof Shared>(name: Name, value: Shared[Name]) => void} set
 * @property {() => void} save_changes
 * @property {(event: string, listener: () => void) => void} on
 * @property {(event: string, listener: () => void) => void} off
 */

export const widget = {
  /** @param {{model: Model, el: HTMLElement}} view */
  render({ model, el }) {
    el.innerHTML = model.get("html"); // written by slidelab.notebook.pieces
    const board = /** @type {SlideBoard | null} */ (el.querySelector("slide-board"));
    return board ? shareBoard(model, board) : shareStep(model, el);
  },
};

/**
 * Keep a path or a film at the same step here and in Python.
 * @param {Model} model @param {HTMLElement} el
 */
function shareStep(model, el) {
  /** @type {(HTMLElement & {step: number}) | null} */
  const player = el.querySelector("slide-player, search-film");
  if (!player) return undefined;
  const show = () => {
    if (player.step !== model.get("step")) player.step = model.get("step");
  };
  show();
  player.addEventListener("step", ({ detail }) => {
    if (model.get("step") === detail) return;
    model.set("step", detail);
    model.save_changes();
  });
  model.on("change:step", show);
  return () => model.off("change:step", show);
}

/** Keep the board the same here and in Python. @param {Model} model @param {SlideBoard} board */
function shareBoard(model, board) {
  const text = h("input", {
    type: "text",
    "aria-label": "The board as text",
    title: "Type or paste another board",
    style: "width: 100%; max-width: 16em; margin-top: 6px; font: inherit",
  });
  const state = () => ({ cells: model.get("cells"), shape: parseShape(model.get("shape")) });
  const write = () => {
    if (text.matches(":focus")) return; // a text is not changed while it is typed
    const { cells, shape } = state();
    text.value = writeRows(cells, shape);
    text.removeAttribute("aria-invalid");
  };
  const show = () => {
    const { cells, shape } = state();
    if (cells.length !== shape.rows * shape.cols) return; // the rest of the change comes next
    board.set({ cells, shape, goal: model.get("goal") });
    write();
  };
  board.addEventListener("slide", ({ detail }) => {
    model.set("cells", detail.cells);
    model.save_changes();
    write();
  });
  text.addEventListener("blur", write);
  // Not when Enter is pressed: notebooks keep that key for themselves.
  text.addEventListener("input", () => {
    const read = readBoard(text.value);
    text.setAttribute("aria-invalid", String(!read));
    if (!read) return;
    const shape = shapeText(read.shape);
    if (shape !== model.get("shape")) model.set("goal", "blank-first");
    model.set("shape", shape);
    model.set("cells", read.cells);
    model.save_changes();
  });
  board.after(text);
  model.on("change:cells", show);
  model.on("change:goal", show);
  write();
  return () => {
    model.off("change:cells", show);
    model.off("change:goal", show);
  };
}
