import assert from "node:assert/strict";
import { test } from "node:test";

import { spareStack } from "../../../src/slidelab/web/static/js/backend/stack.js";

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
