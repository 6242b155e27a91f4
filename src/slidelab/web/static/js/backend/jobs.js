// Jobs and answers of the chosen backend, as the views ask for them.

import { keepOffering } from "../own-code.js";
import { backend } from "./chosen.js";

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
  const tell = (event) => {
    if (signal?.aborted) return;
    if (event.event === "queued") onqueued?.(event);
    else if (event.event === "progress" || event.counters)
      onprogress?.({ counters: {}, doing: "", fraction: null, ...event });
    if (event.event === "improved") onimproved?.(event.best);
  };
  const result = await backend.run(kind, body, tell, signal);
  signal?.throwIfAborted();
  return result;
}
