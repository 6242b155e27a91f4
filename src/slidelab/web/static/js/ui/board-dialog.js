// The dialog in which start and goal are set.

import { problem } from "../problem.js";
import { dialog, h, segmented } from "./dom.js";
import "../elements/board-editor.js";

export function openBoardDialog(which = "start") {
  const editor = h("board-editor");
  const load = (chosen) => editor.load({ which: chosen, ...problem.value, goal: problem.goal });
  const boards = [
    ["start", "Start"],
    ["goal", "Goal"],
  ];
  const choice = segmented("Which board", boards, which, load);
  const box = dialog("Set the board", h("div.dialog-body", editor), choice);
  editor.addEventListener("use", ({ detail }) => {
    problem.update(detail);
    box.close();
  });
  load(which);
}
