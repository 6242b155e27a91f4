// Jobs of the page: each waits for a place, is done by a worker, and tells of itself by events. To
// stop one that cannot hear, its worker is ended and a fresh one takes its place.

import { MARK } from "../net/page-jobs.js";
import { Store } from "../storage.js";
import { PythonWorker } from "./python.js";
import { SolverSearch } from "./solving.js";

/** How many run at once: each place takes the memory of a Python of its own. */
const PLACES = Math.max(1, Math.min(2, (navigator.hardwareConcurrency ?? 2) - 1));
const MILLISECONDS_TO_STOP = 500;
const MILLISECONDS_UNHEARD = 400;
const MILLISECONDS_KEPT = 60_000;
const NOTHING_YET = { doing: "starting Python", fraction: null, counters: {} };
const BEGUN_AGAIN = { ...NOTHING_YET, doing: "beginning again: the page was reloaded" };
/** Where a page that is reloaded finds what it had asked for. */
const kept = new Store("site.jobs", {});

/** @type {Map<string, Job>} */
const jobs = new Map();
/** @type {Job[]} */
const queue = [];
/** @type {PythonWorker[]} */
const idle = [];
let running = 0;

function keep(id, request) {
  const { [id]: _, ...others } = kept.value;
  kept.set(request ? { ...others, [id]: request } : others);
}

export class Job {
  /**
   * @param {string} kind as in the addresses of the server
   * @param {string} text the request's body
   * @param {boolean} [bySolver] whether the page's solver does it, and not Python
   * @param {string} [id] that of a job which is begun again
   */
  constructor(kind, text, bySolver = false, id = undefined) {
    this.id = id ?? `${MARK}${crypto.getRandomValues(new Uint32Array(3)).join("-")}`;
    this.done = false;
    this.film = null;
    /** @type {Set<(event: string, data: string) => void>} */
    this.listeners = new Set();
    this._log = [];
    this._counters = {};
    /** @type {any} */
    this._message = { begin: kind, text };
    this._first = id ? BEGUN_AGAIN : NOTHING_YET;
    jobs.set(this.id, this);
    this._bySolver = bySolver;
    keep(this.id, { kind, text, bySolver });
    queue.push(this);
    admit();
  }

  get position() {
    return queue.indexOf(this) + 1;
  }

  /** Calls `listener` with every event, those before included. */
  follow(listener) {
    for (const [event, data] of this._log) listener(event, data);
    this.listeners.add(listener);
  }

  /** A job that nobody listens to is given up. */
  leave(listener) {
    this.listeners.delete(listener);
    setTimeout(() => this.listeners.size || this.stop(), MILLISECONDS_UNHEARD);
  }

  start() {
    running++;
    this._runs = true;
    this._worker ??= this._bySolver ? new SolverSearch() : (idle.pop() ?? new PythonWorker());
    this._worker.hear = (message) => this._hear(message);
    this.publish("queued", JSON.stringify({ position: 0 }));
    if (this._message.begin) this.publish("progress", JSON.stringify(this._first));
    this._worker.say(this._message);
  }

  /** Goes on after a pause. */
  proceed(seconds) {
    this._message = { proceed: seconds, used: this._counters.seconds ?? 0 };
    queue.unshift(this);
    admit();
  }

  stop() {
    if (this.done) return;
    if (this.position) queue.splice(this.position - 1, 1);
    if (this._runs && !this._stopping) {
      this._stopping = true;
      this._worker.say({ stop: true });
      setTimeout(() => this.stop(), MILLISECONDS_TO_STOP); // it may be unable to hear
      return;
    }
    const result = { ...this._counters, status: "cancelled", cost: null, moves: null };
    this._finish("result", JSON.stringify(result), false);
  }

  publish(event, data) {
    this._log = [...this._log.filter(([name]) => name !== event), [event, data]];
    for (const listener of this.listeners) listener(event, data);
  }

  _hear({ event, data, film, lost }) {
    if (film) {
      this.film = film;
      this._finish("result", JSON.stringify({ status: "done", id: this.id }), true);
    } else if (lost && this._bySolver) {
      // Such as weights that were not fetched before the network was cut: Python needs none.
      this._bySolver = false;
      this._worker.end();
      this._worker = null;
      this._makeRoom();
      queue.unshift(this);
      admit();
    } else if (lost) {
      const detail = `Python was lost: ${lost}. Start the search again.`;
      const problem = { title: "The search was lost", status: 503, detail, problems: [detail] };
      this._finish("error", JSON.stringify({ problem }), false);
    } else if (event === "trial")
      document.dispatchEvent(new CustomEvent("trial", { detail: JSON.parse(data) }));
    else if (event === "result" || event === "error") this._finish(event, data, true);
    else {
      this._counters = JSON.parse(data).counters ?? this._counters;
      this.publish(event, data);
      if (event === "paused") this._makeRoom();
    }
  }

  _finish(event, data, reusable) {
    if (this.done) return;
    this.done = true;
    keep(this.id, null);
    if (this._worker instanceof PythonWorker && reusable && idle.length < PLACES)
      idle.push(this._worker);
    else {
      this._worker?.end();
      prepare();
    }
    this._worker = null;
    this._makeRoom();
    this.publish(event, data);
    setTimeout(() => jobs.delete(this.id), MILLISECONDS_KEPT);
  }

  _makeRoom() {
    if (this._runs) running--;
    this._runs = false;
    admit();
  }
}

function admit() {
  while (queue.length && running < PLACES) queue.shift().start();
  for (const job of queue) job.publish("queued", JSON.stringify({ position: job.position }));
}

/** Has one worker ready, so that the next job starts at once. */
export function prepare() {
  if (!idle.length && running < PLACES) idle.push(new PythonWorker());
}

/** The job of an id; one that the page had before it was reloaded begins again. */
export function findJob(id) {
  const before = kept.value[id];
  if (!jobs.has(id) && before) return new Job(before.kind, before.text, before.bySolver, id);
  return jobs.get(id);
}
