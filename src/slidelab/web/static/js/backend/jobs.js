// Run jobs and fetch the catalogue for the views, from the chosen backend.

import { addOwnCode } from "../own-code.js";
import { backend } from "./chosen.js";

/** @type {Promise<Catalogue> | null} */
let catalogue = null;

/**
 * Return the catalogue: what can be chosen. It is fetched once.
 * @returns {Promise<Catalogue>}
 */
export function fetchCatalogue() {
  catalogue ??= backend.catalogue().then(addOwnCode, (error) => {
    catalogue = null;
    throw error;
  });
  return catalogue;
}

/**
 * Run a job and return its result; throws BackendError, or an AbortError once it is stopped.
 * @template {keyof Results} Kind
 * @param {Kind} kind
 * @param {RequestBody} body
 * @param {{onprogress?: (progress: Progress) => void, onimproved?: (best: Results[Kind]) => void,
 *   signal?: AbortSignal}} [options]
 */
export async function runJob(kind, body, { onprogress, onimproved, signal } = {}) {
  const report = (/** @type {JobEvent} */ event) => {
    if (signal?.aborted) return;
    const blank = { counters: {}, doing: "", fraction: null };
    if (event.event === "queued") {
      const doing = event.position ? `waiting, number ${event.position} in the queue` : "";
      onprogress?.({ ...blank, doing });
    } else if (event.event === "progress" || event.counters) onprogress?.({ ...blank, ...event });
    if (event.event === "improved") onimproved?.(/** @type {Results[Kind]} */ (event.best));
  };
  const result = await backend.run(kind, body, report, signal);
  signal?.throwIfAborted();
  return result;
}
