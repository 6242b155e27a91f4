// The backend of this page: its server, except for a visitor's own code, which no server runs.
// `slidelab site` writes another module in this place.

import { filesUsed } from "../own-code.js";
import { http } from "./http.js";

const inPage = async () => (await import("./pyodide.js")).pyodide;

/** Whether a request uses what a visitor typed, or is compared with one that does. */
const isForPage = (kind, body) => kind === "code" || body.in_page || filesUsed(body).length > 0;

/** @type {import("./types.js").Backend} */
export const backend = {
  ...http,
  async ask(kind, body) {
    if (!isForPage(kind, body)) return http.ask(kind, body);
    const found = await (await inPage()).ask(kind, body);
    return kind === "rows" ? allInPage(found) : found;
  },
  async run(kind, body, onevent, signal) {
    return (isForPage(kind, body) ? await inPage() : http).run(kind, body, onevent, signal);
  },
};

/** Let all searches run in one place, so that their times can be compared. */
const allInPage = ({ rows }) => ({
  rows: rows.map((row) => ({
    ...row,
    searches: row.searches.map((search) => ({ ...search, in_page: true })),
  })),
});
