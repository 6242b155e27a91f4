// No server: Python runs in workers of this page. A job is stopped by ending its worker.

import { codeInUse } from "../own-code.js";
import { BackendError } from "./error.js";
import { Places } from "./places.js";
import { solveInPage, suitsSolver } from "./solving.js";
import { allTrials, keepTrial } from "./trials.js";

const FOLDER = "python/";
const CATALOGUE = `${FOLDER}catalogue.json`;
const MOST_CELLS_OF_PROOF = 9; // larger boards are sampled, which needs NumPy
/** How many jobs run at once: each needs the memory of a Python of its own. */
const PLACES = Math.max(1, Math.min(2, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

const places = new Places(PLACES);
/** @type {((words: string) => void)[]} */
const listeners = [];
let requests = 0;

const show = (/** @type {string} */ words) => {
  for (const listener of listeners) listener(words);
};

/** @typedef {Message | {event: "trial", trial: Trial}} WorkerMessage */

class PythonWorker {
  constructor() {
    this.isLost = false;
    /** @type {Map<number, {hear: (event: WorkerMessage) => void, fail: (error: Error) => void}>} */
    this._jobs = new Map();
    this._worker = new Worker(new URL("pyodide-worker.js", import.meta.url), { type: "module" });
    this._worker.onmessage = ({ data }) => {
      const { loading, ready, lost, number, event } = data;
      if (loading) show(`Loading Python: ${loading.done} of ${loading.total} MB…`);
      else if (ready) show("");
      else if (lost) this._lose(lost);
      else this._jobs.get(number)?.hear(event);
    };
    this._worker.onerror = ({ message }) => this._lose(message || "it could not be loaded");
    this._worker.postMessage({ folder: new URL(FOLDER, document.baseURI).href });
  }

  /** @param {string} lost */
  _lose(lost) {
    this.isLost = true;
    const problems = [`${lost}. Start again; reload the page if it persists.`];
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
      let kept = Promise.resolve();
      const hear = (/** @type {WorkerMessage} */ event) => {
        if (event.event === "trial") kept = keepTrial(event.trial);
        else if (event.event === "result") kept.then(() => done(event.result));
        else if (event.event === "error") fail(new BackendError(event.title, event.problems));
        else onevent(event);
      };
      this._jobs.set(number, { hear, fail });
      signal?.addEventListener("abort", () => fail(signal.reason));
    });
    const code = JSON.stringify(codeInUse());
    this._worker.postMessage({ kind, body: JSON.stringify(body), code, number });
    return job.finally(() => this._jobs.delete(number));
  }

  end() {
    this._worker.terminate();
  }
}

/** @type {PythonWorker[]} Workers without a job. */
const idle = [];

/** Start a worker ahead, so that the next job begins at once. */
function prepare() {
  if (!idle.length) idle.push(new PythonWorker());
}

/** @type {PythonWorker | null} The worker for answers. */
let front = null;

function frontWorker() {
  if (!front || front.isLost) front = new PythonWorker();
  return front;
}

let isAvailable = false;

/** Make sure that Python can be loaded; a server may not have it, and says how to get it. */
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
  return frontWorker().run(kind, body);
}

/** @type {Backend["run"]} */
async function run(kind, { in_page: _, ...body }, onevent, signal) {
  refuseHeavy(kind, body);
  if (suitsSolver(kind, body))
    return /** @type {Promise<any>} */ (solveInPage(body, ask, onevent, signal));
  await check();
  await places.take(onevent, signal);
  const worker = idle.pop() ?? new PythonWorker();
  onevent({ event: "progress", doing: "starting Python" });
  try {
    return await worker.run(kind, body, onevent, signal);
  } finally {
    if (signal?.aborted || worker.isLost) worker.end();
    else idle.push(worker);
    prepare();
    places.leave();
  }
}

/**
 * Throw an error for jobs that need NumPy or hours.
 * @param {string} kind @param {RequestBody} body
 */
function refuseHeavy(kind, { shape = "3x3", heuristic }) {
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

/** Load Python behind the page, first for answers, then for a job. */
export function loadAhead() {
  frontWorker();
  listeners.push((words) => {
    if (!words) prepare();
  });
}
