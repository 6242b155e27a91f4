// What to say of an answer when the question is another one now.

import { problem } from "../problem.js";
import { goalCells, sameCells } from "../puzzle/grid.js";
import { h } from "./dom.js";
import "../elements/slide-board.js";

/** Says that what follows was asked of another problem, shows its board, and leads back to it. */
export function staleBanner(asked) {
  const board = h("slide-board", { readonly: true, label: "The board it was asked of" });
  board.set({ shape: asked.shape, cells: asked.cells, goal: goalCells(asked.goal, asked.shape) });
  const sameBoard = sameCells(asked.cells, problem.cells);
  const words = sameBoard ? "what was chosen before" : "an earlier board";
  return h(
    "div",
    { class: "ask earlier", role: "note" },
    board,
    h("p", {}, `This belongs to ${words}.`),
    h(
      "button",
      { type: "button", class: "small", onclick: () => problem.update(asked) },
      sameBoard ? "Choose it again" : "Go back to it",
    ),
  );
}
