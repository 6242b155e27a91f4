// A code editor with line numbers. Tab and Enter indent; after Escape, Tab leaves it.

import { freshId, h } from "../ui/dom.js";

const FEWEST_LINES = 12;
const LINE = 1.5; // rem, as in the sheet
const ABOVE = 0.5;
const STEP = "    ";
const HELP = "Tab indents. Press Escape, then Tab to leave the editor.";

export class CodeEditor {
  /** @param {() => void} onchange called when the text is edited */
  constructor(onchange) {
    this._leaving = false;
    this._numbers = h("ol", { "aria-hidden": "true" });
    this._strip = h("div.strip", { hidden: true });
    const help = h("span", { id: freshId("help"), hidden: true }, HELP);
    this._text = h("textarea", {
      "aria-label": "Code",
      wrap: "off",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      "aria-describedby": help.id,
      oninput: () => {
        this.mark(null);
        onchange();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this._press(event),
    });
    this.element = h("div.code-editor", this._strip, this._numbers, this._text, help);
  }

  /** @returns {string} */
  get value() {
    return this._text.value;
  }

  /** @param {string} text */
  set value(text) {
    this._text.value = text;
    this.mark(null);
  }

  /** Mark a line, numbered from 1, as wrong; null marks none. @param {number | null} line */
  mark(line) {
    const lines = this.value.split("\n").length;
    const fault = line ? Math.min(line, lines) : 0;
    const numbers = Array.from({ length: lines }, (_, at) =>
      h("li", { class: at + 1 === fault ? "fault" : "" }, at + 1),
    );
    this._numbers.replaceChildren(...numbers);
    this._text.rows = Math.max(FEWEST_LINES, lines);
    this._strip.hidden = !fault;
    this._strip.style.top = `${ABOVE + (fault - 1) * LINE}rem`;
    this._text.setAttribute("aria-invalid", String(Boolean(fault)));
  }

  /** @param {KeyboardEvent} event */
  _press(event) {
    const { key, shiftKey, isComposing } = event;
    if (isComposing || event.ctrlKey || event.metaKey || event.altKey || shiftKey) return;
    if (key === "Tab" && !this._leaving) this._type(event, STEP);
    else if (key === "Enter") this._type(event, `\n${this._depth()}`);
    this._leaving = key === "Escape";
  }

  /** Return the indentation of the next line: one step more after a colon. */
  _depth() {
    const line = this.value.slice(0, this._text.selectionStart).split("\n").at(-1) ?? "";
    const [depth] = /^ */.exec(line) ?? [""];
    return depth + (/:\s*(#.*)?$/.test(line) ? STEP : "");
  }

  /**
   * Insert text so that the browser can undo it.
   * @param {Event} event @param {string} text
   */
  _type(event, text) {
    event.preventDefault();
    document.execCommand("insertText", false, text);
  }
}
