// Python in the page as a backend: it runs in web workers. A job is stopped by ending its worker.

import { workingCode } from "../own-code.js";
import { BackendError } from "./error.js";
import { Semaphore } from "./semaphore.js";
import { canSolveInPage, solveInPage } from "./solving.js";
import { allTrials, saveTrial } from "./trials.js";

const FOLDER = "python/";
const CATALOGUE = `${FOLDER}catalogue.json`;
const MOST_CELLS_OF_PROOF = 9; // larger boards are sampled, which needs NumPy
/** How many jobs run at once: each takes the memory of its own Python. */
const MOST_JOBS = Math.max(1, Math.min(2, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

const jobs = new Semaphore(MOST_JOBS);
/** @type {((words: string) => void)[]} */
const listeners = [];
let requests = 0;

const show = (/** @type {string} */ words) => {
  for (const listener of listeners) listener(words);
};

/** @typedef {Message | {event: "trial", trial: Trial}} WorkerMessage */

class PythonWorker {
  constructor() {
    this.hasFailed = false;
    /** @type {Map<number, {handle: (event: WorkerMessage) => void, fail: (error: Error) => void}>} */
    this._jobs = new Map();
    this._worker = new Worker(new URL("pyodide-worker.js", import.meta.url), { type: "module" });
    this._worker.onmessage = ({ data }) => {
      const { loading, ready, failure, number, event } = data;
      if (loading) show(`Loading Python: ${loading.done} of ${loading.total} MB…`);
      else if (ready) show("");
      else if (failure) this._handleFailure(failure);
      else this._jobs.get(number)?.handle(event);
    };
    this._worker.onerror = ({ message }) =>
      this._handleFailure(message || "it could not be loaded");
    this._worker.postMessage({ folder: new URL(FOLDER, document.baseURI).href });
  }

  /** @param {string} failure */
  _handleFailure(failure) {
    this.hasFailed = true;
    const problems = [`${failure}. Start again; reload the page if it persists.`];
    for (const { fail } of this._jobs.values()) fail(new BackendError("Python was lost", problems));
  }

  /**
   * Send a request, with the visitor's own code, and return its result.
   * @param {string} kind @param {object} body @param {(event: JobEvent) => void} [onevent]
   * @param {AbortSignal} [signal] @returns {Promise<any>}
   */
  run(kind, body, onevent = () => {}, signal) {
    const number = ++requests;
    const job = new Promise((done, fail) => {
      let saved = Promise.resolve();
      const handle = (/** @type {WorkerMessage} */ event) => {
        if (event.event === "trial") saved = saveTrial(event.trial);
        else if (event.event === "result") saved.then(() => done(event.result));
        else if (event.event === "error") fail(new BackendError(event.title, event.problems));
        else onevent(event);
      };
      this._jobs.set(number, { handle, fail });
      signal?.addEventListener("abort", () => fail(signal.reason));
    });
    const code = JSON.stringify(workingCode());
    this._worker.postMessage({ kind, body: JSON.stringify(body), code, number });
    return job.finally(() => this._jobs.delete(number));
  }

  end() {
    this._worker.terminate();
  }
}

/** @type {PythonWorker[]} Workers without a job. */
const idle = [];

/** Start a worker, so that the next job begins at once. */
function startIdleWorker() {
  if (!idle.length) idle.push(new PythonWorker());
}

/** @type {PythonWorker | null} The worker for quick requests. */
let answerWorker = null;

function findAnswerWorker() {
  if (!answerWorker || answerWorker.hasFailed) answerWorker = new PythonWorker();
  return answerWorker;
}

let isAvailable = false;

/** Throw an error unless Python can be loaded: a server may lack it, and says how to add it. */
async function check() {
  if (isAvailable) return;
  const response = await fetch(CATALOGUE).catch(() => null);
  isAvailable = response?.ok ?? false;
  if (isAvailable) return;
  const { title, problems } = (await response?.json().catch(() => null)) ?? {};
  throw new BackendError(title ?? "Python could not be loaded", problems ?? ["Try again later."]);
}

/** @type {Backend["ask"]} */
async function ask(kind, { in_page: _, ...body }) {
  await check();
  return findAnswerWorker().run(kind, body);
}

/** @type {Backend["run"]} */
async function run(kind, { in_page: _, ...body }, onevent, signal) {
  rejectHeavy(kind, body);
  if (canSolveInPage(kind, body))
    return /** @type {Promise<any>} */ (solveInPage(body, ask, onevent, signal));
  await check();
  await jobs.acquire(onevent, signal);
  const worker = idle.pop() ?? new PythonWorker();
  onevent({ event: "progress", doing: "starting Python" });
  try {
    return await worker.run(kind, body, onevent, signal);
  } finally {
    if (signal?.aborted || worker.hasFailed) worker.end();
    else idle.push(worker);
    startIdleWorker();
    jobs.release();
  }
}

/**
 * Throw an error for jobs that need NumPy or hours.
 * @param {string} kind @param {RequestBody} body
 */
function rejectHeavy(kind, { shape = "3x3", heuristic }) {
  const [rows, cols] = shape.split("x").map(Number);
  const isLargeProof = kind === "prove" && rows * cols > MOST_CELLS_OF_PROOF;
  if (!isLargeProof && kind !== "explain") return;
  throw new BackendError("This needs slidelab on your computer", [
    isLargeProof
      ? "In the page, proofs go up to 3x3; on your own computer, larger boards are sampled: " +
        `pip install 'slidelab[web]', then slidelab prove ${heuristic} --shape ${shape}.`
      : "Explaining numbers tries thousands of searches, which is too slow in the page: " +
        "pip install 'slidelab[web]', then slidelab web or slidelab explain.",
  ]);
}

/** @type {Backend["stats"]} */
async function stats(chosen) {
  const trials = await allTrials();
  if (!trials.length) return { recording: true, trials: 0, rows: [], csv: "" };
  return ask("stats", { trials, chosen });
}

/** @type {Backend} */
export const pyodide = {
  hasServer: false,
  catalogue: async () => (await fetch(CATALOGUE)).json(),
  ask,
  run,
  stats,
  onloading: (listener) => void listeners.push(listener),
};

/** Load Python in the background, first for quick requests, then for a job. */
export function preload() {
  findAnswerWorker();
  listeners.push((words) => {
    if (!words) startIdleWorker();
  });
}
