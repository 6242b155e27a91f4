// Code: type a heuristic or an algorithm. It is tried at once, and can be used in every view.

import { runJob } from "../backend/jobs.js";
import { CodeEditor } from "../elements/code-editor.js";
import {
  findFile,
  openFile,
  ownCode,
  parseCodeError,
  putFile,
  removeFile,
  unusedName,
} from "../own-code.js";
import { problem } from "../problem.js";
import { requestBody } from "../puzzle/link.js";
import { download, field, h, segmented, select } from "../ui/dom.js";
import { View, viewHead } from "../ui/view.js";
import { EXAMPLES } from "./code-examples.js";
import { useSearch } from "./use-search.js";

/** @import { OwnFile } from "../own-code.js" */

const PAUSE = 600; // milliseconds without a key before the code is tried
const PATIENCE = 10_000;
const KINDS = [
  ["heuristic", "Heuristic"],
  ["algorithm", "Algorithm"],
];

export default class CodeView extends View {
  constructor() {
    super();
    this.editor = new CodeEditor(() => this._onInput());
    this.choices = h("div.code-choices");
    this.status = h("p.code-status", { role: "status" });
    this.found = h("section.stack", { "aria-label": "What it offers" });
    const save = () => download(this.file.name, this.file.text, "text/x-python");
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button.small", { onclick }, label);
    this.element = h(
      "div.view.code",
      viewHead("Code", "Write a heuristic or an algorithm in Python. It runs in this page alone."),
      h(
        "div.side-by-side",
        h(
          "section.card.stack",
          { "aria-label": "Your code" },
          this.choices,
          this.editor.element,
          this.status,
          h(
            "div.row.tight",
            button("Save file", save),
            button("Delete", () => this._delete()),
          ),
        ),
        this.found,
      ),
    );
    /** @type {OwnFile} */
    this.file = findFile(openFile.value) ?? this._anyFile();
    this._show(this.file);
  }

  /** Return the newest file, or a new one. */
  _anyFile() {
    return ownCode.value.at(-1) ?? this._createFile(EXAMPLES[0]);
  }

  /** @param {Pick<OwnFile, "name" | "kind" | "text">} example */
  _createFile({ name, kind, text }) {
    const file = { name: unusedName(name), kind, text, used: null };
    putFile(file);
    return file;
  }

  /** @param {OwnFile} file */
  _show(file) {
    this.file = file;
    openFile.set(file.name);
    this.editor.value = file.text;
    this.found.replaceChildren();
    this._drawChoices();
    this._try();
  }

  /** @param {Partial<OwnFile>} changes */
  _change(changes) {
    this.file = { ...this.file, ...changes };
    putFile(this.file);
  }

  _delete() {
    if (!confirm(`Delete ${this.file.name}?`)) return;
    removeFile(this.file.name);
    this._show(this._anyFile());
  }

  _drawChoices() {
    const names = ownCode.value.map(({ name }) => name);
    const examples = [["", "Choose…"], ...EXAMPLES.map(({ title }, at) => [String(at), title])];
    const open = (/** @type {string} */ name) => this._show(findFile(name) ?? this._anyFile());
    const begin = (/** @type {string} */ at) => this._show(this._createFile(EXAMPLES[Number(at)]));
    const changeKind = (/** @type {string} */ kind) => {
      this._change({ kind: /** @type {OwnFile["kind"]} */ (kind) });
      this._try();
    };
    this.choices.replaceChildren(
      field("File", select(names, this.file.name, open)),
      field("New from example", select(examples, "", begin)),
      h(
        "div.field",
        h("span.label", "Functions are"),
        segmented("Functions are", KINDS, this.file.kind, changeKind),
      ),
    );
  }

  _onInput() {
    this._change({ text: this.editor.value });
    this._showStatus("Trying it…");
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._try(), PAUSE);
  }

  /** Load the file and try its functions; if that works, searches use this version. */
  async _try() {
    clearTimeout(this._timer);
    this._abort?.abort();
    const abort = new AbortController();
    this._abort = abort;
    this._showStatus("Trying it…");
    const { name, kind, text } = this.file;
    const { cells, shape, goal } = requestBody(problem.value);
    let late = 0;
    const onprogress = (/** @type {Progress} */ { doing }) => {
      // The time limit is for the code, not for loading Python.
      if (doing === "trying your code") late ||= setTimeout(() => abort.abort("late"), PATIENCE);
      else this._showStatus("Starting Python…");
    };
    try {
      const body = { name, kind, text, cells, shape, goal };
      const found = await runJob("code", body, { signal: abort.signal, onprogress });
      if (this._abort !== abort) return;
      const { heuristics, algorithms, tried } = found;
      this._change({ used: { text, heuristics, algorithms } });
      this._showStatus("It works, and is in use.");
      const words = new Map(tried.map((one) => [one.name, triedWords(one)]));
      this.found.replaceChildren(
        ...heuristics.map((page) =>
          functionCard(page, words.get(page.name), { algorithm: "astar" }),
        ),
        ...algorithms.map((page) => functionCard(page, words.get(page.name), null)),
      );
    } catch (error) {
      if (this._abort !== abort) return;
      const isLate = abort.signal.reason === "late";
      this._showError(
        isLate
          ? `It didn't finish within ${PATIENCE / 1000} seconds`
          : /** @type {Error} */ (error).message,
      );
    } finally {
      clearTimeout(late);
    }
  }

  /** Show an error, and mark its line. @param {string} message */
  _showError(message) {
    const { words, line } = parseCodeError(message) ?? { words: message, line: null };
    const { used } = this.file;
    const place = line ? `Line ${line}: ` : "";
    const before = used ? " The version before it is still in use." : "";
    this._showStatus(`${place}${words.replace(/\.?$/, ".")}${before}`, true);
    this.editor.mark(line);
  }

  /** @param {string} words */
  _showStatus(words, isBad = false) {
    this.status.textContent = words;
    this.status.classList.toggle("bad-word", isBad);
    if (!isBad) this.editor.mark(null);
  }
}

/**
 * Return a card for a function of the file: how it did, and buttons that use it.
 * @param {Page} page
 * @param {string | undefined} words
 * @param {{algorithm: string} | null} search that a heuristic is used in
 */
function functionCard({ name, summary }, words, search) {
  const uses = search
    ? [
        useSearch({ ...search, heuristic: name }),
        h("a.button.small", { href: `#/heuristics/${name}` }, "Prove"),
      ]
    : useSearch({ algorithm: name });
  return h(
    "section.card.stack",
    { "aria-label": name },
    h("h2.mono", name),
    h("p.note", summary),
    h("p", words),
    h("div.row.tight", uses),
  );
}

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** @param {TriedCode} tried */
function triedWords({ start = 0, goal = 0, easy, cost }) {
  if (easy === "solved") return `On an easy board it finds a path of ${cost} moves.`;
  if (easy) return `On an easy board it finds no path (${easy}).`;
  const value = `h is ${NUMBER.format(start)} on your board`;
  return goal === 0
    ? `${value} and 0 at the goal.`
    : `${value} and ${NUMBER.format(goal)} at the goal, where it should be 0.`;
}
