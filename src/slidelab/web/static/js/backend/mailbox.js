// Values that one side posts and the other waits for.

export class Mailbox {
  constructor() {
    /** @type {any[]} */
    this._values = [];
    this._wake = () => {};
  }

  post(value) {
    this._values.push(value);
    this._wake();
  }

  /** Wait until there are values, and return all of them. */
  async take() {
    if (!this._values.length)
      await new Promise((resolve) => {
        this._wake = () => resolve(null);
      });
    return this._values.splice(0);
  }
}
