// A search on the server, followed by server-sent events. Closing it frees the worker.

import { get, plainTitle, post, request } from "./client.js";
import { listen } from "./transport.js";

/** How long a page may take to be reloaded; for so long the search waits for it. */
const RELOAD_SECONDS = 5;
// A page that is left loses its connections, which says nothing about the search.
let leaving = false;
globalThis.addEventListener?.("beforeunload", () => (leaving = true));
globalThis.addEventListener?.("pageshow", () => (leaving = false));
/**
 * All that a report of progress may leave out.
 * @type {Progress}
 */
const NO_PROGRESS = { counters: {}, doing: "", fraction: null };
const EVENTS = ["queued", "progress", "improved", "paused", "result", "error"];

export class RemoteSearch extends EventTarget {
  /** Where `taken` it may be taken up again by a page that is reloaded. */
  constructor(path = "/api/searches", taken = false) {
    super();
    this._path = path;
    this._keep = taken ? RELOAD_SECONDS : 0;
    this.id = null;
  }

  /** Begins; fires queued, progress, improved, paused, result, failed (each with the data as `detail`). */
  async begin(body) {
    const { id, position } = await post(this._path, body);
    this.id = id;
    if (this._stopped) return this.stop(); // while it was being asked for
    this._fire("queued", { position });
    this._listen();
    return undefined;
  }

  /** Takes up a search that was begun before the page was reloaded. */
  follow(id) {
    this.id = id;
    this._listen();
  }

  _listen() {
    const source = listen(`/api/searches/${this.id}/events?keep=${this._keep}`);
    this._source = source;
    for (const name of EVENTS) {
      source.addEventListener(name, (event) => {
        // The browser reports lost connections under the same name, without data.
        if (event.data === undefined) return this._lost();
        const told = JSON.parse(event.data);
        const data = name === "progress" ? { ...NO_PROGRESS, ...told } : told;
        if (name === "result" || name === "error") this._end();
        this._fire(name === "error" ? "failed" : name, data);
      });
    }
  }

  _lost() {
    if (leaving) return;
    if (this._source?.readyState !== EventSource.CLOSED) {
      document.dispatchEvent(new CustomEvent("serverlost")); // the stream reconnects by itself
      return;
    }
    this._end();
    this._fire("failed", { title: "The connection was lost", detail: "The search was stopped." });
  }

  async continue(seconds) {
    await post(`/api/searches/${this.id}/continue`, { seconds });
  }

  async stop() {
    this._stopped = true;
    const { id } = this;
    this._end();
    if (id) await request("DELETE", `/api/searches/${id}`).catch(() => null);
  }

  _end() {
    this._source?.close();
    this._source = null;
    this.id = null;
  }

  _fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/**
 * Runs to the end and resolves with the result; `onqueued` hears its place in the queue,
 * `onprogress` counters on the way, and `onimproved` the result so far. `onbegun` hears the number
 * under which a page that is reloaded can take it up: as `id`.
 * @param {object} body
 * @param {{path?: string, id?: string, onbegun?: (id: string) => void,
 *   onqueued?: (queued: {position: number}) => void, onprogress?: (progress: Progress) => void,
 *   onimproved?: (best: any) => void, signal?: AbortSignal}} options
 * @returns {Promise<any>}
 */
export function runSearch(body, options = {}) {
  const { path, id, onbegun, onqueued, onprogress, onimproved, signal } = options;
  return new Promise((resolve, reject) => {
    const search = new RemoteSearch(path, Boolean(onbegun));
    search.addEventListener("queued", ({ detail }) => onqueued?.(detail));
    search.addEventListener("progress", ({ detail }) => onprogress?.(detail));
    search.addEventListener("improved", ({ detail }) => onimproved?.(detail.best));
    search.addEventListener("paused", ({ detail }) => {
      search.stop();
      resolve(detail);
    });
    search.addEventListener("result", ({ detail }) => resolve(detail));
    search.addEventListener("failed", ({ detail }) => reject(failure(detail)));
    signal?.addEventListener("abort", () => {
      search.stop();
      reject(new DOMException("stopped", "AbortError"));
    });
    if (id) search.follow(id);
    else search.begin(body).then(() => search.id && onbegun?.(search.id), reject);
  });
}

/** Films a search; `onprogress` hears how far it is. */
export async function makeFilm(body, options) {
  const { id } = await runSearch(body, { ...options, path: "/api/films" });
  return get(`/api/films/${id}`, options.signal);
}

export function failure(detail) {
  const problem = detail.problem ?? detail;
  const error = new Error(problem.detail ?? problem.title ?? String(problem));
  const title = plainTitle(problem.status, problem.title);
  return Object.assign(error, { title, problems: problem.problems });
}
