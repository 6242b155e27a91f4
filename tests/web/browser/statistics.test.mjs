import assert from "node:assert/strict";
import { test } from "node:test";
import {
  costsOf,
  label,
  series,
  summaries,
} from "../../../src/slidelab/web/static/js/views/statistics-summary.js";

const ALGORITHMS = [
  { name: "astar", title: "A* search", parameters: [] },
  { name: "bfs", title: "Breadth-first search", parameters: [] },
  { name: "wastar", title: "Weighted A*", parameters: [{ name: "weight", default: 1.5 }] },
  { name: "dls", title: "Depth-limited", parameters: [{ name: "depth_limit", default: 31 }] },
];

const row = (algorithm, cost, trials, expanded, more = {}) => ({
  algorithm,
  heuristic: algorithm === "astar" ? "linear-conflict" : null,
  parameters: "",
  shape: "3x3",
  goal: "blank-first",
  counted_as: "textbook",
  engine: "textbook",
  cost,
  trials,
  seconds_mean: expanded / 1000,
  seconds_median: expanded / 1000,
  expanded_mean: expanded,
  expanded_median: expanded,
  max_depth_mean: cost,
  ...more,
});

test("there is one row per search, and means are over trials", () => {
  const rows = [
    row("bfs", 2, 1, 4),
    row("bfs", 10, 3, 100),
    row("astar", 10, 1, 12),
    row("bfs", null, 5, 0, { status: "unsolvable" }),
  ];
  const [blind, informed] = summaries(rows, ALGORITHMS);
  assert.deepEqual(
    [blind.label, blind.trials, blind.cost, blind.expanded],
    ["Breadth-first search", 4, 8, 76],
  );
  assert.equal(informed.label, "A* search with linear conflict");
  assert.deepEqual(
    summaries(rows, ALGORITHMS, 10).map(({ expanded }) => expanded),
    [100, 12],
  );
  assert.deepEqual(costsOf(rows), [2, 10]);
});

test("a name says only what distinguishes it, in words", () => {
  const [one, other] = [row("bfs", 2, 1, 4), row("bfs", 2, 1, 4, { engine: "compiled" })];
  assert.equal(label(one, [one], ALGORITHMS), "Breadth-first search");
  assert.equal(label(other, [one, other], ALGORITHMS), "Breadth-first search, compiled engine");
  const usual = row("wastar", 2, 1, 4, { parameters: "weight 1.5", engine: "auto" });
  const heavy = row("wastar", 2, 1, 4, { parameters: "weight 2.0", heuristic: "6-6-3" });
  const shallow = row("dls", 2, 1, 4, { parameters: "depth limit 31" });
  const rows = [one, usual, heavy, shallow];
  assert.equal(label(one, rows, ALGORITHMS), "Breadth-first search"); // no other engine ran it
  assert.equal(label(usual, rows, ALGORITHMS), "Weighted A*");
  assert.equal(
    label(heavy, rows, ALGORITHMS),
    "Weighted A* with 6-6-3, weight 2.0, textbook engine",
  );
  assert.equal(label(shallow, rows, ALGORITHMS), "Depth-limited");
});

test("engines are one search by what they count, and two by their times", () => {
  const rows = [
    row("bfs", 2, 1, 4),
    row("bfs", 2, 3, 4, { engine: "compiled", seconds_mean: 1, seconds_median: 1 }),
    row("bfs", 9, 1, 10),
    row("bfs", 9, 1, 30, { engine: "compiled" }),
    row("astar", 2, 1, 3),
  ];
  assert.deepEqual(series(rows, "expanded", ALGORITHMS), [
    [
      "Breadth-first search",
      [
        { cost: 2, trials: 4, mean: 4, median: 4 },
        { cost: 9, trials: 2, mean: 20, median: null },
      ],
    ],
    ["A* search with linear conflict", [{ cost: 2, trials: 1, mean: 3, median: 3 }]],
  ]);
  assert.deepEqual(
    series(rows, "seconds", ALGORITHMS).map(([name, group]) => [name, group[0].mean]),
    [
      ["Breadth-first search, compiled engine", 1],
      ["Breadth-first search, textbook engine", 0.004],
      ["A* search with linear conflict", 0.003],
    ],
  );
});
