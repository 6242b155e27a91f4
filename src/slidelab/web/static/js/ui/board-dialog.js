// The dialog in which start and goal are set.

import { problem } from "../problem.js";
import { h, segmented } from "./dom.js";
import "../elements/board-editor.js";

export function openBoardDialog(which = "start") {
  const editor = h("board-editor");
  const dialog = h(
    "dialog",
    { "aria-labelledby": "board-dialog-title", onclose: () => dialog.remove() },
    h(
      "div",
      { class: "dialog-head" },
      h("h2", { id: "board-dialog-title" }, "Set the board"),
      segmented(
        "Which board",
        [
          ["start", "Start"],
          ["goal", "Goal"],
        ],
        which,
        (chosen) => load(chosen),
      ),
      h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Close"),
    ),
    h("div", { class: "dialog-body" }, editor),
  );
  const load = (chosen) => editor.load({ which: chosen, ...problem.value, goal: problem.goal });
  editor.addEventListener("use", ({ detail }) => {
    problem.update(detail);
    dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  load(which);
}
