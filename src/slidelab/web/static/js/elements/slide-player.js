// <slide-player cells="1,2,5,…" shape="3x3" goal="blank-first" moves="ULL">
//
// A solution, played or shown step by step, for any page. Fires `step` with the number of the step.

import { applyMoves, moveWords, WORDS } from "../puzzle/grid.js";
import { h } from "../ui/dom.js";
import { host } from "./host.js";
import { Playback } from "./playback.js";
import { attributesBoard } from "./slide-board.js";

/** @type {Record<string, string>} */
const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };
const NEARBY = 60; // steps listed at once; a path may have tens of thousands

export class SlidePlayer extends HTMLElement {
  static observedAttributes = ["cells", "moves", "shape", "goal"];

  constructor() {
    super();
    this._stale = true;
    /** @type {Cells} */
    this._cells = [];
    /** @type {Shape} */
    this._shape = { rows: 0, cols: 0 };
    this._moves = "";
    /** @type {number | null} the first step of the list */
    this._first = null;
    const speed = { name: "Step", unit: "steps", speed: 3 };
    this._playback = new Playback(() => this._show(), speed);
    this._board = h("slide-board", { readonly: true, label: "Board at this step" });
    this._words = h("p", { "aria-live": "polite" });
    this._list = h("ol.steps", { "aria-label": "Steps" });
    this._parts = h(
      "div.player.stack",
      this._board,
      this._words,
      this._playback.slider,
      h("div.row", this._playback.buttons, this._playback.speed),
      this._list,
    );
  }

  connectedCallback() {
    if (!this._parts.parentNode) host.root(this).replaceChildren(this._parts);
    if (this._stale) this._load();
  }

  disconnectedCallback() {
    this._playback.pause();
  }

  attributeChangedCallback() {
    if (this._stale) return;
    this._stale = true;
    // Several attributes change together; they are read once, when all are there.
    queueMicrotask(() => this.isConnected && this._stale && this._load());
  }

  get step() {
    return this._playback.head.at;
  }

  set step(step) {
    this._playback.moveHead((head) => head.go(step));
  }

  _load() {
    this._stale = false;
    const { cells, shape, wrong } = attributesBoard(this);
    this._cells = cells;
    this._shape = shape;
    this._moves = wrong ? "" : (this.getAttribute("moves") ?? "");
    this._board.set({ cells, shape, goal: this.getAttribute("goal") ?? "blank-first" });
    if (wrong) this._board.setAttribute("cells", this.getAttribute("cells") ?? ""); // says what is wrong
    this._first = null;
    this._playback.load({ length: this._moves.length + 1 });
    this._playback.show();
  }

  _show() {
    const { at: step, playing } = this._playback.head;
    const before = applyMoves(
      this._cells,
      this._moves.slice(0, Math.max(0, step - 1)),
      this._shape,
    );
    const move = step > 0 ? this._moves[step - 1] : "";
    this._board.cells = applyMoves(before, move, this._shape);
    const moved = move ? `: ${moveWords(before, move, this._shape)}` : "";
    this._words.setAttribute("aria-live", playing ? "off" : "polite");
    this._words.textContent = `Step ${step} of ${this._moves.length}${moved}`;
    this._playback.slider.setAttribute("aria-valuetext", this._words.textContent);
    this._listSteps(step);
    this.dispatchEvent(new CustomEvent("step", { detail: step }));
  }

  /** List the steps nearby, each of which can be clicked. @param {number} step */
  _listSteps(step) {
    const first = Math.max(0, Math.min(step - NEARBY / 2, this._moves.length - NEARBY));
    if (first !== this._first) {
      this._first = first;
      const moves = [...this._moves.slice(first, first + NEARBY)];
      const items = moves.map((move, at) => {
        const number = first + at + 1;
        const label = `Step ${number}, blank ${WORDS[move]}`;
        const onclick = () => (this.step = number);
        return h("li", h("button", { "aria-label": label, onclick }, ARROWS[move]));
      });
      this._list.replaceChildren(...items);
    }
    this._list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this._list.children[step - 1 - first]?.firstElementChild?.setAttribute("aria-current", "step");
  }
}

if (!customElements.get("slide-player")) customElements.define("slide-player", SlidePlayer);
