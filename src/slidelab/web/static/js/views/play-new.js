// A new game: shape, goal, difficulty, and what the tiles look like.

import { backend } from "../backend/chosen.js";
import { takePicture } from "../elements/skins.js";
import { ANY_BOARD, problem } from "../problem.js";
import { goalCells, shapeText } from "../puzzle/grid.js";
import { scramble, walk } from "../puzzle/scramble.js";
import { goalName } from "../puzzle/solvability.js";
import { difficulty } from "../store.js";
import { openBoardDialog } from "../ui/board-dialog.js";
import { field, h, segmented, select, whileBusy } from "../ui/dom.js";
import { notice } from "../ui/notice.js";
import { sizeField } from "../ui/size-field.js";
import { GOALS } from "../ui/words.js";

const FARTHEST = 31; // no 3×3 board is farther from its goal

export function newGameCard({ skin, onskin, hover, onhover, share }) {
  const size = sizeField((shape) => reshape(shape));
  const named = goalName(problem.value.goal, problem.shape);
  const goal = select([...GOALS, ["own", "My own…"]], named, (name) =>
    name === "own" ? openBoardDialog("goal") : changeGoal(name),
  );
  const distance = h("input", { type: "range", min: 0, max: FARTHEST, value: difficulty.value });
  const distanceWords = h("output.note");
  const exact = field("Difficulty", distance, distanceWords);
  const draw = () => {
    size.show(problem.shape);
    exact.hidden = !isEight(problem.shape);
    distanceWords.textContent = Number(distance.value)
      ? `exactly ${distance.value} moves from the goal`
      : "any distance (random)";
  };
  const reshape = (shape) => {
    const chosen = goal.value === "own" ? "blank-first" : goal.value;
    goal.value = chosen;
    const cells = scramble(goalCells(chosen, shape), shape);
    problem.update({ shape, goal: chosen, cells }, ANY_BOARD);
  };
  const changeGoal = (name) => {
    const list = goalCells(name, problem.shape);
    problem.update({ goal: name, cells: scramble(list, problem.shape) }, ANY_BOARD);
  };
  distance.addEventListener("input", () => {
    difficulty.set(Number(distance.value));
    draw();
  });
  draw();
  const picture = h("input.hidden-text", {
    type: "file",
    accept: "image/*",
    "aria-label": "Picture for the tiles",
    tabindex: "-1",
    onchange: () => usePicture(picture, onskin),
  });
  const card = h(
    "section.card.stack.new-game",
    h("h2", "New game"),
    h("div.two", size.element, field("Goal", goal)),
    exact,
    h(
      "div.row.tight",
      h(
        "button.primary",
        {
          onclick: ({ currentTarget }) =>
            whileBusy(currentTarget, "Shuffling…", () => newGame(Number(distance.value))),
        },
        "Shuffle",
      ),
      h("button", { onclick: () => openBoardDialog() }, "Set board…"),
      share,
    ),
    h(
      "div.field",
      h("span.label", "Tiles"),
      segmented(
        "What the tiles look like",
        [
          ["numbers", "Numbers"],
          ["colours", "Colours"],
          ["picture", "Picture…"],
        ],
        skin,
        (chosen) => (chosen === "picture" ? picture.click() : onskin(chosen)),
      ),
      picture,
    ),
    h(
      "label.check.hover-play",
      h("input", {
        type: "checkbox",
        checked: hover,
        onchange: (event) => onhover(event.target.checked),
      }),
      "Hover play: tiles follow the mouse without a click",
    ),
  );
  // A board that was set in the dialog may have another shape or goal.
  problem.addEventListener("change", () => {
    goal.value = goalName(problem.value.goal, problem.shape);
    draw();
  });
  return card;
}

async function usePicture(input, onskin) {
  const [file] = input.files;
  if (!file) return;
  try {
    await takePicture(file, problem.shape);
    onskin("picture");
  } catch {
    notice("This picture cannot be read. Try a JPEG or PNG.");
  }
}

const isEight = ({ rows, cols }) => rows === 3 && cols === 3;

/**
 * At an exact distance the server draws; without it, a random walk of that length comes close.
 * @param {number} distance
 */
export async function newGame(distance) {
  const { shape, goal } = problem;
  if (!distance || !isEight(shape)) {
    problem.update({ cells: scramble(goal, shape) }, ANY_BOARD);
    return;
  }
  const asked = problem.value;
  const named = goalName(asked.goal, shape);
  let cells;
  try {
    const body = { shape: shapeText(shape), goal: named === "own" ? goal : named, distance };
    ({ cells } = await backend.ask("scramble", body));
  } catch (error) {
    notice(error.message);
    cells = walk(goal, shape, distance);
  }
  // An answer that comes after the board was changed is for a board that is gone.
  if (problem.cells === asked.cells && problem.shape === asked.shape)
    problem.update({ cells }, { drawn: { distance } });
}
