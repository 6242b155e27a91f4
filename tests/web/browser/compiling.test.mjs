import assert from "node:assert/strict";
import test from "node:test";

import { followCompiling } from "../../../src/slidelab/web/static/js/net/compiling.js";

test("the page counts the steps of compiling and falls silent when they are done", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const answers = [{ done: 0, total: 0 }, { done: 3, total: 11 }, null];
  t.mock.method(globalThis, "fetch", async () => ({
    json: async () => ({ ok: true, compiling: answers.shift() }),
  }));
  const place = { textContent: "" };
  const said = [];
  const settle = () => new Promise((done) => setImmediate(done));
  await followCompiling(place);
  for (let round = 0; round < 5; round++) {
    said.push(place.textContent);
    t.mock.timers.tick(1000);
    await settle();
  }
  const counting = "Compiling the searches (first use only): 3 of 11…";
  assert.deepEqual(said, ["", counting, "", "", ""]);
  assert.equal(fetch.mock.callCount(), 3);
});
