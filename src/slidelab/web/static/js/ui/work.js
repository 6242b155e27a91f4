// Work that buttons start, with a button that stops it.

import { h } from "./dom.js";
import { problemBox } from "./notice.js";

export class Work {
  /** @param {HTMLButtonElement[]} begin buttons to disable meanwhile */
  constructor(...begin) {
    this._begin = begin;
    /** @type {AbortController | null} */
    this._abort = null;
    this.stop = h("button", { onclick: () => this._abort?.abort() }, "Stop");
    this._busy(false);
  }

  /**
   * Start work, after stopping the work before it.
   * @param {(signal: AbortSignal) => Promise<void>} work
   * @param {(words: HTMLElement) => void} onfail shows the error
   */
  async run(work, onfail) {
    this._abort?.abort();
    const abort = new AbortController();
    this._abort = abort;
    this._busy(true);
    try {
      await work(abort.signal);
    } catch (error) {
      if (this._abort !== abort) return;
      onfail(
        /** @type {Error} */ (error).name === "AbortError"
          ? h("p.ask", "Stopped.")
          : problemBox(error),
      );
    }
    if (this._abort === abort) this._busy(false);
  }

  /** @param {boolean} busy */
  _busy(busy) {
    for (const button of this._begin) button.disabled = busy;
    this.stop.disabled = !busy;
  }
}
