// How requests travel: to the server that the page came from, and those that use somebody's own code
// to Python in this page, which is loaded for the first of them. `slidelab site` writes another module
// in this place, which sends all of them there (`site/transport.js`). Nothing else does.

import { filesUsed } from "../own-code.js";
import { Events, pageJobIn, unlessAborted } from "./page-jobs.js";

/** Whether a request is for the page, because it uses what a visitor typed or is compared with it. */
function isForPage(path, body = "{}") {
  const asked = JSON.parse(body);
  return path === "/api/code" || pageJobIn(path) || asked.in_page || filesUsed(asked).length > 0;
}

async function handle(path, method = "GET", body = "{}") {
  // The server says so where it has no Python for browsers.
  const facts = await fetch("python/site.json");
  if (!facts.ok) return facts;
  const lab = await import("../site/lab.js");
  const response = await lab.handle(path, method, body);
  return path === "/api/rows" && response.ok ? allInPage(await response.json()) : response;
}

/** Rows whose searches all run in the page, so that their times can be compared. */
function allInPage({ rows }) {
  const inPage = (search) => ({ ...search, in_page: true });
  return Response.json({
    rows: rows.map((row) => ({ ...row, searches: row.searches.map(inPage) })),
  });
}

/**
 * The response to a request, as `fetch` has it.
 * @param {string} path
 * @param {{method?: string, body?: string, headers?: any, signal?: AbortSignal,
 *   cache?: RequestCache}} [options]
 * @returns {Promise<Response>}
 */
export const send = (path, options = {}) =>
  isForPage(path, options.body)
    ? unlessAborted(handle(path, options.method, options.body), options.signal)
    : fetch(path, options);

/**
 * What happens to a search, as an EventSource has it.
 * @param {string} path
 * @returns {any}
 */
export function listen(path) {
  const id = pageJobIn(path);
  if (!id) return new EventSource(path);
  return new Events(import("../site/jobs.js").then(({ findJob }) => findJob(id)));
}

/** Whether there is a server: it may ask for an access token, and has the trials of its machine. */
export const HAS_SERVER = true;
