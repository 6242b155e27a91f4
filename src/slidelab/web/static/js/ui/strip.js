// The problem at hand, shown small above every view that works on it: start, goal, and the ways
// to change them.

import { ANY_BOARD, problem } from "../problem.js";
import { goalCells, sameCells } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { scramble } from "../puzzle/scramble.js";
import { goalName } from "../puzzle/solvability.js";
import { openBoardDialog } from "./board-dialog.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { notice } from "./notice.js";
import "../elements/slide-board.js";

export function problemStrip({ step = () => null, view }) {
  const start = h("slide-board", { readonly: true, label: "Start board" });
  const goal = h("slide-board", { readonly: true, label: "Goal board" });
  const words = h("p", { class: "note" });
  const draw = () => {
    const { shape, cells } = problem;
    start.set({ shape, cells, goal: problem.goal });
    goal.set({ shape, cells: problem.goal, goal: problem.goal });
    const name =
      { own: "own goal" }[goalName(problem.value.goal, shape)] ??
      goalName(problem.value.goal, shape);
    words.textContent = `${shape.rows} × ${shape.cols}, ${name.replace("-", " ")}`;
  };
  draw();
  problem.addEventListener("change", ({ detail }) => detail.board && draw());
  return h(
    "div",
    { class: "strip" },
    h(
      "div",
      { class: "strip-boards" },
      start,
      h("span", { class: "arrow", "aria-hidden": "true" }, "→"),
      goal,
    ),
    h(
      "div",
      { class: "strip-side" },
      words,
      h(
        "div",
        { class: "row tight" },
        h("button", { type: "button", class: "small", onclick: shuffle }, "Shuffle"),
        h(
          "button",
          { type: "button", class: "small", onclick: () => openBoardDialog() },
          "Set board…",
        ),
        shareButton(view, step, "small"),
      ),
    ),
  );
}

/** Says that what follows was asked of another problem, shows its board, and leads back to it. */
export function earlierProblem(asked) {
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

export function shuffle() {
  problem.update({ cells: scramble(problem.goal, problem.shape) }, ANY_BOARD);
}

/** Copies a link to exactly what is on the screen. */
export function shareButton(view, step = () => null, size = "") {
  const share = async () => {
    const link = location.origin + location.pathname + encodeLink(view, problem.value, step());
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      notice("The link is copied.");
    } catch {
      notice("The address bar now holds the link.");
    }
  };
  return h("button", { type: "button", class: size, onclick: share }, icon("share"), "Share");
}
