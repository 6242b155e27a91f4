// Places for jobs: the others wait in the order they came.

export class Places {
  /** @param {number} count */
  constructor(count) {
    this._free = count;
    /** @type {(() => void)[]} */
    this._waiting = [];
  }

  /**
   * Wait for a place; yields a `queued` event if none is free. `leave` gives it back.
   * @param {AbortSignal} [signal]
   */
  async *wait(signal) {
    if (this._free > 0) {
      this._free--;
      return;
    }
    yield { event: "queued", position: this._waiting.length + 1 };
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
    yield { event: "queued", position: 0 };
  }

  leave() {
    const next = this._waiting.shift();
    if (next) next();
    else this._free++;
  }
}
