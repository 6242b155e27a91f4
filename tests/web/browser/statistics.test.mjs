import assert from "node:assert/strict";
import { test } from "node:test";
import {
  costsOf,
  label,
  summaries,
} from "../../../src/slidelab/web/static/js/views/statistics-summary.js";

const TITLES = { astar: "A* search", bfs: "Breadth-first search" };

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
  const [blind, informed] = summaries(rows, TITLES);
  assert.deepEqual(
    [blind.label, blind.trials, blind.cost, blind.expanded],
    ["Breadth-first search", 4, 8, 76],
  );
  assert.equal(informed.label, "A* search with linear conflict");
  assert.deepEqual(
    summaries(rows, TITLES, 10).map(({ expanded }) => expanded),
    [100, 12],
  );
  assert.deepEqual(costsOf(rows), [2, 10]);
});

test("a name says only what distinguishes it, in words", () => {
  const [one, other] = [row("bfs", 2, 1, 4), row("bfs", 2, 1, 4, { engine: "compiled" })];
  assert.equal(label(one, [one], TITLES), "Breadth-first search");
  assert.equal(label(other, [one, other], TITLES), "Breadth-first search, compiled engine");
});
