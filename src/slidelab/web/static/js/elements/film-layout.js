// How the panes and buttons of a film are laid out.

import { h, segmented } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { saveCanvas } from "../ui/save-picture.js";

/** The panes of a phone, which has room for one of them. */
const TABS = [
  ["tree", "Tree"],
  ["census", "Picture"],
  ["frontier", "Frontier"],
  ["board", "Board"],
  ["code", "Code"],
  ["reached", "Reached"],
];
const LEGEND = [
  ["now", "here"],
  ["expanded", "expanded"],
  ["waiting", "waiting"],
  ["dropped", "dropped"],
];
const KEYS = [
  ["← →", "one event"],
  ["Shift ← →", "expansions"],
  ["Space", "play"],
  ["b", "bound"],
  ["g", "goal"],
  ["Home End", "ends"],
];
const TREE_KEYS = [
  ["+ − 0", "zoom, follow"],
  ["w a s d", "move"],
  ["i", "inspect"],
  ["o", "open, close"],
];

/** Return the panes of a film. @param {SearchFilm} film */
export function layOutFilm(film) {
  const tabs = segmented("Which pane", TABS, "tree", (name) => film.showPane(name));
  tabs.classList.add("tabs");
  const counters = h(
    "dl.counters",
    film.counters.map(({ row }) => row),
  );
  return h(
    "div.film",
    tabs,
    h(
      "div.film-left",
      pane("board", h("h2", "Current board"), film.board, counters),
      pane("code", h("h2", "Pseudo-code"), film.code.element),
    ),
    h(
      "div.film-middle",
      pane(
        "tree",
        [
          h("h2", "Search tree"),
          h(
            "p.legend",
            LEGEND.map(([name, text]) => h(`span.key.${name}`, text)),
          ),
          treeButtons(film),
        ],
        h("div.tree-box", film.tree.canvas, film.cap, film.inspector.element),
        h("div.film-narration", film.words, film.solution),
      ),
      pane("frontier", [film.frontierTitle, film.frontierRule], film.frontier.element),
    ),
    h(
      "div.film-right",
      pane(
        "census",
        h("h2", "Nodes by g and h"),
        film.census.canvas,
        h("div.row.tight.spread", film.census.note, film.census.save),
      ),
      pane("reached", [h("h2", "Reached"), film.reachedNote], film.reached.element),
    ),
    transport(film),
  );
}

/** @param {string} name @param {Child} head @param {...Child} content */
const pane = (name, head, ...content) => h(`section.pane.${name}-pane`, h("header", head), content);

/** @param {SearchFilm} film */
function treeButtons(film) {
  /** @type {(name: import("../ui/icons.js").IconName, label: string, onclick: () => void) => HTMLElement} */
  const button = (name, label, onclick) =>
    h("button.icon-only.quiet", { "aria-label": label, title: label, onclick }, icon(name));
  return h(
    "span.row.tight.tree-buttons",
    film.follow,
    button("minus", "Zoom out", () => film.tree.zoom(1 / 1.3)),
    button("plus", "Zoom in", () => film.tree.zoom(1.3)),
    saveCanvas("search tree", film.tree.canvas),
  );
}

/** @param {SearchFilm} film */
function transport({ playback, timeline, jumps, place }) {
  const keys = (/** @type {string[][]} */ pairs) =>
    pairs.map(([key, what]) => h("span", h("kbd", key), ` ${what}`));
  return h(
    "section.transport",
    { "aria-label": "Film controls" },
    h("div.scrub", timeline, playback.slider),
    h(
      "div.buttons",
      h("div.row.tight", playback.buttons),
      h("div.row.tight.jumps", Object.values(jumps)),
      playback.speed,
      place,
      h(
        "details.keys",
        h("summary", "Keys"),
        h("p", keys(KEYS), h("span", "in the tree:"), keys(TREE_KEYS)),
      ),
    ),
  );
}
