// What all lanes did, in one picture: how many nodes each had expanded, and how many waited in its
// frontier, at every moment of the race. Nodes are on a logarithmic scale: searches differ by
// powers of ten.

import { h, whole } from "../ui/dom.js";
import { SERIES } from "../ui/plots.js";
import { make, text } from "../ui/svg.js";

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM, RIGHT] = [520, 210, 46, 10, 24, 10];
const POINTS = 240;
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

/** How a lane is drawn: its colour and its stroke, which stay apart without colours too. */
export const laneLook = (at) => ({ colour: SERIES[at], dash: DASHES[at] });

export class RaceChart {
  constructor() {
    this.panels = { expanded: panel(), frontier: panel() };
    this.legend = h("ul", { class: "race-legend" });
    this.element = h(
      "section",
      { class: "card stack race-chart", "aria-label": "Chart of the race" },
      h(
        "div",
        { class: "plots two" },
        h("figure", {}, h("figcaption", {}, "Expanded"), this.panels.expanded.svg),
        h("figure", {}, h("figcaption", {}, "Waiting in the frontier"), this.panels.frontier.svg),
      ),
      this.legend,
    );
  }

  /** lanes: [{lane, tallies, title}]; `length` is that of the race, in its own measure. */
  load(lanes, measure, length) {
    const highest = (key) => Math.max(2, ...lanes.map(({ tallies }) => peak(tallies[key])));
    for (const [key, { svg, cursor }] of Object.entries(this.panels)) {
      const y = logScale(highest(key));
      svg.replaceChildren(
        ...ticks(highest(key), y),
        text(measure === "time" ? "time" : "expansions", WIDTH - RIGHT, HEIGHT - 6, "end"),
        ...lanes.map((entry, at) => line(entry, key, measure, length, y, laneLook(at))),
        cursor,
      );
      const name = key === "expanded" ? "Nodes expanded" : "Nodes waiting";
      const ends = lanes.map(
        ({ tallies, title }) => `${title} at most ${whole(peak(tallies[key]))}`,
      );
      svg.setAttribute("aria-label", `${name} in the race: ${ends.join("; ")}`);
    }
    this.legend.replaceChildren(
      ...lanes.map(({ title }, at) => h("li", {}, swatch(laneLook(at)), title)),
    );
  }

  /** Where the race stands, from 0 to 1. */
  show(part) {
    for (const { cursor } of Object.values(this.panels)) {
      const x = LEFT + part * (WIDTH - LEFT - RIGHT);
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
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

const logScale = (highest) => (value) =>
  HEIGHT - BOTTOM - (Math.log10(1 + value) / Math.log10(1 + highest)) * (HEIGHT - BOTTOM - TOP);

function ticks(highest, y) {
  const values = [0, 1, 10, 100, 1000, 10_000, 100_000].filter((value) => value <= highest);
  return values.flatMap((value) => [
    make("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value), class: "grid" }),
    text(whole(value), LEFT - 6, y(value) + 4, "end"),
  ]);
}

function line({ lane, tallies }, key, measure, length, y, { colour, dash }) {
  const events = lane.film.length;
  const points = [];
  for (let at = 0; at <= POINTS; at++) {
    const event = Math.round((at / POINTS) * (events - 1));
    const when = measure === "time" ? (at / POINTS) * lane.seconds : tallies.expanded[event];
    const x = LEFT + (when / (length || 1)) * (WIDTH - LEFT - RIGHT);
    points.push(`${x.toFixed(1)},${y(tallies[key][event]).toFixed(1)}`);
  }
  return make("polyline", {
    points: points.join(" "),
    fill: "none",
    stroke: colour,
    "stroke-width": 2.5,
    "stroke-dasharray": dash,
  });
}

function peak(values) {
  let highest = 0;
  for (const value of values) if (value > highest) highest = value;
  return highest;
}
