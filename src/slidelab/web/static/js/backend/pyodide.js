// No server: Python runs in workers of this page. A job is stopped by ending its worker.

import { codeInUse } from "../own-code.js";
import { BackendError, resultOf } from "./error.js";
import { Mailbox } from "./mailbox.js";
import { Places } from "./places.js";
import { solveInPage, suitsSolver } from "./solving.js";
import { allTrials, keepTrial } from "./trials.js";

const FOLDER = new URL("python/", document.baseURI);
const CATALOGUE = new URL("catalogue.json", FOLDER);
const MOST_CELLS_OF_PROOF = 9; // larger boards are sampled, which needs NumPy
/** How many jobs run at once: each needs the memory of a Python of its own. */
const PLACES = Math.max(1, Math.min(2, (navigator.hardwareConcurrency ?? 2) - 1));

const places = new Places(PLACES);
/** @type {((words: string) => void)[]} */
const listeners = [];
let requests = 0;

const show = (words) => {
  for (const listener of listeners) listener(words);
};

class PythonWorker {
  constructor() {
    this.isLost = false;
    /** @type {Map<number, Mailbox>} */
    this._mailboxes = new Map();
    this._worker = new Worker(new URL("pyodide-worker.js", import.meta.url), { type: "module" });
    this._worker.onmessage = ({ data }) => {
      const { loading, ready, lost, number } = data;
      if (loading) show(`Loading Python: ${loading.done} of ${loading.total} MB…`);
      else if (ready) show("");
      else if (lost) this._lose(lost);
      else this._mailboxes.get(number)?.post(data);
    };
    this._worker.onerror = ({ message }) => this._lose(message || "it could not be loaded");
    this._worker.postMessage({ folder: FOLDER.href });
  }

  _lose(lost) {
    this.isLost = true;
    for (const mailbox of this._mailboxes.values()) mailbox.post({ lost });
  }

  /**
   * Send a request, with the visitor's own code, and yield its events.
   * @returns {AsyncGenerator<import("./types.js").JobEvent>}
   */
  async *run(kind, body, signal = null) {
    const number = ++requests;
    const mailbox = new Mailbox();
    this._mailboxes.set(number, mailbox);
    signal?.addEventListener("abort", () => mailbox.post({}));
    const code = JSON.stringify(codeInUse());
    this._worker.postMessage({ kind, body: JSON.stringify(body), code, number });
    try {
      for (;;) {
        for (const { event, lost } of await mailbox.take()) {
          signal?.throwIfAborted();
          if (lost) {
            const problems = [`${lost}. Start again; reload the page if it persists.`];
            throw new BackendError("Python was lost", problems);
          }
          if (event.event === "trial") await keepTrial(event.trial);
          else yield event;
        }
      }
    } finally {
      this._mailboxes.delete(number);
    }
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

/**
 * @param {string} kind
 * @param {any} request
 */
async function ask(kind, { in_page: _, ...body }) {
  await check();
  return resultOf(frontWorker().run(kind, body));
}

async function* run(kind, { in_page: _, ...body }, signal) {
  refuseHeavy(kind, body);
  if (suitsSolver(kind, body)) {
    yield* solveInPage(body, ask, signal);
    return;
  }
  await check();
  yield* places.news();
  await places.take(signal);
  const worker = idle.pop() ?? new PythonWorker();
  let isDone = false;
  try {
    yield { event: "progress", doing: "starting Python" };
    for await (const event of worker.run(kind, body, signal)) {
      isDone = event.event === "result" || event.event === "error";
      yield event;
    }
  } finally {
    if (isDone) idle.push(worker);
    else worker.end();
    prepare();
    places.leave();
  }
}

/**
 * Throw an error for jobs that need NumPy or hours.
 * @param {string} kind
 * @param {any} body
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

async function stats(chosen) {
  const trials = await allTrials();
  if (!trials.length) return { recording: true, trials: 0, rows: [], csv: "" };
  return ask("stats", { trials, chosen });
}

/** @type {import("./types.js").Backend} */
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
