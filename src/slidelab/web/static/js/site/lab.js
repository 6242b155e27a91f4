// Requests that Python in this page answers: those of a page without a server, and with a server
// those that use somebody's own code, which no server runs.

import { parseShape } from "../puzzle/grid.js";
import { findJob, Job } from "./jobs.js";
import { answer } from "./python.js";

const MOST_CELLS_OF_PROOF = 9; // larger boards are sampled, which needs NumPy
const AT_ONCE = ["check", "scramble", "rows"];

export const reply = (body, status = 200) =>
  new Response(body === null ? null : JSON.stringify(body), { status });

export const refuse = (status, title, detail) =>
  reply({ title, status, detail, problems: [detail] }, status);

async function ask(kind, text) {
  const { status, body } = await answer(kind, text);
  return reply(body, status);
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

function refuseLarge(text) {
  const { shape = "3x3", heuristic } = JSON.parse(text);
  const { rows, cols } = parseShape(shape);
  if (rows * cols <= MOST_CELLS_OF_PROOF) return null;
  const command = heuristic ? `slidelab prove ${heuristic} --shape ${shape}` : "slidelab web";
  const detail =
    "In the page, proofs go up to 3x3; on your own computer, larger boards are sampled: " +
    `pip install 'slidelab[web]', then ${command}.`;
  return refuse(501, "This needs the full lab", detail);
}

/**
 * @param {string} path
 * @param {string} method
 * @param {string} text the body
 * @param {boolean} [bySolver] whether the page's solver does it, and not Python
 * @returns {Promise<Response>}
 */
export async function handle(path, method, text, bySolver = false) {
  const [, , kind, id, verb] = path.split("?")[0].split("/");
  if (id) return ofJob(findJob(id), kind, verb, method, text);
  if (AT_ONCE.includes(kind)) return ask(kind, text);
  const large = kind === "proofs" && refuseLarge(text);
  if (large) return large;
  // Whether it can be done is told as an event: to know, Python must be there.
  const job = new Job(kind, text, bySolver);
  return reply({ id: job.id, position: job.position }, 202);
}
