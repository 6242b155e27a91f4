// The page's side of the solver: one worker, started by the first request and kept.

/** @type {Worker | null} */
let worker = null;
let lastId = 0;
/** @type {Map<number, {settle: (message: any) => void, report: (news: any) => void}>} */
const waiting = new Map();

function start() {
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data: { id, news, ...message } }) => {
    if (news) waiting.get(id)?.report(news);
    else waiting.get(id)?.settle(message);
  };
  worker.onerror = ({ message }) => {
    worker = null;
    for (const { settle } of waiting.values())
      settle({ problem: message || "the solver could not be loaded" });
  };
}

/**
 * Solve a board in the worker. A stopped search resolves at once with what it knew.
 * @param {import("./solver.js").Request} request
 * @param {{report?: (answer: import("./solver.js").Answer) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<import("./solver.js").Answer & {stopped?: boolean}>}
 */
export function solve(request, { report = () => {}, signal } = {}) {
  if (!worker) start();
  const id = ++lastId;
  let known = { moves: null, lowerBound: 0, proven: false, nodes: 0 };
  return new Promise((resolve, reject) => {
    /** @param {{answer?: any, problem?: string}} message */
    const settle = ({ answer, problem }) => {
      waiting.delete(id);
      if (problem) reject(new Error(problem));
      else resolve(answer);
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
      worker?.postMessage({ id, stop: true });
      settle({ answer: { ...known, stopped: true } });
    });
    worker.postMessage({ id, request });
  });
}
