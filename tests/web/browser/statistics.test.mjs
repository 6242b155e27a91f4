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
  expanded_mean: expanded,
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
  const heavy = row("wastar", 2, 1, 4, { parameters: "weight 2.0", heuristic: "6-6-3" });
  const wide = row("bfs", 2, 1, 4, { shape: "3x4", goal: "blank-last" });
  assert.equal(label(heavy, [one, heavy], ALGORITHMS), "Weighted A* with 6-6-3, weight 2.0");
  assert.equal(
    label(wide, [one, wide], ALGORITHMS),
    "Breadth-first search, 3 × 4, goal blank-last",
  );
});

test("a series has the means of a search by path cost, most trials first", () => {
  const rows = [row("astar", 2, 1, 3), row("bfs", 2, 3, 4), row("bfs", 9, 1, 10)];
  const found = series(rows, ALGORITHMS).map(([name, group]) => [
    name,
    ...group.map(({ cost, trials, expanded }) => [cost, trials, expanded]),
  ]);
  assert.deepEqual(found, [
    ["Breadth-first search", [2, 3, 4], [9, 1, 10]],
    ["A* search with linear conflict", [2, 1, 3]],
  ]);
});
