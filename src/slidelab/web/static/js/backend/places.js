// Places for jobs: the others wait in the order they came.

export class Places {
  /** @param {number} count */
  constructor(count) {
    this._free = count;
    /** @type {(() => void)[]} */
    this._waiting = [];
  }

  /**
   * Take a place once it is free, with an event if it is not; `leave` gives it back.
   * @param {(event: JobEvent) => void} onevent @param {AbortSignal} [signal]
   */
  async take(onevent, signal) {
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

  leave() {
    const next = this._waiting.shift();
    if (next) next();
    else this._free++;
  }
}
