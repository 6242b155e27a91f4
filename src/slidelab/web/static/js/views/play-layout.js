// Where the parts of Play are.

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

export const iconButton = (name, label, onclick) =>
  h("button", { onclick, title: label }, icon(name), h("span", label));

/** `parts` are those of the view, by the names that it has for them. */
export function playLayout(parts) {
  const { figures, hints, solveBar, lookingBack } = parts;
  const figure = (name, title, words = "") =>
    h("div", { title: words }, h("dt", title), figures[name]);
  return h(
    "div.view.play",
    parts.welcome,
    h(
      "div.play-grid",
      h(
        "section.play-main",
        { "aria-label": "Board" },
        hints.element,
        parts.wonBox,
        parts.space,
        h(
          "div.row.play-buttons",
          parts.undo,
          parts.redo,
          parts.restart,
          hints.button,
          solveBar.button,
        ),
        solveBar.element,
      ),
      h(
        "aside.stack",
        lookingBack.element,
        h(
          "section.card.game-card",
          { "aria-label": "This game" },
          h(
            "dl.figures",
            figure("time", "Time"),
            figure("moves", "Moves", "Tile by tile"),
            figure("slides", "Slides", "A whole line at once counts as one"),
            figure("rate", "Per second", "Moves per second"),
          ),
          h("div", h("h2", "Goal"), parts.goal),
        ),
        parts.newGame,
        parts.recordsBox,
      ),
    ),
  );
}
