// What every view is to the page. The default export of a view's module makes one of the catalogue.

/** @typedef {{step?: number, rows?: string[]}} LinkExtras */

export class View {
  /** @type {HTMLElement} */
  element;

  /**
   * It comes into sight. Called each time, the first time too.
   * @param {string} [_entry] what of it a link names
   */
  open(_entry) {}

  /** Another view takes its place. */
  close() {}

  /**
   * What a link to it carries besides the problem.
   * @returns {LinkExtras}
   */
  extras() {
    return {};
  }
}
