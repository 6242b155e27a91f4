// What the page needs of the place where slidelab's Python runs.

/**
 * `queued` (position), `progress` (counters, doing, fraction …) or `improved` (best, counters).
 * @typedef {{event: string, [data: string]: any}} JobEvent
 */

/**
 * @typedef {object} Backend
 * @property {boolean} hasServer
 * @property {() => Promise<any>} catalogue what can be chosen, in words
 * @property {(kind: string, body: any) => Promise<any>} ask an answer at once
 * @property {(kind: string, body: any, onevent: (event: JobEvent) => void, signal?: AbortSignal) =>
 *   Promise<any>} run a job and return its result; throws BackendError, and aborting ends it
 * @property {(chosen: Record<string, string>) => Promise<any>} stats averages of recorded searches
 * @property {(show: (words: string) => void) => void} onloading shows how far Python is with loading
 */

export {};
