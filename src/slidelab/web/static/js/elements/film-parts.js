// The panes and buttons of a film.

import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";

const iconButton = (name, label, extra = {}) =>
  h(
    "button",
    { type: "button", class: "icon-only", "aria-label": label, title: label, ...extra },
    icon(name),
  );

const small = (text, title) => h("button", { type: "button", class: "small", title }, text);

/** Fills the host and returns its parts by name. */
export function buildFilm(host) {
  const parts = {
    code: h("ol", { class: "code", tabindex: "0", "aria-label": "Pseudo-code" }),
    tree: h("canvas", {
      class: "tree-canvas",
      tabindex: "0",
      role: "img",
      "aria-label": "Search tree",
    }),
    cap: h("p", { class: "tree-cap" }),
    words: h("p", { class: "film-words", "aria-live": "polite" }),
    board: h("slide-board", { readonly: true, label: "Current board", class: "film-board" }),
    counters: h("dl", { class: "film-counters" }),
    frontierTitle: h("h2", {}, "Frontier"),
    frontierRule: h("span", { class: "pane-note" }),
    frontier: h("div", { class: "strips" }),
    reachedNote: h("span", { class: "pane-note" }),
    reached: h("div", { class: "strips" }),
    timeline: h("canvas", { class: "timeline", "aria-hidden": "true" }),
    slider: h("input", { type: "range", min: 0, value: 0, "aria-label": "Moment of the film" }),
    place: h("span", { class: "film-place" }),
    first: iconButton("first", "To the beginning"),
    previous: iconButton("previous", "One event back"),
    play: iconButton("play", "Play", { class: "icon-only primary" }),
    next: iconButton("next", "One event on"),
    last: iconButton("last", "To the end"),
    expansion: small("Next expansion", "Shift and right arrow"),
    bound: small("Next bound", "Key b"),
    goal: small("Goal", "Key g"),
    speed: h("input", { type: "range", min: 0, max: 100, step: 1, "aria-label": "Speed" }),
    speedWords: h("span", { class: "pane-note" }),
    zoomIn: iconButton("plus", "Zoom in", { class: "icon-only quiet" }),
    zoomOut: iconButton("minus", "Zoom out", { class: "icon-only quiet" }),
    follow: iconButton("fit", "Fit and follow the search", { class: "icon-only quiet" }),
    unfold: h("button", { type: "button", class: "quiet small" }, "Unfold all"),
  };
  host.replaceChildren(
    h(
      "div",
      { class: "film" },
      pane("code-pane", "Pseudo-code", null, parts.code),
      treePane(parts),
      pane("board-pane", "Current board", null, parts.board, parts.counters),
      h(
        "section",
        { class: "pane frontier-pane" },
        h("header", {}, parts.frontierTitle, parts.frontierRule),
        parts.frontier,
      ),
      h(
        "section",
        { class: "pane reached-pane" },
        h("header", {}, h("h2", {}, "Reached"), parts.reachedNote),
        parts.reached,
      ),
      transport(parts),
    ),
  );
  return parts;
}

const pane = (name, title, note, ...content) =>
  h("section", { class: `pane ${name}` }, h("header", {}, h("h2", {}, title), note), content);

function treePane(parts) {
  return h(
    "section",
    { class: "pane tree-pane" },
    h(
      "header",
      {},
      h("h2", {}, "Search tree"),
      h("span", { class: "row tight" }, parts.unfold, parts.zoomOut, parts.zoomIn, parts.follow),
    ),
    h("div", { class: "tree-box" }, parts.tree, parts.cap, legend()),
    parts.words,
  );
}

const legend = () =>
  h(
    "p",
    { class: "legend" },
    [
      ["now", "here"],
      ["expanded", "expanded"],
      ["waiting", "waiting"],
      ["dropped", "dropped"],
    ].map(([name, text]) => h("span", { class: `key ${name}` }, text)),
  );

function transport(parts) {
  return h(
    "section",
    { class: "transport", "aria-label": "Film controls" },
    h("div", { class: "scrub" }, parts.timeline, parts.slider),
    h(
      "div",
      { class: "buttons" },
      h(
        "div",
        { class: "row tight" },
        parts.first,
        parts.previous,
        parts.play,
        parts.next,
        parts.last,
      ),
      h("div", { class: "row tight jumps" }, parts.expansion, parts.bound, parts.goal),
      h(
        "label",
        { class: "speed" },
        h("span", { class: "hidden-text" }, "Speed"),
        parts.speed,
        parts.speedWords,
      ),
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
  ["+ − 0", "zoom, fit"],
  ["w a s d", "move"],
  ["f u", "fold, unfold"],
];

const keys = () =>
  h(
    "details",
    { class: "keys" },
    h("summary", {}, "Keys"),
    h(
      "p",
      {},
      KEYS.map(([key, what]) => h("span", {}, h("kbd", {}, key), ` ${what}`)),
      h("span", {}, "in the tree:"),
      TREE_KEYS.map(([key, what]) => h("span", {}, h("kbd", {}, key), ` ${what}`)),
    ),
  );
