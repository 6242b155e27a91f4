// In place of `net/transport.js` where there is no server: requests go to Python in this page. The
// catalogue is a file, so that the page stands before Python is there.

import { parseShape } from "../puzzle/grid.js";
import { findJob, Job, prepare } from "./jobs.js";
import { hintByKernels, LATER, suitsKernels } from "./kernels.js";
import { answer, HERE, loadingProgress, loadPython } from "./python.js";
import { lookUpHint } from "./small-boards.js";
import { allTrials } from "./trials.js";

export const RUNS_CODE = true;

const NEEDS_LAB =
  "This needs slidelab on your own computer: pip install 'slidelab[web]', then slidelab web.";
const MOST_CELLS_OF_PROOF = 9; // larger boards are sampled, which needs NumPy
const AT_ONCE = ["check", "scramble", "rows"];

function needsLab(kind, text) {
  if (kind !== "proofs") return kind === "openapi.json";
  const { rows, cols } = parseShape(JSON.parse(text).shape ?? "3x3");
  return rows * cols > MOST_CELLS_OF_PROOF;
}

const reply = (body, status = 200) =>
  new Response(body === null ? null : JSON.stringify(body), { status });

const refuse = (status, title, detail) =>
  reply({ title, status, detail, problems: [detail] }, status);

async function ask(kind, text) {
  const { status, body } = await answer(kind, text);
  return reply(body, status);
}

/** Small boards need no Python, and 15-puzzles have kernels. */
async function hint(text) {
  const body = JSON.parse(text);
  const known = lookUpHint(body) ?? (await hintByKernels(body));
  if (known && known !== LATER) return reply(known);
  const { status, body: told } = await answer("hint", text);
  return reply(known === LATER ? { ...told, better_soon: true } : told, status);
}

async function statistics(format, query) {
  const chosen = Object.fromEntries(query);
  const { status, body } = await answer(
    "stats",
    JSON.stringify({ trials: await allTrials(), chosen }),
  );
  const { csv, json, ...figures } = body;
  if (status !== 200 || !format) return reply(body.rows ? figures : body, status);
  return new Response(format === "csv" ? csv : json);
}

function ofJob(job, kind, verb, method, text) {
  if (!job)
    return refuse(404, "This is not there any more", "There is no such search: it has ended.");
  if (kind === "films") {
    if (!job.film) return refuse(409, "Not yet", "There is no film of this yet.");
    const film = new Blob([job.film]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(film);
  }
  if (method === "DELETE") {
    job.stop();
    return reply(null, 204);
  }
  if (verb === "continue") job.proceed(JSON.parse(text).seconds ?? 10);
  return reply({ id: job.id, position: job.position }, 202);
}

async function handle(path, method, text) {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const [, , kind, id, verb] = pathname.split("/");
  if (kind === "catalogue") return fetch(new URL("catalogue.json", HERE));
  if (kind === "health") return reply({ ok: true, compiling: loadingProgress() });
  if (needsLab(kind, text)) return refuse(501, "This needs the full lab", NEEDS_LAB);
  if (kind.startsWith("stats")) return statistics(kind.split(".")[1], searchParams);
  if (id) return ofJob(findJob(id), kind, verb, method, text);
  if (kind === "hint") return hint(text);
  if (AT_ONCE.includes(kind)) return ask(kind, text);
  // Whether it can be done is told as an event: to know, Python must be there.
  const job = new Job(kind, text, await suitsKernels(kind, JSON.parse(text)));
  return reply({ id: job.id, position: job.position }, 202);
}

/**
 * The response to a request, as `fetch` has it.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export function send(path, { method = "GET", body, signal } = {}) {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException("stopped", "AbortError"));
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp);
    handle(path, method, String(body ?? "{}")).then(resolve, reject);
  });
}

/** What happens to a search, with as much of an EventSource as the page uses. */
class Events extends EventTarget {
  constructor(job) {
    super();
    /** @type {number} */
    this.readyState = EventSource.OPEN;
    this._job = job;
    this._tell = (event, data) => this.dispatchEvent(new MessageEvent(event, { data }));
    queueMicrotask(() => {
      if (job) job.follow(this._tell);
      else {
        this.close();
        this.dispatchEvent(new Event("error"));
      }
    });
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this._job?.leave(this._tell);
  }
}

/**
 * @param {string} path
 * @returns {any}
 */
export const listen = (path) => new Events(findJob(path.split("/")[3]));

export const HAS_TOKEN = false;

/** Files that the server would send are made here when they are asked for. */
async function download(event) {
  const link = event.target.closest?.('a[href^="/api/"]');
  if (!link) return;
  event.preventDefault();
  const file = await (await send(link.getAttribute("href"))).blob();
  const name = link.getAttribute("href").split("?")[0].split("/").at(-1);
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), {
    href: address,
    download: name.replace("stats", "slidelab-statistics"),
  }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

document.addEventListener("click", download, true);
addEventListener("load", () => {
  loadPython();
  // A second one for searches, when the first is there: the line and the processor are free then.
  const wait = setInterval(() => {
    if (loadingProgress()) return;
    clearInterval(wait);
    prepare();
    navigator.serviceWorker?.register(new URL("service-worker.js", HERE)).catch(() => null);
  }, 500);
});
