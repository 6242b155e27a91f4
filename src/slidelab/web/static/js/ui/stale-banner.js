// What to say of an answer when the question is another one now.

import { problem } from "../problem.js";
import { goalCells, sameCells } from "../puzzle/grid.js";
import { h } from "./dom.js";
import "../elements/slide-board.js";

/** Says that what follows was asked of another problem, shows its board, and leads back to it. */
export function staleBanner(asked) {
  const board = h("slide-board", { readonly: true, label: "Board of these results" });
  board.set({ shape: asked.shape, cells: asked.cells, goal: goalCells(asked.goal, asked.shape) });
  const sameBoard = sameCells(asked.cells, problem.cells);
  const words = sameBoard ? "other settings" : "an earlier board";
  return h(
    "div.ask.earlier",
    { role: "note" },
    board,
    h("p", `These results are for ${words}.`),
    h(
      "button.small",
      { onclick: () => problem.update(asked) },
      sameBoard ? "Restore settings" : "Restore board",
    ),
  );
}
