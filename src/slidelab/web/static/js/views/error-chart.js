// Estimate against truth: a perfect heuristic lies on the diagonal.

import { h } from "../ui/dom.js";
import { saveMenu } from "../ui/save-picture.js";
import { make, text } from "../ui/svg.js";

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [640, 276, 40, 28, 34];

export function errorChart(errors) {
  const farthest = Math.max(1, ...errors.map(({ distance }) => distance));
  const highest = Math.max(farthest, ...errors.map(({ mean_h: h }) => h));
  const x = (distance) => LEFT + (distance / farthest) * (WIDTH - LEFT - 12);
  const y = (value) => HEIGHT - BOTTOM - (value / highest) * (HEIGHT - BOTTOM - TOP);
  const line = errors
    .map(({ distance, mean_h: h }) => `${x(distance).toFixed(1)},${y(h).toFixed(1)}`)
    .join(" ");
  const last = errors.at(-1);
  const svg = make("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    class: "error-chart",
    role: "img",
    "aria-label": `Mean estimate by true distance; at distance ${last.distance} the mean estimate is ${last.mean_h.toFixed(1)}`,
  });
  for (let tick = 0; tick <= farthest; tick += farthest > 16 ? 5 : 2) {
    svg.append(
      make("line", { x1: x(tick), x2: x(tick), y1: y(0), y2: y(highest), class: "grid" }),
      text(tick, x(tick), HEIGHT - 16, "middle"),
    );
    svg.append(
      make("line", { x1: LEFT, x2: WIDTH - 12, y1: y(tick), y2: y(tick), class: "grid" }),
      text(tick, LEFT - 8, y(tick) + 4, "end"),
    );
  }
  const gap = `${x(0)},${y(0)} ${x(farthest)},${y(farthest)} ${line.split(" ").reverse().join(" ")}`;
  svg.append(
    make("polygon", { points: gap, class: "gap" }),
    make("line", { x1: x(0), y1: y(0), x2: x(farthest), y2: y(farthest), class: "truth" }),
    make("polyline", { points: line, class: "estimate" }),
    ...errors.map(({ distance, mean_h: h }) =>
      make("circle", { cx: x(distance), cy: y(h), r: 2.6, class: "dot" }),
    ),
    text("true distance", WIDTH - 14, HEIGHT - 2, "end"),
    text("mean h", LEFT - 32, 11, "start"),
  );
  return h(
    "figure.bare",
    svg,
    h(
      "figcaption",
      saveMenu("error by distance", () => svg),
    ),
  );
}
