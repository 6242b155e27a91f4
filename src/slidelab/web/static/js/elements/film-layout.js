// How a person arranges the panes of a film: how wide, how high, which are folded, and on a phone
// which one is shown. It stays so in this browser.

import { BROWSER, Store } from "../storage.js";
import { h } from "../ui/dom.js";

const panes = new Store("film-panes", { sizes: {}, folded: [] }, BROWSER);
const STEP = 24; // pixels that an arrow key moves a border

export class FilmLayout {
  constructor(film) {
    this._film = film;
    this._kept = structuredClone(panes.value);
    for (const [name, value] of Object.entries(this._kept.sizes)) this._size(name, value);
    for (const pane of film.querySelectorAll(".pane[data-pane]")) this._makeFoldable(pane);
    for (const border of film.querySelectorAll("[role=separator]")) this._makeMovable(border);
  }

  /** On a phone: the pane to look at. */
  show(name) {
    this._film.dataset.tab = name;
    for (const input of this._film.querySelectorAll(".tabs input"))
      input.checked = input.value === name;
  }

  _makeFoldable(pane) {
    const button = pane.querySelector(".fold");
    if (!button) return;
    const { pane: name } = pane.dataset;
    const fold = (folded) => {
      pane.classList.toggle("folded", folded);
      button.setAttribute("aria-expanded", String(!folded));
    };
    fold(this._kept.folded.includes(name));
    button.addEventListener("click", () => {
      const folded = !pane.classList.contains("folded");
      fold(folded);
      const others = this._kept.folded.filter((other) => other !== name);
      this._kept.folded = folded ? [...others, name] : others;
      panes.set(this._kept);
    });
  }

  _makeMovable(border) {
    const { size: name, sign } = border.dataset;
    const upright = border.getAttribute("aria-orientation") === "vertical";
    const area = () => this._film.querySelector(`.film-${name}`);
    const now = () => this._kept.sizes[name] ?? area()[upright ? "offsetWidth" : "offsetHeight"];
    const move = (to) => {
      const { offsetWidth, offsetHeight } = this._film;
      const most = (upright ? offsetWidth : offsetHeight) * 0.6;
      const value = Math.round(Math.min(most, Math.max(60, to)));
      this._kept.sizes[name] = value;
      this._size(name, value);
      border.setAttribute("aria-valuenow", value);
      panes.set(this._kept);
    };
    border.addEventListener("pointerdown", (down) => {
      border.setPointerCapture(down.pointerId);
      const from = now();
      const begin = upright ? down.clientX : down.clientY;
      const drag = (event) => {
        const by = (upright ? event.clientX : event.clientY) - begin;
        move(from + by * Number(sign));
      };
      border.addEventListener("pointermove", drag);
      const end = () => border.removeEventListener("pointermove", drag);
      border.addEventListener("pointerup", end, { once: true });
      border.addEventListener("pointercancel", end, { once: true });
    });
    border.addEventListener("keydown", (event) => {
      const keys = upright ? { ArrowLeft: -1, ArrowRight: 1 } : { ArrowUp: -1, ArrowDown: 1 };
      if (!keys[event.key]) return;
      event.preventDefault();
      event.stopPropagation(); // the film's own arrow keys step through it
      move(now() + keys[event.key] * STEP * Number(sign));
    });
    border.addEventListener("dblclick", () => {
      delete this._kept.sizes[name];
      this._film.style.removeProperty(`--${name}`);
      panes.set(this._kept);
    });
  }

  _size(name, value) {
    this._film.style.setProperty(`--${name}`, `${value}px`);
  }
}

/** A border that can be moved; `sign` is 1 where moving right or down makes its area larger. */
export const border = (size, label, orientation, sign) =>
  h("div", {
    class: `border ${orientation}`,
    role: "separator",
    tabindex: "0",
    "aria-label": label,
    "aria-orientation": orientation,
    "aria-valuenow": "0",
    "aria-valuemin": "0",
    "aria-valuemax": "2000",
    "data-size": size,
    "data-sign": sign,
    title: `${label}: drag, or use the arrow keys; a double click sets it back`,
  });
