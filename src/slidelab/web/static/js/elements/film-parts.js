// The panes and buttons of a film.

import { h, segmented } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { saveMenu } from "../ui/save-picture.js";
import { CensusPane } from "./census-pane.js";
import { border } from "./film-layout.js";

const iconButton = (name, label, extra = {}) =>
  h("button.icon-only", { "aria-label": label, title: label, ...extra }, icon(name));

const small = (text, title) => h("button.small", { title }, text);

const TABS = [
  ["tree", "Tree"],
  ["census", "Picture"],
  ["frontier", "Frontier"],
  ["board", "Board"],
  ["code", "Code"],
  ["reached", "Reached"],
];

/** Fills the host of a `<search-film>` and returns its parts by name. */
export function buildFilm(host, film, inspector) {
  const parts = {
    code: h("ol.code", { tabindex: "0", "aria-label": "Pseudo-code" }),
    tree: h("canvas.tree-canvas", { tabindex: "0", role: "img", "aria-label": "Search tree" }),
    map: h("canvas.tree-map", { "aria-hidden": "true", hidden: true }),
    cap: h("p.tree-cap"),
    words: h("p.film-words", { "aria-live": "polite" }),
    solution: h("button.small.primary", { hidden: true }, "Play the solution"),
    board: h("slide-board.film-board", { readonly: true, label: "Current board" }),
    counters: h("dl.film-counters"),
    frontierTitle: h("button.fold", "Frontier"),
    frontierRule: h("span.pane-note"),
    frontier: h("div.strips"),
    reachedNote: h("span.pane-note"),
    reached: h("div.strips"),
    census: new CensusPane(),
    timeline: h("canvas.timeline", { "aria-hidden": "true" }),
    slider: h("input", { type: "range", min: 0, value: 0, "aria-label": "Moment of the film" }),
    place: h("span.film-place"),
    first: iconButton("first", "To the beginning"),
    previous: iconButton("previous", "One event back"),
    play: iconButton("play", "Play", { class: "icon-only primary" }),
    next: iconButton("next", "One event on"),
    last: iconButton("last", "To the end"),
    expansion: small("Next expansion", "Shift and right arrow"),
    bound: small("Next bound", "Key b"),
    goal: small("Goal", "Key g"),
    speed: h("input", { type: "range", min: 0, max: 100, step: 1, "aria-label": "Speed" }),
    speedWords: h("span.pane-note"),
    zoomIn: iconButton("plus", "Zoom in", { class: "icon-only quiet" }),
    zoomOut: iconButton("minus", "Zoom out", { class: "icon-only quiet" }),
    follow: h("button.small", { hidden: true, "aria-label": "Follow the search" }, "Follow"),
    unfold: h("button.quiet.small", { hidden: true }, "Unfold all"),
    saveTree: saveMenu("search tree", () => film.tree.picture()),
    large: iconButton("fit", "Fill the window", {
      class: "icon-only quiet",
      "aria-pressed": "false",
    }),
  };
  const { census } = parts;
  parts.film = h(
    "div.film",
    { "data-tab": "tree" },
    tabs(film),
    h(
      "div.film-left",
      pane("board", "Current board", null, parts.board, parts.counters),
      pane("code", "Pseudo-code", null, parts.code),
    ),
    border("left", "Width of the panes on the left", "vertical", 1),
    h(
      "div.film-middle",
      treePane(parts, inspector),
      border("bottom", "Height of the frontier", "horizontal", -1),
      h(
        "section.pane.film-bottom.frontier-pane",
        { "data-pane": "frontier" },
        h("header", h("h2", parts.frontierTitle), parts.frontierRule),
        parts.frontier,
      ),
    ),
    border("right", "Width of the panes on the right", "vertical", -1),
    h(
      "div.film-right",
      pane(
        "census",
        "Nodes",
        census.choice,
        census.canvas,
        h("div.row.tight.spread", census.note, census.save),
      ),
      pane("reached", "Reached", parts.reachedNote, parts.reached),
    ),
    transport(parts),
  );
  host.replaceChildren(parts.film);
  return parts;
}

/** A phone has room for one pane. */
function tabs(film) {
  const chosen = segmented("Which pane", TABS, "tree", (name) => film.showPane(name));
  chosen.classList.add("tabs");
  return chosen;
}

const pane = (name, title, note, ...content) =>
  h(
    "section",
    { class: `pane ${name}-pane`, "data-pane": name },
    h("header", h("h2", h("button.fold", title)), note),
    content,
  );

function treePane(parts, inspector) {
  return h(
    "section.pane.tree-pane",
    { "data-pane": "tree" },
    h(
      "header",
      h("h2", "Search tree"),
      legend(),
      h(
        "span.row.tight.tree-buttons",
        parts.follow,
        parts.unfold,
        parts.zoomOut,
        parts.zoomIn,
        parts.large,
        parts.saveTree,
      ),
    ),
    h("div.tree-box", parts.tree, parts.cap, parts.map, inspector),
    h("div.film-say", parts.words, parts.solution),
  );
}

const legend = () =>
  h(
    "p.legend",
    [
      ["now", "here"],
      ["expanded", "expanded"],
      ["waiting", "waiting"],
      ["dropped", "dropped"],
    ].map(([name, text]) => h("span", { class: `key ${name}` }, text)),
  );

function transport(parts) {
  return h(
    "section.transport",
    { "aria-label": "Film controls" },
    h("div.scrub", parts.timeline, parts.slider),
    h(
      "div.buttons",
      h("div.row.tight", parts.first, parts.previous, parts.play, parts.next, parts.last),
      h("div.row.tight.jumps", parts.expansion, parts.bound, parts.goal),
      h("label.speed", h("span.hidden-text", "Speed"), parts.speed, parts.speedWords),
      parts.place,
      keys(),
    ),
  );
}

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

const keys = () =>
  h(
    "details.keys",
    h("summary", "Keys"),
    h(
      "p",
      KEYS.map(([key, what]) => h("span", h("kbd", key), ` ${what}`)),
      h("span", "in the tree:"),
      TREE_KEYS.map(([key, what]) => h("span", h("kbd", key), ` ${what}`)),
    ),
  );
