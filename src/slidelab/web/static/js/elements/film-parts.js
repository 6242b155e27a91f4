// The panes and buttons of a film.

import { h, segmented } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { saveMenu } from "../ui/save-picture.js";
import { CensusPane } from "./census-pane.js";

/**
 * @import { Playhead } from "../film/playhead.js"
 * @typedef {ReturnType<typeof buildFilm>} FilmParts
 */

/** What the jump buttons and their keys do with the playhead; -1 goes back. */
export const JUMPS = {
  expansion: (/** @type {Playhead} */ head, way = 1) => head.jump("expansion", way),
  bound: (/** @type {Playhead} */ head, way = 1) => head.jump("bound", way),
  goal: (/** @type {Playhead} */ head) => head.jump("goal") || head.go(head.last),
};

const COUNTERS = [
  ["expanded", "Expanded"],
  ["generated", "Generated"],
  ["frontier", "Frontier"],
  ["reached", "Reached"],
  ["duplicates", "Duplicates"],
  ["depth", "Depth"],
  ["bound", "Bound"],
];

/**
 * Make the panes of a `<search-film>` and return the parts that change, by name.
 * @param {SearchFilm} film
 */
export function buildFilm(film) {
  /** @type {(title: string, name: keyof typeof JUMPS, key: string) => HTMLButtonElement} */
  const jump = (title, name, key) =>
    h("button.small", { title: key, onclick: () => film.playback.act(JUMPS[name]) }, title);
  /** @type {(name: import("../ui/icons.js").IconName, label: string, onclick: () => void) => HTMLElement} */
  const treeButton = (name, label, onclick) =>
    h("button.icon-only.quiet", { "aria-label": label, title: label, onclick }, icon(name));
  const follow = { "aria-label": "Follow the search", onclick: () => film.tree.follow() };
  const parts = {
    code: h("ol.pseudocode", { tabindex: "0", "aria-label": "Pseudo-code" }),
    tree: h("canvas.tree-canvas", { tabindex: "0", role: "img", "aria-label": "Search tree" }),
    map: h("canvas.tree-map", { "aria-hidden": "true", hidden: true }),
    cap: h("p.tree-cap"),
    words: h("p.film-words", { "aria-live": "polite" }),
    solution: h(
      "button.small.primary",
      { onclick: () => film.playSolution() },
      "Play the solution",
    ),
    board: h("slide-board.film-board", { readonly: true, label: "Current board" }),
    counterRows: COUNTERS.map(([key, title]) => {
      const value = h("dd");
      return { key, value, row: h("div", h("dt", title), value) };
    }),
    frontierTitle: h("h2", "Frontier"),
    frontierRule: h("span.pane-note"),
    frontier: h("div.strips"),
    reachedNote: h("span.pane-note"),
    reached: h("div.strips"),
    census: new CensusPane(),
    timeline: h("canvas.timeline", { "aria-hidden": "true" }),
    place: h("span.film-place"),
    bound: jump("Next bound", "bound", "Key b"),
    follow: h("button.small", { hidden: true, ...follow }, "Follow"),
    unfold: h("button.quiet.small", { onclick: () => film.tree.unfoldAll() }, "Unfold all"),
    large: treeButton("fit", "Fill the window", () => film.enlarge()),
  };
  const { census } = parts;
  const counters = h(
    "dl.counters",
    parts.counterRows.map(({ row }) => row),
  );
  parts.large.setAttribute("aria-pressed", "false");
  const panes = h(
    "div.film",
    tabs(film),
    h(
      "div.film-left",
      pane("board", "Current board", null, parts.board, counters),
      pane("code", "Pseudo-code", null, parts.code),
    ),
    h(
      "div.film-middle",
      pane(
        "tree",
        "Search tree",
        [
          legend(),
          h(
            "span.row.tight.tree-buttons",
            parts.follow,
            parts.unfold,
            treeButton("minus", "Zoom out", () => film.tree.zoom(1 / 1.3)),
            treeButton("plus", "Zoom in", () => film.tree.zoom(1.3)),
            parts.large,
            saveMenu("search tree", () => film.tree.picture()),
          ),
        ],
        h("div.tree-box", parts.tree, parts.cap, parts.map, film.inspector.element),
        h("div.film-say", parts.words, parts.solution),
      ),
      pane("frontier", parts.frontierTitle, parts.frontierRule, parts.frontier),
    ),
    h(
      "div.film-right",
      pane(
        "census",
        "Nodes by g and h",
        null,
        census.canvas,
        h("div.row.tight.spread", census.note, census.save),
      ),
      pane("reached", "Reached", parts.reachedNote, parts.reached),
    ),
    h(
      "section.transport",
      { "aria-label": "Film controls" },
      h("div.scrub", parts.timeline, film.playback.slider),
      h(
        "div.buttons",
        h("div.row.tight", film.playback.buttons),
        h(
          "div.row.tight.jumps",
          jump("Next expansion", "expansion", "Shift and right arrow"),
          parts.bound,
          jump("Goal", "goal", "Key g"),
        ),
        film.playback.speed,
        parts.place,
        keys(),
      ),
    ),
  );
  return { ...parts, film: panes };
}

/** Make the tabs of a phone, which has room for one pane. @param {SearchFilm} film */
function tabs(film) {
  const panes = [
    ["tree", "Tree"],
    ["census", "Picture"],
    ["frontier", "Frontier"],
    ["board", "Board"],
    ["code", "Code"],
    ["reached", "Reached"],
  ];
  const chosen = segmented("Which pane", panes, "tree", (/** @type {string} */ name) =>
    film.showPane(name),
  );
  chosen.classList.add("tabs");
  return chosen;
}

/** @type {(name: string, title: string | Node, note: Child, ...content: Child[]) => HTMLElement} */
const pane = (name, title, note, ...content) =>
  h(
    `section.pane.${name}-pane`,
    h("header", typeof title === "string" ? h("h2", title) : title, note),
    content,
  );

const legend = () =>
  h(
    "p.legend",
    [
      ["now", "here"],
      ["expanded", "expanded"],
      ["waiting", "waiting"],
      ["dropped", "dropped"],
    ].map(([name, text]) => h(`span.key.${name}`, text)),
  );

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
  ["f u", "fold, unfold"],
];

/** @param {string[][]} pairs */
const keyLines = (pairs) => pairs.map(([key, what]) => h("span", h("kbd", key), ` ${what}`));

const keys = () =>
  h(
    "details.keys",
    h("summary", "Keys"),
    h("p", keyLines(KEYS), h("span", "in the tree:"), keyLines(TREE_KEYS)),
  );
