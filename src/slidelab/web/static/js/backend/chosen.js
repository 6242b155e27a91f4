// The backend of the page: the server, but Python in the page for a visitor's own code, which the
// server never runs. `slidelab site` replaces this file by site.js.

import { filesUsed } from "../own-code.js";
import { http } from "./http.js";
import { pyodide } from "./pyodide.js";

/**
 * Return whether a request uses a visitor's own code, or is compared with one that does.
 * @param {string} kind @param {RequestBody} body
 */
const runsInPage = (kind, body) => kind === "code" || body.in_page || filesUsed(body).length > 0;

/** @type {Backend} */
export const backend = {
  ...http,
  async ask(kind, body) {
    if (!runsInPage(kind, body)) return http.ask(kind, body);
    const found = await pyodide.ask(kind, body);
    if (kind === "rows") moveToPage(/** @type {Answers["rows"]} */ (found));
    return found;
  },
  run(kind, body, onevent, signal) {
    return (runsInPage(kind, body) ? pyodide : http).run(kind, body, onevent, signal);
  },
};

/**
 * Run all searches of a comparison in the page, so that their times can be compared.
 * @param {Answers["rows"]} answer
 */
function moveToPage({ rows }) {
  for (const search of rows.flatMap(({ searches }) => searches)) search.in_page = true;
}
