// No server: Python runs in workers of this page. A job is stopped by ending its worker.

import { codeInUse } from "../own-code.js";
import { BackendError } from "./error.js";
import { Places } from "./places.js";
import { solveInPage, suitsSolver } from "./solving.js";
import { allTrials, keepTrial } from "./trials.js";

const FOLDER = new URL("python/", document.baseURI);
const MOST_CELLS_OF_PROOF = 9; // larger boards are sampled, which needs NumPy
/** How many jobs run at once: each needs the memory of a Python of its own. */
const PLACES = Math.max(1, Math.min(2, (navigator.hardwareConcurrency ?? 2) - 1));

const places = new Places(PLACES);
/** @type {PythonWorker[]} Workers without a job, with Python loaded or on its way. */
const idle = [];
/** @type {((words: string) => void)[]} */
const showing = [];

class PythonWorker {
  constructor() {
    /** @type {(message: any) => void} */
    this.onmessage = () => {};
    this._worker = new Worker(new URL("pyodide-worker.js", import.meta.url), { type: "module" });
    this._worker.onmessage = ({ data }) => {
      const { loading, ready } = data;
      if (loading) show(`Loading Python: ${loading.done} of ${loading.total} MB…`);
      else if (ready) show("");
      else this.onmessage(data);
    };
    this._worker.onerror = ({ message }) =>
      this.onmessage({ lost: message || "it could not be loaded" });
    this.post({});
  }

  /** Each message has the visitor's own code, which may have changed. */
  post(message) {
    const code = JSON.stringify(codeInUse());
    this._worker.postMessage({ folder: FOLDER.href, code, ...message });
  }

  end() {
    this._worker.terminate();
  }
}

const show = (words) => {
  for (const each of showing) each(words);
};

const lost = (why) =>
  new BackendError("Python was lost", [`${why}. Start again; reload the page if it persists.`]);

/** Make sure that Python can be loaded; a server may not have it, and says how to get it. */
async function check() {
  const response = await fetch(new URL("site.json", FOLDER)).catch(() => null);
  if (response?.ok) return;
  const { title, problems } = (await response?.json().catch(() => null)) ?? {};
  throw new BackendError(title ?? "Python could not be loaded", problems ?? ["Try again later."]);
}

/** Start a worker ahead, so that the next job begins at once. */
export function prepare() {
  if (!idle.length) idle.push(new PythonWorker());
}

/** @type {PythonWorker | null} */
let front = null;
let numbers = 0;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
const asked = new Map();

function frontWorker() {
  if (front) return front;
  front = new PythonWorker();
  front.onmessage = ({ number, answer, lost: why }) => {
    if (why) {
      for (const { reject } of asked.values()) reject(lost(why));
      asked.clear();
      front?.end();
      front = null;
      return;
    }
    asked.get(number)?.resolve(answer);
    asked.delete(number);
  };
  return front;
}

/**
 * @param {string} kind
 * @param {any} request
 */
async function ask(kind, { in_page: _, ...body }) {
  await check();
  const number = ++numbers;
  const answer = await new Promise((resolve, reject) => {
    asked.set(number, { resolve, reject });
    frontWorker().post({ ask: kind, body: JSON.stringify(body), number });
  });
  if (answer.problems) throw new BackendError(answer.title, answer.problems, answer);
  return answer.result;
}

async function* run(kind, { in_page: _, ...body }, signal) {
  if (kind === "prove") refuseLarge(body);
  if (kind === "explain") refuseExplaining();
  if (suitsSolver(kind, body)) {
    yield* solveInPage(body, ask, signal);
    return;
  }
  await check();
  yield* places.wait(signal);
  try {
    yield* runInWorker(kind, body, signal);
  } finally {
    places.leave();
  }
}

async function* runInWorker(kind, body, signal) {
  const worker = idle.pop() ?? new PythonWorker();
  const messages = [];
  let wake = () => {};
  worker.onmessage = (message) => {
    messages.push(message);
    wake();
  };
  signal?.addEventListener("abort", () => wake());
  let isDone = false;
  try {
    yield { event: "progress", doing: "starting Python" };
    worker.post({ run: kind, body: JSON.stringify(body) });
    while (!isDone) {
      if (!messages.length)
        await new Promise((resolve) => {
          wake = () => resolve(null);
        });
      signal?.throwIfAborted();
      const { event, lost: why } = messages.shift() ?? {};
      if (why) throw lost(why);
      if (event?.event === "trial") await keepTrial(event.trial);
      else if (event) {
        isDone = event.event === "result" || event.event === "error";
        if (isDone) idle.push(worker);
        yield event;
      }
    }
  } finally {
    if (!isDone) worker.end();
    prepare();
  }
}

/** @param {any} body */
function refuseLarge({ shape = "3x3", heuristic }) {
  const [rows, cols] = shape.split("x").map(Number);
  if (rows * cols <= MOST_CELLS_OF_PROOF) return;
  throw new BackendError("This needs slidelab on your computer", [
    "In the page, proofs go up to 3x3; on your own computer, larger boards are sampled: " +
      `pip install 'slidelab[web]', then slidelab prove ${heuristic} --shape ${shape}.`,
  ]);
}

function refuseExplaining() {
  throw new BackendError("This needs slidelab on your computer", [
    "Explaining numbers tries thousands of searches, which is too slow in the page: " +
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
  catalogue: async () => (await fetch(new URL("catalogue.json", FOLDER))).json(),
  ask,
  run,
  stats,
  onloading: (each) => void showing.push(each),
};

/** Load Python behind the page, first for answers, then for a job. */
export function loadAhead() {
  frontWorker();
  showing.push((words) => {
    if (!words) prepare();
  });
}
