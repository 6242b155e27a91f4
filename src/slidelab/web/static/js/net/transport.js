// How requests travel: to the server that the page came from. `slidelab site` writes another module
// in this place, which sends them to Python in the page (`site/transport.js`). Nothing else does.

/** Whether code that is typed on the page may run, which it does in the page alone. */
export const RUNS_CODE = false;

/**
 * The response to a request, as `fetch` has it.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
export const send = (path, options) => fetch(path, options);

/**
 * What happens to a search, as an EventSource has it.
 * @param {string} path
 * @returns {EventSource}
 */
export const listen = (path) => new EventSource(path);

/** Whether the server lets in only those who know its access token. */
export const HAS_TOKEN = true;
