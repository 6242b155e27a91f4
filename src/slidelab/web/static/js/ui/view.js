// The base class of the views. A module in views/ exports its view by default, and js/main.js lists it;
// the view is constructed with the catalogue when it is first opened, and then kept.

import { h } from "./dom.js";

/** @typedef {{step?: number | null, rows?: string[]}} LinkExtras */

export class View {
  /** @type {HTMLElement} What the page shows. Its classes are `view` and the name in js/main.js. */
  element = h("div");

  /**
   * Called whenever the view is shown.
   * @param {string} [_entry] the rest of the link, such as an entry of Help
   */
  open(_entry) {}

  /** Called when another view is shown. */
  close() {}

  /** Return what a link to the view has besides the problem. @returns {LinkExtras} */
  extras() {
    return {};
  }
}

/**
 * Return the heading of a view that has no bar with the problem.
 * @param {string} title @param {Child} words
 */
export const viewHead = (title, words) =>
  h("header.view-head", h("div", h("h1", title), h("p", words)));
