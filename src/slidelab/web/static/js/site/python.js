// Workers of the page in which slidelab's Python runs, and how far the first one is with loading.

import { codeInUse } from "../own-code.js";

/** The folder of the page. */
export const HERE = new URL("../../../", import.meta.url);
/** Where Python and what it needs is. */
export const PYTHON = new URL("python/", HERE);

/** What Python must be fetched for the first time: to be shown while one waits. */
const loading = { done: 0, total: 0 };
let loaded = false;

/** How far loading is, or null where Python is there. */
export const loadingProgress = () =>
  loaded ? null : { doing: "Loading Python", unit: " MB", ...loading };

/** A worker: it hears `say`, and `hear` is called with each of its messages. */
export class PythonWorker {
  constructor() {
    /** @type {(message: any) => void} */
    this.hear = () => {};
    this._worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this._worker.onmessage = ({ data }) => {
      if (data.loading) Object.assign(loading, data.loading);
      else if (data.ready) loaded = true;
      else this.hear(data);
    };
    this._worker.onerror = (event) =>
      this.hear({ lost: event.message || "it could not be loaded" });
  }

  /** Each message brings the code of one's own that is in use: it may have changed. */
  say(message) {
    this._worker.postMessage({ ...message, code: JSON.stringify(codeInUse()) });
  }

  end() {
    this._worker.terminate();
  }
}

let front = null;
let numbers = 0;
const asked = new Map();

/** The worker that answers at once; on a site it starts with the page. */
function frontWorker() {
  if (front) return front;
  front = new PythonWorker();
  front.hear = ({ number, text, lost }) => {
    if (lost) {
      for (const { reject } of asked.values()) reject(new TypeError(lost));
      asked.clear();
      front.end();
      front = null;
      return;
    }
    asked.get(number)?.resolve(JSON.parse(text));
    asked.delete(number);
  };
  return front;
}

/** Has Python loaded behind the page. */
export const loadPython = () => void frontWorker();

/**
 * What Python answers at once: a status and a body.
 * @param {string} kind
 * @param {string} text
 * @returns {Promise<{status: number, body: any}>}
 */
export const answer = (kind, text) =>
  new Promise((resolve, reject) => {
    asked.set(++numbers, { resolve, reject });
    frontWorker().say({ answer: kind, text, number: numbers });
  });
