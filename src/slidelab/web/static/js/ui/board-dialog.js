// The dialog in which start and goal are set.

import { draft, problem } from "../store.js";
import { dialog, h, segmented } from "./dom.js";
import "../elements/board-editor.js";

/** `before` is what stood in the dialog when the page was reloaded. */
export function openBoardDialog(which = "start", before = null) {
  const editor = h("board-editor");
  const load = (chosen) => editor.load({ which: chosen, ...problem.value, goal: problem.goal });
  const choice = segmented(
    "Which board",
    [
      ["start", "Start"],
      ["goal", "Goal"],
    ],
    which,
    load,
  );
  const box = dialog("Set the board", h("div.dialog-body", editor), choice);
  box.addEventListener("close", () => draft.clear());
  editor.addEventListener("edit", ({ detail }) => draft.set(detail));
  editor.addEventListener("use", ({ detail }) => {
    problem.update(detail);
    box.close();
  });
  if (before) editor.takeUp(before);
  else load(which);
}
