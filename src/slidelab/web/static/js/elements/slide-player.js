// <slide-player cells="1,2,5,…" shape="3x3" goal="blank-first" moves="ULL">
//
// A solution to leaf through: next, previous, play with a speed, a slider, click any step.
// Usable on any page. It fires `step` with the number of the step.

import { applyMoves, moveWords } from "../puzzle/grid.js";
import { h } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";
import { host } from "./host.js";
import { attributesBoard } from "./slide-board.js";
import styles from "./slide-player.css.js";

const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };
const AUTO = "Auto play";
const NEARBY = 60; // steps listed at once; a path may have tens of thousands

class SlidePlayer extends HTMLElement {
  static observedAttributes = ["cells", "moves", "shape", "goal"];

  connectedCallback() {
    if (!this.shadowRoot) {
      this.attachShadow({ mode: "open" }).adoptedStyleSheets = [...host.sheets, styles];
      this._build();
      this._stale = true;
    }
    if (this._stale) this._load();
  }

  disconnectedCallback() {
    this._pause();
  }

  attributeChangedCallback() {
    // Several attributes change together; they are read once, when all are there.
    if (!this.shadowRoot || this._due) return;
    this._due = true;
    queueMicrotask(() => {
      this._due = false;
      this._stale = true;
      if (this.isConnected) this._load();
    });
  }

  get step() {
    return this._step;
  }

  set step(step) {
    this._show(step);
  }

  _build() {
    const button = (name, label, onclick, main = "", text = null) =>
      h("button", { "aria-label": label, title: label, class: main, onclick }, icon(name), text);
    this._board = h("slide-board", { readonly: true, label: "Board at this step" });
    this._slider = h("input", {
      type: "range",
      min: 0,
      "aria-label": "Step",
      oninput: () => this._turn(Number(this._slider.value)),
    });
    this._play = button("play", AUTO, () => this._toggle(), "main", "Auto");
    this._speed = h("input", {
      type: "range",
      min: 1,
      max: 100, // a path on a large board has a thousand moves
      value: 3,
      "aria-label": "Steps per second",
    });
    this._words = h("p", { "aria-live": "polite" });
    this._list = h("ol", { "aria-label": "Steps" });
    this.shadowRoot.append(
      this._board,
      this._words,
      this._slider,
      h(
        "div.bar",
        button("first", "To the start", () => this._turn(0)),
        button("previous", "Previous step", () => this._turn(this._step - 1)),
        this._play,
        button("next", "Next step", () => this._turn(this._step + 1), "", "Next"),
        button("last", "To the goal", () => this._turn(this._moves.length)),
        h("label.speed", "Slow motion", this._speed, "Fast"),
      ),
      this._list,
    );
  }

  _load() {
    this._stale = false;
    this._pause();
    this._moves = this.getAttribute("moves") ?? "";
    const { cells, shape, wrong } = attributesBoard(this);
    this._cells = cells;
    this._shape = shape;
    this._board.set({ cells, shape, goal: this.getAttribute("goal") ?? "blank-first" });
    if (wrong) {
      this._moves = "";
      this._board.setAttribute("cells", this.getAttribute("cells")); // it says what is wrong
    }
    this._slider.max = this._moves.length;
    this._at = { step: 0, cells: this._cells };
    this._show(0);
  }

  /** Boards are found from the step before, or from the start when the way is long. */
  _cellsAt(step) {
    const from = this._at.step <= step ? this._at : { step: 0, cells: this._cells };
    const cells = applyMoves(from.cells, this._moves.slice(from.step, step), this._shape);
    this._at = { step, cells };
    return cells;
  }

  _show(step) {
    this._step = Math.min(this._moves.length, Math.max(0, step));
    const cells = this._cellsAt(this._step);
    this._board.cells = cells;
    this._slider.value = this._step;
    const total = this._moves.length;
    const before = this._step
      ? `: ${moveWords(this._boardBefore(), this._moves[this._step - 1], this._shape)}`
      : "";
    this._words.textContent = `Step ${this._step} of ${total}${before}`;
    this._slider.setAttribute("aria-valuetext", this._words.textContent);
    this._listSteps();
    this.dispatchEvent(new CustomEvent("step", { detail: this._step }));
  }

  _boardBefore() {
    const { cells } = this._at;
    const back = { U: "D", D: "U", L: "R", R: "L" }[this._moves[this._step - 1]];
    return applyMoves(cells, back, this._shape);
  }

  _listSteps() {
    const first = Math.max(0, Math.min(this._step - NEARBY / 2, this._moves.length - NEARBY));
    const last = Math.min(this._moves.length, first + NEARBY);
    if (this._list.dataset.range !== `${first}-${last}-${this._moves.length}`) {
      this._list.dataset.range = `${first}-${last}-${this._moves.length}`;
      const items = [];
      if (first > 0) items.push(h("li.elided", `${first} before`));
      for (let at = first; at < last; at++) {
        const label = `Step ${at + 1}, blank ${{ U: "up", D: "down", L: "left", R: "right" }[this._moves[at]]}`;
        items.push(
          h(
            "li",
            h(
              "button",
              { "aria-label": label, "data-step": at + 1, onclick: () => this._turn(at + 1) },
              ARROWS[this._moves[at]],
            ),
          ),
        );
      }
      if (last < this._moves.length)
        items.push(h("li.elided", `${this._moves.length - last} more`));
      this._list.replaceChildren(...items);
    }
    this._list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this._list.querySelector(`[data-step="${this._step}"]`)?.setAttribute("aria-current", "step");
  }

  _turn(step) {
    this._pause();
    this._show(step);
  }

  _toggle() {
    if (this._timer) return this._pause();
    if (this._step >= this._moves.length) this._show(0);
    setIcon(this._play, "pause");
    this._play.setAttribute("aria-label", `Pause ${AUTO}`);
    this._words.setAttribute("aria-live", "off");
    const tick = () => {
      this._show(this._step + 1);
      if (this._step >= this._moves.length) this._pause();
      else this._timer = setTimeout(tick, 1000 / Number(this._speed.value));
    };
    this._timer = setTimeout(tick, 300);
    return undefined;
  }

  _pause() {
    clearTimeout(this._timer);
    this._timer = null;
    if (!this._play) return;
    setIcon(this._play, "play");
    this._play.setAttribute("aria-label", AUTO);
    this._words.setAttribute("aria-live", "polite");
  }
}

if (!customElements.get("slide-player")) customElements.define("slide-player", SlidePlayer);
