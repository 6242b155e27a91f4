// Jobs and answers of the chosen backend, as the views ask for them.

import { keepOffering } from "../own-code.js";
import { backend } from "./chosen.js";
import { BackendError } from "./error.js";

/** @type {Promise<Catalogue> | null} */
let catalogue = null;

/**
 * Return what the lab can do; fetched once, and again after a failure.
 * @returns {Promise<Catalogue>}
 */
export function fetchCatalogue() {
  catalogue ??= backend.catalogue().then(keepOffering, (error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

/**
 * Run a job and return its result; throws BackendError, or an AbortError once it is stopped.
 * @param {string} kind
 * @param {object} body
 * @param {{onqueued?: (event: any) => void, onprogress?: (event: any) => void,
 *   onimproved?: (best: any) => void, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function runJob(kind, body, { onqueued, onprogress, onimproved, signal } = {}) {
  for await (const event of backend.run(kind, body, signal)) {
    signal?.throwIfAborted();
    if (event.event === "queued") onqueued?.(event);
    else if (event.event === "progress")
      onprogress?.({ counters: {}, doing: "", fraction: null, ...event });
    else if (event.event === "improved") {
      if (event.counters) onprogress?.({ doing: "", fraction: null, ...event });
      onimproved?.(event.best);
    } else if (event.event === "result") return event.result;
    else throw new BackendError(event.title, event.problems, { cells: event.cells });
  }
  signal?.throwIfAborted();
  throw new BackendError("The connection was lost", ["The search was stopped. Start it again."]);
}
