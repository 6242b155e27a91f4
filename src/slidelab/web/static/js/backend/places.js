// Places for jobs: the others wait in the order they came.

export class Places {
  /** @param {number} count */
  constructor(count) {
    this._free = count;
    /** @type {(() => void)[]} */
    this._waiting = [];
  }

  /** Yield a `queued` event if no place is free. */
  *news() {
    if (!this._free) yield { event: "queued", position: this._waiting.length + 1 };
  }

  /**
   * Take a place once it is free; `leave` gives it back.
   * @param {AbortSignal} [signal]
   */
  async take(signal) {
    if (this._free) {
      this._free--;
      return;
    }
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

  leave() {
    const next = this._waiting.shift();
    if (next) next();
    else this._free++;
  }
}
