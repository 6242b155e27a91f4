// What all views have in common. The default export of a view's module is constructed with the
// catalogue.

import { h } from "./dom.js";

/** @typedef {{step?: number | null, rows?: string[]}} LinkExtras */

export class View {
  /** @type {HTMLElement} What the page shows; each view makes its own. */
  element = h("div");

  /**
   * It comes into sight. Called each time, the first time too.
   * @param {string} [_entry] what of it a link names
   */
  open(_entry) {}

  /** Another view takes its place. */
  close() {}

  /** What a link to it carries besides the problem. @returns {LinkExtras} */
  extras() {
    return {};
  }
}

/**
 * The heading of a view without the bar that shows the problem.
 * @param {string} title @param {Child} words
 */
export const viewHead = (title, words) =>
  h("header.view-head", h("div", h("h1", title), h("p", words)));
