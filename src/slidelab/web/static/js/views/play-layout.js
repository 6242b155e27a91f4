// Where the parts of Play are.

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

export const iconButton = (name, label, onclick) =>
  h("button", { type: "button", onclick, title: label }, icon(name), h("span", {}, label));

/** `parts` are those of the view, by the names that it has for them. */
export function playLayout(parts) {
  const { figures, hints, solveBar, lookingBack } = parts;
  const figure = (name, title, words = "") =>
    h("div", { title: words }, h("dt", {}, title), figures[name]);
  return h(
    "div",
    { class: "view play" },
    parts.welcome,
    h(
      "div",
      { class: "play-grid" },
      h(
        "section",
        { class: "play-main", "aria-label": "Board" },
        hints.element,
        parts.wonBox,
        parts.space,
        h(
          "div",
          { class: "row play-buttons" },
          parts.undo,
          parts.redo,
          parts.restart,
          hints.button,
          solveBar.button,
        ),
        solveBar.element,
      ),
      h(
        "aside",
        { class: "stack" },
        lookingBack.element,
        h(
          "section",
          { class: "card game-card", "aria-label": "This game" },
          h(
            "dl",
            { class: "figures" },
            figure("time", "Time"),
            figure("moves", "Moves", "Tile by tile"),
            figure("slides", "Slides", "A whole line at once counts as one"),
            figure("rate", "Per second", "Moves per second"),
          ),
          h("div", {}, h("h2", {}, "Goal"), parts.goal),
        ),
        parts.newGame,
        parts.recordsBox,
      ),
    ),
  );
}
