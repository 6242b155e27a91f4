import assert from "node:assert/strict";
import { test } from "node:test";

import { Semaphore } from "../../../src/slidelab/web/static/js/backend/semaphore.js";

test("waiting jobs start in order, and a cancelled one frees its turn", async () => {
  const semaphore = new Semaphore(1);
  const stopping = new AbortController();
  const positions = [];
  const acquire = (signal) => semaphore.acquire(({ position }) => positions.push(position), signal);
  await acquire();
  const ended = [];
  const stopped = acquire(stopping.signal).catch(() => ended.push("stopped"));
  const second = acquire().then(() => ended.push("second"));
  assert.deepEqual(positions, [1, 2]);
  stopping.abort();
  semaphore.release();
  await Promise.all([stopped, second]);
  semaphore.release();
  await acquire();
  assert.deepEqual(ended, ["stopped", "second"]);
});
