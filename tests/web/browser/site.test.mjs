import assert from "node:assert/strict";
import { test } from "node:test";

import { Places } from "../../../src/slidelab/web/static/js/backend/places.js";

test("a place is passed on in order, and is not lost by one who gives up", async () => {
  const places = new Places(1);
  const stopping = new AbortController();
  const told = [];
  const take = (signal) => places.take(({ position }) => told.push(position), signal);
  await take();
  const entered = [];
  const stopped = take(stopping.signal).catch(() => entered.push("stopped"));
  const second = take().then(() => entered.push("second"));
  assert.deepEqual(told, [1, 2]);
  stopping.abort();
  places.leave();
  await Promise.all([stopped, second]);
  places.leave();
  await take();
  assert.deepEqual(entered, ["stopped", "second"]);
});
