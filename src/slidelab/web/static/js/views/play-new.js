// A new game: shape, goal, difficulty, and what the tiles look like.

import { takePicture } from "../elements/skins.js";
import { post } from "../net/client.js";
import { problem } from "../problem.js";
import { applyMoves, goalCells, parseShape, shapeText, target } from "../puzzle/grid.js";
import { scramble } from "../puzzle/scramble.js";
import { goalName } from "../puzzle/solvability.js";
import { openBoardDialog } from "../ui/board-dialog.js";
import { field, h, segmented, select } from "../ui/dom.js";
import { notice } from "../ui/notice.js";
import { shareButton } from "../ui/share.js";

const FARTHEST = 31; // no 3×3 board is farther from its goal

export function newGameCard({ skin, onskin }) {
  const sides = Array.from({ length: 19 }, (_, at) => String(at + 2));
  const { rows, cols } = problem.shape;
  const rowsSelect = select(sides, String(rows), () => reshape());
  const colsSelect = select(sides, String(cols), () => reshape());
  const named = goalName(problem.value.goal, problem.shape);
  const goal = select(
    [
      ["blank-first", "Blank first"],
      ["blank-last", "Blank last"],
      ["own", "My own…"],
    ],
    named,
    (name) => (name === "own" ? openBoardDialog("goal") : changeGoal(name)),
  );
  const distance = h("input", { type: "range", min: 1, max: FARTHEST, value: 20 });
  const distanceWords = h("output", { class: "note" });
  const exact = field("Difficulty", distance, distanceWords);
  const isEight = () => problem.shape.rows === 3 && problem.shape.cols === 3;
  const draw = () => {
    exact.hidden = !isEight();
    distanceWords.textContent = `exactly ${distance.value} moves from the goal`;
  };
  const reshape = () => {
    const shape = parseShape(`${rowsSelect.value}x${colsSelect.value}`);
    const chosen = goal.value === "own" ? "blank-first" : goal.value;
    goal.value = chosen;
    problem.update({ shape, goal: chosen, cells: scramble(goalCells(chosen, shape), shape) });
    draw();
  };
  const changeGoal = (name) => {
    const list = goalCells(name, problem.shape);
    problem.update({ goal: name, cells: scramble(list, problem.shape) });
  };
  distance.addEventListener("input", draw);
  draw();
  const picture = h("input", {
    type: "file",
    accept: "image/*",
    class: "hidden-text",
    "aria-label": "Picture for the tiles",
    tabindex: "-1",
    onchange: () => usePicture(picture, onskin),
  });
  const card = h(
    "section",
    { class: "card stack new-game" },
    h("h2", {}, "New game"),
    h(
      "div",
      { class: "three" },
      field("Rows", rowsSelect),
      field("Columns", colsSelect),
      field("Goal", goal),
    ),
    exact,
    h(
      "div",
      { class: "row tight" },
      h(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: () => shuffled(isEight(), Number(distance.value)),
        },
        "Shuffle",
      ),
      h("button", { type: "button", onclick: () => openBoardDialog() }, "Set board…"),
      shareButton("play"),
    ),
    h(
      "div",
      { class: "field" },
      h("span", { class: "label" }, "Tiles"),
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
  );
  // A board that was set in the dialog may have another shape or goal.
  problem.addEventListener("change", () => {
    rowsSelect.value = String(problem.shape.rows);
    colsSelect.value = String(problem.shape.cols);
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

/** At an exact distance the server draws; without it, a random walk of that length comes close. */
async function shuffled(exact, distance) {
  const { shape, goal } = problem;
  if (!exact) {
    problem.update({ cells: scramble(goal, shape) });
    return;
  }
  const asked = problem.value;
  const named = goalName(asked.goal, shape);
  let cells;
  try {
    const body = { shape: shapeText(shape), goal: named === "own" ? goal : named, distance };
    ({ cells } = await post("/api/scramble", body));
  } catch (error) {
    if (!error.offline) notice(error.message);
    cells = walk(goal, shape, distance);
  }
  // An answer that comes after the board was changed is for a board that is gone.
  if (problem.cells === asked.cells && problem.shape === asked.shape) problem.update({ cells });
}

function walk(goal, shape, length) {
  let cells = goal;
  let last = "";
  for (let at = 0; at < length; at++) {
    const open = [..."UDLR"].filter(
      (letter) =>
        target(cells.indexOf(0), letter, shape) >= 0 &&
        letter !== { U: "D", D: "U", L: "R", R: "L" }[last],
    );
    last = open[Math.floor(Math.random() * open.length)];
    cells = applyMoves(cells, last, shape);
  }
  return cells;
}
