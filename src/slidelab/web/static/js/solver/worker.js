// The worker that solves boards. It gets {id, request} and {id, stop}, and posts {id, news}, then
// {id, answer} or {id, problem}.

import { IndexedTable } from "../indexed-table.js";
import { Solver } from "./solver.js";

const table = new IndexedTable("slidelab-solver", "databases");
/** @type {import("./solver.js").Cache} */
const cache = {
  get: (name) => table.use("readonly", (store) => store.get(name)).catch(() => undefined),
  set: (name, value) =>
    table.use("readwrite", (store) => store.put(value, name)).catch(() => undefined),
};

async function readWeights() {
  const response = await fetch(new URL("weights.bin", import.meta.url));
  if (!response.ok) throw new Error(`weights.bin could not be fetched (HTTP ${response.status})`);
  return new Int16Array(await response.arrayBuffer());
}

const solver = new Solver(cache, readWeights);
/** @type {Map<number, AbortController>} */
const running = new Map();

addEventListener("message", async ({ data: { id, request, stop } }) => {
  if (stop) {
    running.get(id)?.abort();
    return;
  }
  const abort = new AbortController();
  running.set(id, abort);
  const report = (/** @type {import("./solver.js").Answer} */ news) => postMessage({ id, news });
  try {
    postMessage({ id, answer: await solver.solve(request, { report, signal: abort.signal }) });
  } catch (error) {
    postMessage({ id, problem: /** @type {Error} */ (error).message });
  }
  running.delete(id);
});
