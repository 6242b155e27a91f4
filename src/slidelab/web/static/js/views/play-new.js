// A new game: size, goal and difficulty.

import { backend } from "../backend/chosen.js";
import { ANY_BOARD, problem } from "../problem.js";
import { goalCells, shapeText } from "../puzzle/grid.js";
import { scramble } from "../puzzle/scramble.js";
import { goalName } from "../puzzle/solvability.js";
import { difficulty } from "../store.js";
import { openBoardDialog } from "../ui/board-dialog.js";
import { field, h, select } from "../ui/dom.js";
import { notice } from "../ui/notice.js";
import { sizeField } from "../ui/size-field.js";
import { GOALS } from "../ui/words.js";

const FARTHEST = 31; // moves, on 3×3

/** @param {HTMLElement} share a button */
export function newGameCard(share) {
  const size = sizeField((shape) => {
    const chosen = goal.value === "own" ? "blank-first" : goal.value;
    shuffle(shape, chosen);
  });
  const goal = select([...GOALS, ["own", "My own…"]], "", (name) => {
    if (name === "own") openBoardDialog("goal");
    else shuffle(problem.shape, name);
  });
  /** @type {HTMLInputElement} */
  const distance = h("input", {
    type: "range",
    min: 0,
    max: FARTHEST,
    value: difficulty.value,
    oninput: () => difficulty.set(Number(distance.value)),
  });
  const distanceWords = h("output.note");
  const exact = field("Difficulty", distance, distanceWords);
  // The dialog may set another shape or goal.
  const draw = () => {
    size.show(problem.shape);
    goal.value = goalName(problem.value.goal, problem.shape);
    exact.hidden = !isEight(problem.shape);
    distanceWords.textContent = difficulty.value
      ? `exactly ${difficulty.value} moves from the goal`
      : "any distance (random)";
  };
  problem.addEventListener("change", draw);
  difficulty.addEventListener("change", draw);
  draw();
  return h(
    "section.card.stack.new-game",
    h("h2", "New game"),
    h("div.columns", size.element, field("Goal", goal)),
    exact,
    h(
      "div.row.tight",
      h("button.primary", { onclick: () => newGame(difficulty.value) }, "Shuffle"),
      h("button", { onclick: () => openBoardDialog() }, "Set board…"),
      share,
    ),
  );
}

const isEight = (/** @type {Shape} */ { rows, cols }) => rows === 3 && cols === 3;

const shuffle = (/** @type {Shape} */ shape, /** @type {Goal} */ goal) =>
  problem.update({ shape, goal, cells: scramble(goalCells(goal, shape), shape) }, ANY_BOARD);

/** Start a game on a random board; Python draws those at an exact distance. */
export async function newGame(/** @type {number} */ distance) {
  const { shape, value: before } = problem;
  if (!distance || !isEight(shape)) {
    shuffle(shape, before.goal);
    return;
  }
  try {
    const body = { shape: shapeText(shape), goal: before.goal, distance };
    const { cells } = await backend.ask("scramble", body);
    // Ignore an answer for a board that was replaced meanwhile.
    if (problem.cells === before.cells) problem.update({ cells }, { drawn: { distance } });
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
  }
}
