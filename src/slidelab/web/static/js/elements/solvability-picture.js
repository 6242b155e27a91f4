// A picture that shows whether a board can be solved: the tiles in reading order, with an arc over each
// inversion.

import {
  blankRowFromBottom,
  findSwap,
  inversionPairs,
  isSolvable,
  swapTiles,
} from "../puzzle/solvability.js";
import { h, svg } from "../ui/dom.js";

const STEP = 28; // from tile to tile
const MOST_ARCS = 120;

/**
 * Show whether a board can be solved, and offer to swap two tiles of a board that cannot.
 * @param {"start" | "goal"} which the board that is edited
 * @param {Cells} cells @param {Cells} goal @param {Shape} shape
 * @param {(swapped: Cells) => void} onswap
 */
export function solvabilityPicture(which, cells, goal, shape, onswap) {
  const solvable = isSolvable(cells, goal, shape);
  const verdict = solvable
    ? h("p.good-word", "This board can be solved to this goal.")
    : h("p.ask", "This board cannot be solved to this goal: half of all boards cannot.");
  const parts = [verdict, arcs(cells), h("p.note", reason(cells, goal, shape))];
  const [set, other] = which === "goal" ? [goal, cells] : [cells, goal];
  const pair = solvable ? null : findSwap(set, other, shape);
  if (pair) {
    const swap = () => onswap(swapTiles(set, pair));
    parts.push(h("div", h("button", { onclick: swap }, `Swap ${pair[0]} and ${pair[1]}`)));
  }
  return parts;
}

/** @type {(cells: Cells, goal: Cells, shape: Shape) => string} */
function reason(cells, goal, shape) {
  const [here, there] = [inversionPairs(cells).length, inversionPairs(goal).length];
  const counted = `${here} ${here === 1 ? "inversion" : "inversions"} (pairs in the wrong order), ${there} in the goal.`;
  if (shape.cols % 2) {
    return `${counted} On a board of odd width no move changes whether that number is odd or even: ${parity(here)} here, ${parity(there)} in the goal.`;
  }
  const [row, goalRow] = [blankRowFromBottom(cells, shape), blankRowFromBottom(goal, shape)];
  return `${counted} The blank is in row ${row} from the bottom, in the goal in row ${goalRow}. On a board of even width no move changes whether their sum is odd or even: ${here} + ${row} is ${parity(here + row)}, ${there} + ${goalRow} is ${parity(there + goalRow)}.`;
}

/** @param {number} number */
const parity = (number) => (number % 2 ? "odd" : "even");

/** @param {Cells} cells */
function arcs(cells) {
  const tiles = cells.filter((tile) => tile !== 0);
  const pairs = inversionPairs(cells);
  const spans = pairs.map(([one, other]) => tiles.indexOf(other) - tiles.indexOf(one));
  const farthest = Math.max(1, ...spans);
  const height = 12 + (pairs.length ? Math.min(90, farthest * 11) : 0);
  const x = (/** @type {number} */ tile) => tiles.indexOf(tile) * STEP + STEP / 2;
  /** @type {(pair: number[], at: number) => SVGElement} */
  const arc = ([one, other], at) => {
    // A curve rises half as high as the point that draws it.
    const top = height - (2 * (height - 6) * spans[at]) / farthest;
    const middle = (x(one) + x(other)) / 2;
    return svg("path", { d: `M${x(one)} ${height} Q${middle} ${top} ${x(other)} ${height}` });
  };
  const named = pairs.slice(0, 12).map((pair) => pair.join(" before "));
  return svg(
    "svg",
    {
      viewBox: `0 0 ${tiles.length * STEP} ${height + 24}`,
      class: "arcs",
      role: "img",
      "aria-label": `${pairs.length} inversions: ${named.join(", ")}`,
    },
    pairs.slice(0, MOST_ARCS).map(arc),
    tiles.map((tile) => svg("text", { x: x(tile), y: height + 16 }, String(tile))),
  );
}
