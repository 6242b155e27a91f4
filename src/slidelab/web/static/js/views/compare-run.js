// The searches of a comparison, a few at a time. What comes of each row goes into the store.

import { runJob } from "../backend/jobs.js";
import { goalCells } from "../puzzle/grid.js";
import { requestBody } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { comparison } from "../store.js";

const AT_ONCE = 2; // the server has a queue for everyone; one page should not fill it
const DRAWN_EVERY = 200; // milliseconds between two looks at searches under way

export class ComparisonRun {
  /** `ondraw` hears that counts have grown, `onstatus` how many rows are done, in words. */
  constructor({ ondraw, onstatus }) {
    this._ondraw = ondraw;
    this._onstatus = onstatus;
    /** The rows that wait for their turn. */
    this.waiting = new Set();
    /** The counters of searches under way, by row. */
    this.counting = new Map();
  }

  /** plans: what each row stands for, by row, as the server tells it. */
  async run(plans, signal) {
    this.waiting = new Set(plans.keys());
    let done = 0;
    const next = async () => {
      const [text] = this.waiting;
      if (!text || signal.aborted) return;
      this.waiting.delete(text);
      await this._one(text, plans.get(text), signal);
      done++;
      this._onstatus(`${done} of ${plans.size} done`);
      await next();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    this.waiting.clear();
    this._onstatus(signal.aborted ? "Stopped." : `All ${done} done.`);
  }

  /** The searches of a row, one after another; their counts are shown as they grow. */
  async _one(text, plan, signal) {
    const { asked } = comparison.value;
    const { cells, shape, goal } = requestBody(asked);
    const force = !isSolvable(asked.cells, goalCells(asked.goal, asked.shape), asked.shape);
    const results = [];
    this.counting.set(text, {});
    let drawn = 0;
    const onprogress = ({ counters }) => {
      if (signal.aborted) return;
      this.counting.set(text, counters);
      if (performance.now() - drawn < DRAWN_EVERY) return;
      drawn = performance.now();
      this._ondraw();
    };
    this._ondraw();
    let failed = null;
    try {
      for (const search of plan.searches) {
        const body = { cells, shape, goal, force, ...search };
        results.push(withoutPaths(await runJob("search", body, { signal, onprogress })));
      }
    } catch (error) {
      failed = error.name === "AbortError" ? "stopped" : error.message;
    }
    this.counting.delete(text);
    const { counted_as, promises_shortest } = plan;
    const found = failed ? { failed } : { results, counted_as, promises_shortest };
    const { done } = comparison.value;
    comparison.set({ ...comparison.value, done: { ...done, [text]: found } });
  }
}

/** A result without the file that holds its path once more: what is kept should be small. */
function withoutPaths({ files, ...result }) {
  return { ...result, files: { "result.csv": files["result.csv"] } };
}
