// Jobs that are done in the page: how they are told from those of a server, and followed.

/** How their numbers begin. */
export const MARK = "page-";

/** The number in an address, where a job of the page has it. */
export const pageJobIn = (path) =>
  path
    .split("?")[0]
    .split("/")
    .find((part) => part.startsWith(MARK));

/** What happens to a job, with as much of an EventSource as the page uses. */
export class Events extends EventTarget {
  /** @param {Promise<any>} finding the job */
  constructor(finding) {
    super();
    /** @type {number} */
    this.readyState = EventSource.OPEN;
    this._tell = (event, data) => this.dispatchEvent(new MessageEvent(event, { data }));
    finding.then((job) => {
      if (this.readyState === EventSource.CLOSED) return;
      this._job = job;
      if (job) job.follow(this._tell);
      else {
        this.close();
        this.dispatchEvent(new Event("error"));
      }
    });
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this._job?.leave(this._tell);
  }
}

/**
 * Has a request give up when its signal says so.
 * @param {Promise<Response>} handling
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
export const unlessAborted = (handling, signal) =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException("stopped", "AbortError"));
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp);
    handling.then(resolve, reject);
  });
