// What all lanes did, side by side: how near the goal each came, how deep it went and how many nodes
// waited in its frontier, at every moment of the race. Depths and nodes are on a logarithmic scale:
// searches differ by powers of ten.

import { h, whole } from "../ui/dom.js";
import { SERIES } from "../ui/plots.js";
import { saveMenu } from "../ui/save-picture.js";
import { make, text } from "../ui/svg.js";

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT] = [520, 240, 52, 10, 24, 10];
const PANELS = [
  { key: "lowest_h", title: "Lowest h so far", scale: linearScale },
  { key: "depth", title: "Greatest depth", scale: logScale },
  { key: "frontier", title: "Nodes in the frontier", scale: logScale },
];
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

/** How a lane is drawn: its colour and its stroke, which stay apart without colours too. */
export const laneLook = (at) => ({ colour: SERIES[at], dash: DASHES[at] });

export class RaceChart {
  constructor() {
    this.panels = PANELS.map((about) => ({ ...about, ...panel() }));
    this.legend = h("ul.race-legend");
    this.element = h(
      "section.card.stack.race-chart",
      { "aria-label": "Chart of the race" },
      h(
        "div.plots.three",
        this.panels.map(({ title, svg }) =>
          h(
            "figure",
            h(
              "figcaption",
              title,
              saveMenu(title, () => svg),
            ),
            svg,
          ),
        ),
      ),
      this.legend,
    );
  }

  /** lanes: [{lane, title}]; `length` is that of the race, in its own measure. */
  load(lanes, measure, length) {
    const x = measure === "time" ? timeScale(length) : nodeScale(length);
    this._at = (part) => x(part * length);
    for (const { key, title: name, scale, svg, cursor } of this.panels) {
      const highest = Math.max(2, ...lanes.map(({ lane }) => Math.max(...lane[key])));
      const y = scale(highest);
      svg.replaceChildren(
        ...ticks(y),
        text(x.name, WIDTH - RIGHT, HEIGHT - 6, "end"),
        ...lanes.map(({ lane }, at) => line(lane, key, measure, x, y, laneLook(at))),
        cursor,
      );
      const ends = lanes.map(
        ({ lane, title }) =>
          `${title} at most ${whole(Math.max(...lane[key]))} in ${whole(lane.expansions)} expansions`,
      );
      svg.setAttribute("aria-label", `${name} in the race: ${ends.join("; ")}`);
    }
    this.legend.replaceChildren(
      ...lanes.map(({ title }, at) => h("li", swatch(laneLook(at)), title)),
    );
  }

  /** Where the race stands, from 0 to 1. */
  show(part) {
    for (const { cursor } of this.panels) {
      cursor.setAttribute("x1", this._at(part));
      cursor.setAttribute("x2", this._at(part));
    }
  }
}

export function swatch({ colour, dash }) {
  const svg = make("svg", { viewBox: "0 0 34 8", class: "swatch", "aria-hidden": "true" });
  svg.append(
    make("line", {
      x1: 1,
      x2: 33,
      y1: 4,
      y2: 4,
      stroke: colour,
      "stroke-width": 3,
      "stroke-dasharray": dash,
    }),
  );
  return svg;
}

function panel() {
  const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "lane-chart", role: "img" });
  const cursor = make("line", { y1: TOP, y2: HEIGHT - BOTTOM, x1: LEFT, x2: LEFT, class: "now" });
  return { svg, cursor };
}

const place = (part) => HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP);

/** A scale makes a height of a value, and knows the values to mark. */
function logScale(highest) {
  const y = (value) => place(Math.log10(1 + value) / Math.log10(1 + highest));
  const marks = [0, 1, 10, 100, 1000, 10_000, 100_000, 1e6].filter((value) => value <= highest);
  return Object.assign(y, { marks });
}

function linearScale(highest) {
  const step = Math.max(1, Math.ceil(highest / 5));
  const marks = Array.from({ length: Math.floor(highest / step) + 1 }, (_, at) => at * step);
  return Object.assign((value) => place(value / highest), { marks });
}

const across = (part) => LEFT + part * (WIDTH - LEFT - RIGHT);
const timeScale = (length) => named("time", (seconds) => across(seconds / (length || 1)));
/** A search that expands a hundred nodes is seen beside one that expands a hundred thousand. */
const nodeScale = (length) =>
  named("nodes expanded, logarithmic", (nodes) =>
    across(Math.log1p(nodes) / Math.log1p(length || 1)),
  );

/** A function that is called `name` in the picture. */
const named = (name, scale) => Object.defineProperty(scale, "name", { value: name });

function ticks(y) {
  return y.marks.flatMap((value) => [
    make("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: "grid" }),
    text(whole(value), LEFT - 6, y(value) + 4, "end"),
  ]);
}

function line(lane, key, measure, x, y, { colour, dash }) {
  const points = [];
  for (const [moment, value] of lane[key].entries()) {
    if (value === null) continue;
    points.push(`${x(lane.when(moment, measure)).toFixed(1)},${y(value).toFixed(1)}`);
  }
  return make("polyline", {
    points: points.join(" "),
    fill: "none",
    stroke: colour,
    "stroke-width": 2.5,
    "stroke-dasharray": dash,
  });
}
