// In place of `net/transport.js` where there is no server: requests go to Python in this page. The
// catalogue is a file, so that the page stands before Python is there.

import { Events, unlessAborted } from "../net/page-jobs.js";
import { findJob, prepare } from "./jobs.js";
import { handle, refuse, reply } from "./lab.js";
import { answer, HERE, loadingProgress, loadPython, PYTHON } from "./python.js";
import { suitsSolver } from "./solving.js";
import { allTrials, keepTrial } from "./trials.js";

const NEEDS_LAB =
  "This needs slidelab on your own computer: pip install 'slidelab[web]', then slidelab web.";

async function statistics(format, query) {
  const chosen = Object.fromEntries(query);
  const trials = await allTrials();
  if (!trials.length && !format) return reply({ recording: true, trials: 0, rows: [] });
  const { status, body } = await answer("stats", JSON.stringify({ trials, chosen }));
  const { csv, json, ...figures } = body;
  if (status !== 200 || !format) return reply(body.rows ? figures : body, status);
  return new Response(format === "csv" ? csv : json);
}

async function respond(path, method, text) {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const [, , kind, id] = pathname.split("/");
  if (kind === "catalogue") return fetch(new URL("catalogue.json", PYTHON));
  if (kind === "health") return reply({ ok: true, compiling: loadingProgress() });
  if (kind === "openapi.json") return refuse(501, "This needs the full lab", NEEDS_LAB);
  if (kind.startsWith("stats")) return statistics(kind.split(".")[1], searchParams);
  return handle(path, method, text, !id && suitsSolver(kind, JSON.parse(text)));
}

/**
 * The response to a request, as `fetch` has it.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export const send = (path, { method = "GET", body, signal } = {}) =>
  unlessAborted(respond(path, method, String(body ?? "{}")), signal);

/**
 * @param {string} path
 * @returns {any}
 */
export const listen = (path) => new Events(Promise.resolve(findJob(path.split("/")[3])));

export const HAS_SERVER = false;

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
document.addEventListener("trial", ({ detail }) => keepTrial(detail));
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
