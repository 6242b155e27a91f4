import assert from "node:assert/strict";
import { test } from "node:test";

import { Places } from "../../../src/slidelab/web/static/js/backend/places.js";
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

test("a place is passed on in order, and is not lost by one who gives up", async () => {
  const places = new Places(1);
  const stopping = new AbortController();
  await places.take();
  const entered = [];
  const stopped = places.take(stopping.signal).catch(() => entered.push("stopped"));
  const second = places.take().then(() => entered.push("second"));
  assert.deepEqual([...places.news()], [{ event: "queued", position: 3 }]);
  stopping.abort();
  places.leave();
  await Promise.all([stopped, second]);
  places.leave();
  await places.take();
  assert.deepEqual(entered, ["stopped", "second"]);
});
