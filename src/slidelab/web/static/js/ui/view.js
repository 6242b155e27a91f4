// What every view is to the page. The default export of a view's module makes one of the catalogue.

import { h } from "./dom.js";

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

/** The heading of a view that has no use for the bar with the problem. */
export const viewHead = (title, words) =>
  h("header.view-head", h("div", h("h1", title), h("p", words)));
