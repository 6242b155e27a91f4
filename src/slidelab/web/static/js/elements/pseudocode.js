// The pseudo-code of a search, with the line of the current event highlighted.

import { EVENT_NAMES } from "../film/events.js";
import { h } from "../ui/dom.js";

export class Pseudocode {
  constructor() {
    this.element = h("ol.pseudocode", { tabindex: "0", "aria-label": "Pseudo-code" });
    /** @type {PseudocodeLine[]} */
    this._lines = [];
    /** @type {HTMLElement[]} */
    this._items = [];
    this._lit = -1;
  }

  /** @param {PseudocodeLine[]} lines */
  load(lines) {
    this._lines = lines;
    this._lit = -1;
    this._items = lines.map(({ text }) => {
      const item = h("li", h("code", text.trim().replaceAll("`", "") || " "));
      item.style.setProperty("--indent", `${(text.length - text.trimStart().length) / 4}`);
      return item;
    });
    this.element.replaceChildren(...this._items);
  }

  /** Highlight the line of a kind of event. @param {number} kind */
  light(kind) {
    const lit = this._lines.findIndex(({ events }) => events.includes(EVENT_NAMES[kind]));
    if (lit === this._lit) return;
    const before = this._items[this._lit];
    before?.classList.remove("lit");
    before?.removeAttribute("aria-current");
    this._lit = lit;
    if (lit < 0) return;
    this._items[lit].classList.add("lit");
    this._items[lit].setAttribute("aria-current", "step");
    this._reveal(this._items[lit]);
  }

  /** Scroll the list to an item, but not the page. @param {HTMLElement} item */
  _reveal(item) {
    const { element: list } = this;
    const top = item.offsetTop - list.offsetTop;
    const bottom = top + item.offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight)
      list.scrollTop = bottom - list.clientHeight;
  }
}
