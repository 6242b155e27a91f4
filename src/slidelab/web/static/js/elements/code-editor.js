// <code-editor label="mine.py">: a text with line numbers, in which Tab indents and a line can be
// marked. Escape lets the next Tab leave it. It fires `change` as one types.

import { dedent, indent, newLine } from "../puzzle/indenting.js";
import { freshId, h } from "../ui/dom.js";
import styles from "./code-editor.css.js";
import { host } from "./host.js";

const FEWEST_LINES = 12;
const LINE = 1.5; // rem, as in the sheet
const ABOVE = 0.5;

class CodeEditor extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [...host.sheets, styles];
    this._numbers = h("ol", { "aria-hidden": "true" });
    this._strip = h("div.strip", { hidden: true });
    const help = h("span", { id: freshId("help"), hidden: true }, HELP);
    this._text = h("textarea", {
      wrap: "off",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      "aria-label": this.getAttribute("label"),
      "aria-describedby": help.id,
      oninput: () => this._changed(),
      onkeydown: (event) => this._press(event),
      onblur: () => (this._leaving = false),
    });
    this.shadowRoot.append(h("div.sheet", this._strip, this._numbers, this._text, help));
    this._text.value = this._given ?? "";
    this._draw();
  }

  get value() {
    return this._text?.value ?? this._given ?? "";
  }

  set value(text) {
    this._given = text;
    if (!this._text || text === this._text.value) return;
    this._text.value = text;
    this.mark(null);
  }

  focus() {
    this._text.focus();
  }

  /** Marks a line, the first being 1; null marks none. */
  mark(line) {
    this._fault = line;
    this._draw();
  }

  _changed() {
    this._draw();
    this.dispatchEvent(new Event("change"));
  }

  _draw() {
    const lines = this.value.split("\n").length;
    if (this._numbers.children.length !== lines)
      this._numbers.replaceChildren(
        ...Array.from({ length: lines }, (_, at) => h("li", String(at + 1))),
      );
    this._text.rows = Math.max(FEWEST_LINES, lines);
    const fault = this._fault && Math.min(this._fault, lines);
    for (const [at, number] of [...this._numbers.children].entries())
      number.classList.toggle("fault", at + 1 === fault);
    this._strip.hidden = !fault;
    this._strip.style.top = `${ABOVE + (fault - 1) * LINE}rem`;
    this._text.setAttribute("aria-invalid", String(Boolean(fault)));
  }

  _press(event) {
    if (event.isComposing) return;
    const { key, shiftKey } = event;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (key === "Escape") this._leaving = true;
    else if (key === "Tab" && plain && !this._leaving)
      this._edit(event, shiftKey ? dedent : indent);
    else if (key === "Enter" && plain && !shiftKey) this._edit(event, newLine);
    if (key !== "Escape" && key !== "Shift") this._leaving = false;
  }

  _edit(event, change) {
    event.preventDefault();
    const { value: text, selectionStart: start, selectionEnd: end } = this._text;
    const edited = change({ text, start, end });
    if (edited.text !== text) this._replace(text, edited.text);
    this._text.setSelectionRange(edited.start, edited.end);
  }

  /** Types only what differs: the browser can then undo it. */
  _replace(before, after) {
    let first = 0;
    while (before[first] === after[first] && first < before.length) first++;
    let same = 0;
    const most = Math.min(before.length, after.length) - first;
    while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++;
    this._text.setSelectionRange(first, before.length - same);
    const typed = after.slice(first, after.length - same);
    const command = typed ? "insertText" : "delete";
    if (document.execCommand(command, false, typed)) return;
    this._text.value = after;
    this._changed();
  }
}

const HELP = "Tab indents. Press Escape, then Tab to leave the editor.";

customElements.define("code-editor", CodeEditor);
