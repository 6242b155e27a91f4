// The head of Play: what this is, and the way to a search that thinks out loud.

import { welcomed } from "../store.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

/** A first visit explains itself, and can be told to be quiet. */
export function welcome(onwatch) {
  const hidden = welcomed.value;
  const box = h(
    "header",
    { class: hidden ? "view-head" : "view-head welcome" },
    h(
      "div",
      h("h1", hidden ? "Play" : "Slide the tiles. Or watch a search find the way."),
      h(
        "p",
        hidden
          ? "Click, drag or use the arrow keys until the board looks like its goal."
          : "Click a tile beside the gap, drag it, or use the arrow keys, until the board looks like its goal. Stuck? Let an algorithm think out loud.",
      ),
    ),
    h(
      "div.row",
      h("button.primary", { onclick: () => onwatch() }, icon("play"), "Watch A* think"),
      hidden
        ? null
        : h(
            "button.quiet",
            {
              onclick: () => {
                welcomed.set(true);
                box.replaceWith(welcome(onwatch));
              },
            },
            "Got it",
          ),
    ),
  );
  return box;
}
