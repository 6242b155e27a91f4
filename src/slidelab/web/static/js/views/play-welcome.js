// The head of Play: what this is, and the way to a search that thinks out loud.

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const WELCOME_KEY = "slidelab.welcomed";

/** A first visit explains itself, and can be told to be quiet. */
export function welcome(onwatch) {
  const hidden = localStorage.getItem(WELCOME_KEY) !== null;
  const box = h(
    "header",
    { class: hidden ? "view-head" : "view-head welcome" },
    h(
      "div",
      {},
      h("h1", {}, hidden ? "Play" : "Slide the tiles. Or watch a search find the way."),
      h(
        "p",
        {},
        hidden
          ? "Click, drag or use the arrow keys until the board looks like its goal."
          : "Click a tile beside the gap, drag it, or use the arrow keys, until the board looks like its goal. Stuck? Let an algorithm think out loud.",
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "primary", onclick: () => onwatch() },
        icon("play"),
        "Watch A* think",
      ),
      hidden
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => {
                localStorage.setItem(WELCOME_KEY, "1");
                box.replaceWith(welcome(onwatch));
              },
            },
            "Got it",
          ),
    ),
  );
  return box;
}
