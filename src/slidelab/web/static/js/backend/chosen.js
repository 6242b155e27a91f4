// The backend of this page: its server, except for a visitor's own code, which no server runs.
// `slidelab site` puts `site.js` in its place.

import { filesUsed } from "../own-code.js";
import { http } from "./http.js";
import { pyodide } from "./pyodide.js";

/**
 * Whether a request uses what a visitor typed, or is compared with one that does.
 * @param {string} kind @param {RequestBody} body
 */
const isForPage = (kind, body) => kind === "code" || body.in_page || filesUsed(body).length > 0;

/** @type {Backend} */
export const backend = {
  ...http,
  async ask(kind, body) {
    if (!isForPage(kind, body)) return http.ask(kind, body);
    const found = await pyodide.ask(kind, body);
    if (kind === "rows") runInPage(/** @type {Answers["rows"]} */ (found));
    return found;
  },
  run(kind, body, onevent, signal) {
    return (isForPage(kind, body) ? pyodide : http).run(kind, body, onevent, signal);
  },
};

/**
 * Let all searches run in one place, so that their times can be compared.
 * @param {Answers["rows"]} answer
 */
function runInPage({ rows }) {
  for (const search of rows.flatMap(({ searches }) => searches)) search.in_page = true;
}
