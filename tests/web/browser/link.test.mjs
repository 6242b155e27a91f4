import assert from "node:assert/strict";
import { test } from "node:test";
import { asJson, pathSvg } from "../../../src/slidelab/web/static/js/puzzle/export.js";
import {
  DEFAULTS,
  decodeLink,
  encodeLink,
  requestBody,
} from "../../../src/slidelab/web/static/js/puzzle/link.js";
import { sortRows } from "../../../src/slidelab/web/static/js/ui/table.js";
import { words } from "../../../src/slidelab/web/static/js/ui/words.js";

const PROBLEM = {
  shape: { rows: 3, cols: 3 },
  cells: [1, 2, 5, 3, 4, 0, 6, 7, 8],
  goal: "blank-first",
  ...DEFAULTS,
  conventions: {},
  parameters: {},
};

test("what is the default stays out of the link", () => {
  assert.equal(encodeLink("play", PROBLEM), "#/play?b=3x3:1.2.5.3.4.0.6.7.8");
});

test("a link carries board, goal, algorithm, conventions and step, and comes back the same", () => {
  const problem = {
    ...PROBLEM,
    goal: [1, 2, 3, 8, 0, 4, 7, 6, 5],
    algorithm: "wastar",
    preset: "korf",
    conventions: { order: "DRUL", graph: false, seed: 7 },
    parameters: { weight: 2.5 },
  };
  const {
    view,
    problem: back,
    step,
    problems,
  } = decodeLink(encodeLink("watch", problem, { step: 1234 }));
  assert.deepEqual(problems, []);
  assert.equal(view, "watch");
  assert.equal(step, 1234);
  assert.deepEqual({ ...DEFAULTS, ...back }, problem);
});

test("a link carries the rows of a race or a comparison", () => {
  const rows = ["bfs", "wastar manhattan weight=3 tree"];
  assert.deepEqual(decodeLink(encodeLink("race", PROBLEM, { rows })).rows, rows);
});

test("a link that makes no sense is explained and harmless", () => {
  for (const hash of [
    "#/play?b=3x3:1.1.1",
    "#/play?b=99x99:1",
    "#/play?b=nonsense",
    "#/play?b=3x3:a.b.c.d.e.f.g.h.i",
  ]) {
    const { problem, problems } = decodeLink(hash);
    assert.equal(problems.length, 1, hash);
    assert.ok(!("cells" in problem));
  }
  const { problem, step } = decodeLink("#/watch?a=<script>&s=-4&c.order=UDLR&c.x!=1");
  assert.ok(!("algorithm" in problem));
  assert.equal(step, null);
  assert.deepEqual(problem.conventions, { order: "UDLR" });
});

test("a request names its goal where it has a name", () => {
  assert.equal(requestBody(PROBLEM).goal, "blank-first");
  assert.equal(requestBody({ ...PROBLEM, goal: [1, 2, 3, 4, 5, 6, 7, 8, 0] }).goal, "blank-last");
  assert.equal(requestBody(PROBLEM).shape, "3x3");
});

test("JSON has the path in words, as the command line writes it", () => {
  const result = { cost: 3, moves: "ULL", files: { "output.txt": "" } };
  assert.deepEqual(JSON.parse(asJson(result)), { cost: 3, moves: ["Up", "Left", "Left"] });
});

test("a path becomes one picture with every board in it", () => {
  const svg = pathSvg([1, 2, 5, 3, 4, 0, 6, 7, 8], "ULL", { rows: 3, cols: 3 });
  assert.equal(svg.match(/<g /g).length, 4);
  assert.match(svg, />3\. Left</);
});

test("sorting keeps missing values last, whichever way", () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }];
  assert.deepEqual(
    sortRows(rows, ({ n }) => n, false).map(({ n }) => n),
    [1, 2, 10, null],
  );
  assert.deepEqual(
    sortRows(rows, ({ n }) => n, true).map(({ n }) => n),
    [10, 2, 1, null],
  );
});

test("names become words, and databases keep their hyphens", () => {
  const written = ["linear-conflict", "max_depth", "6-6-3"].map(words);
  assert.deepEqual(written, ["linear conflict", "max depth", "6-6-3"]);
});
