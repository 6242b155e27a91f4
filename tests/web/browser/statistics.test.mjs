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
    summaries(rows, ALGORITHMS, { cost: 10 }).map(({ expanded }) => expanded),
    [100, 12],
  );
  assert.deepEqual(costsOf(rows), [2, 10]);
});

test("a name says only what distinguishes it, in words", () => {
  const [one, other] = [row("bfs", 2, 1, 4), row("bfs", 2, 1, 4, { engine: "compiled" })];
  assert.equal(label(other, [one, other], ALGORITHMS), "Breadth-first search");
  assert.equal(
    label(other, [one, other], ALGORITHMS, true),
    "Breadth-first search, compiled engine",
  );
  const heavy = row("wastar", 2, 1, 4, { parameters: "weight 2.0", heuristic: "6-6-3" });
  const wide = row("bfs", 2, 1, 4, { shape: "3x4", goal: "blank-last" });
  assert.equal(label(heavy, [one, heavy], ALGORITHMS, true), "Weighted A* with 6-6-3, weight 2.0");
  assert.equal(
    label(wide, [one, wide], ALGORITHMS),
    "Breadth-first search, 3 × 4, goal blank-last",
  );
});

test("engines are one search by what they count, and two by their times", () => {
  const rows = [
    row("bfs", 2, 1, 4),
    row("bfs", 2, 3, 4, { engine: "compiled", seconds_mean: 1 }),
    row("bfs", 9, 1, 10),
    row("bfs", 9, 1, 30, { engine: "compiled" }),
    row("astar", 2, 1, 3),
  ];
  const found = (measure, engines) =>
    series(rows, ALGORITHMS, engines).map(([name, group]) => [
      name,
      ...group.map((one) => [one.cost, one.trials, one[measure]]),
    ]);
  assert.deepEqual(found("expanded", false), [
    ["Breadth-first search", [2, 4, 4], [9, 2, 20]],
    ["A* search with linear conflict", [2, 1, 3]],
  ]);
  const [compiled, textbook] = found("seconds", true);
  assert.deepEqual(compiled, ["Breadth-first search, compiled engine", [2, 3, 1], [9, 1, 0.03]]);
  assert.equal(textbook[0], "Breadth-first search, textbook engine");
});
