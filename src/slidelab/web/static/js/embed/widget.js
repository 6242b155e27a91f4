// What anywidget asks for: one function that shows a model of Python's in a notebook.

import { parseShape, shapeText } from "../puzzle/grid.js";
import { readBoard, writeRows } from "../puzzle/notation.js";
import { h } from "../ui/dom.js";

export const widget = {
  render({ model, el }) {
    el.innerHTML = model.get("html"); // written by slidelab.notebook.pieces
    if (model.get("cells")) return shareBoard(model, el.querySelector("slide-board"));
    return shareStep(model, el.querySelector("slide-player, search-film"));
  },
};

/** A path or a film stands at the same step here and in Python. */
function shareStep(model, player) {
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

/** The board is the same here and in Python: whoever changes it, the other sees it. */
function shareBoard(model, board) {
  const text = h("input", {
    type: "text",
    "aria-label": "The board as text",
    title: "Type or paste another board",
    style: "width: 100%; max-width: 16em; margin-top: 6px; font: inherit",
  });
  const state = () => ({ cells: model.get("cells"), shape: parseShape(model.get("shape")) });
  const write = () => {
    if (text.matches(":focus")) return; // nobody's words are changed under their hands
    const { cells, shape } = state();
    text.value = writeRows(cells, shape);
    text.removeAttribute("aria-invalid");
  };
  const show = () => {
    const { cells, shape } = state();
    if (cells.length !== shape.rows * shape.cols) return; // the rest of the news is on its way
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
