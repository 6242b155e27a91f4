// Solve boards in a web worker, which is started by the first request.

/** @typedef {import("./solver.js").Answer} Answer */

/** @type {Worker | null} */
let worker = null;
let lastId = 0;
/** @typedef {{answer?: Answer & {stopped?: boolean}, problem?: string}} Outcome */
/** @type {Map<number, {settle: (outcome: Outcome) => void, report: (news: Answer) => void}>} */
const waiting = new Map();

function start() {
  const started = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  started.onmessage = ({ data: { id, news, ...outcome } }) => {
    if (news) waiting.get(id)?.report(news);
    else waiting.get(id)?.settle(outcome);
  };
  started.onerror = ({ message }) => {
    worker = null;
    for (const { settle } of waiting.values())
      settle({ problem: message || "the solver could not be loaded" });
  };
  return started;
}

/**
 * Solve a board in the worker. A stopped search resolves at once with the best answer so far.
 * @param {import("./solver.js").Request} request
 * @param {{report?: (answer: Answer) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<Answer & {stopped?: boolean}>}
 */
export function solve(request, { report = () => {}, signal } = {}) {
  worker ??= start();
  const solver = worker;
  const id = ++lastId;
  /** @type {Answer} */
  let known = { moves: null, lowerBound: 0, proven: false, nodes: 0 };
  return new Promise((resolve, reject) => {
    const settle = (/** @type {Outcome} */ { answer, problem }) => {
      waiting.delete(id);
      if (answer) resolve(answer);
      else reject(new Error(problem));
    };
    waiting.set(id, {
      settle,
      report: (news) => {
        known = news;
        report(news);
      },
    });
    signal?.addEventListener("abort", () => {
      if (!waiting.has(id)) return;
      solver.postMessage({ id, stop: true });
      settle({ answer: { ...known, stopped: true } });
    });
    solver.postMessage({ id, request });
  });
}
