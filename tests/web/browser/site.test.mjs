import assert from "node:assert/strict";
import { test } from "node:test";

import { lookUpHint } from "../../../src/slidelab/web/static/js/site/small-boards.js";
import { spareStack } from "../../../src/slidelab/web/static/js/site/stack.js";

const HARD = [8, 6, 7, 2, 5, 4, 3, 0, 1];

test("hints that are looked up are those of slidelab.web.hints", () => {
  // What `Hints.hint` answers for this board and the goal blank-first.
  const path = "URDLUULDDRUULDDRURULDRDLULU";
  assert.deepEqual(lookUpHint({ cells: HARD, shape: "3x3" }), {
    solved: false,
    moves_left: 27,
    move: "U",
    tile: 5,
    path,
    at_least: 27,
  });
});

test("a board on its goal is solved, and one that cannot be solved is left to others", () => {
  const goal = [1, 2, 3, 4, 5, 0];
  assert.deepEqual(lookUpHint({ cells: goal, shape: "2x3", goal }), {
    solved: true,
    moves_left: 0,
  });
  assert.equal(lookUpHint({ cells: [2, 1, 3, 4, 5, 0], shape: "2x3", goal }), null);
  assert.equal(lookUpHint({ cells: [...Array(16).keys()], shape: "4x4" }), null);
});

test("only the depth that Python begins with is changed, and nothing else in its place", () => {
  const thread = 16;
  const module = (words) => ({ HEAP32: Int32Array.from(words), _PyThreadState_Get: () => thread });
  const words = Array.from({ length: 20 }, (_, at) => (at === thread / 4 + 9 ? 10_000 : at));
  const usual = module(words);
  assert.ok(spareStack(usual));
  assert.deepEqual(
    [...usual.HEAP32].filter((word, at) => word !== words[at]),
    [1_000],
  );
  for (const moved of [words.toSpliced(0, 1), [0, ...words], words.map((word) => word + 1)]) {
    const other = module(moved);
    assert.ok(!spareStack(other));
    assert.deepEqual([...other.HEAP32], moved);
  }
});
