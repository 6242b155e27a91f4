// Limit how many jobs run at once; the others wait in order.

export class Semaphore {
  /** @param {number} count */
  constructor(count) {
    this._free = count;
    /** @type {(() => void)[]} */
    this._waiting = [];
  }

  /**
   * Wait until a job may run, with an event if it has to wait; call `release` when it has ended.
   * @param {(event: JobEvent) => void} onevent @param {AbortSignal} [signal]
   */
  async acquire(onevent, signal) {
    if (this._free) {
      this._free--;
      return;
    }
    onevent({ event: "queued", position: this._waiting.length + 1 });
    await new Promise((resolve, reject) => {
      const enter = () => resolve(null);
      this._waiting.push(enter);
      signal?.addEventListener("abort", () => {
        const at = this._waiting.indexOf(enter);
        if (at < 0) return;
        this._waiting.splice(at, 1);
        reject(signal.reason);
      });
    });
  }

  release() {
    const next = this._waiting.shift();
    if (next) next();
    else this._free++;
  }
}
