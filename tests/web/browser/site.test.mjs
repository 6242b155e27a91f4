import assert from "node:assert/strict";
import { test } from "node:test";

import { Places } from "../../../src/slidelab/web/static/js/backend/places.js";

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
