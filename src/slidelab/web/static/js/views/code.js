// Code: a heuristic or an algorithm of one's own, typed here, tried at once, used in every view.

import { runJob } from "../backend/jobs.js";
import {
  faultIn,
  findFile,
  freeName,
  openFile,
  ownCode,
  putFile,
  removeFile,
} from "../own-code.js";
import { encodeLink, requestBody } from "../puzzle/link.js";
import { problem } from "../store.js";
import { download, field, h, segmented, select } from "../ui/dom.js";
import { shareButton } from "../ui/share.js";
import { View } from "../ui/view.js";
import { EXAMPLES } from "./code-examples.js";
import { offers } from "./code-offers.js";
import { sharedQuestion } from "./code-shared.js";
import "../elements/code-editor.js";

const PAUSE = 600; // milliseconds without a key before what is typed is tried
const PATIENCE = 10_000;
const KINDS = [
  ["heuristic", "Heuristic"],
  ["algorithm", "Algorithm"],
];

export const create = () => new CodeView();

class CodeView extends View {
  constructor() {
    super();
    this.editor = h("code-editor", { label: "Code" });
    this.editor.addEventListener("change", () => this._typed());
    this.choices = h("div.code-choices");
    this.status = h("p.code-status", { role: "status" });
    this.found = h("div.stack");
    this.question = h("div");
    this.work = h("div");
    const button = (label, onclick) => h("button.small", { onclick }, label);
    this.remove = button("Delete", () => this._delete());
    this.remove.addEventListener("blur", () => (this.remove.textContent = "Delete"));
    this.element = h(
      "div.view.code",
      h(
        "header.view-head",
        h(
          "div",
          h("h1", "Code"),
          h("p", "Write a heuristic or an algorithm in Python. It runs in this page alone."),
        ),
      ),
      this.question,
      this.work,
    );
    this.work.append(
      h(
        "div.side-by-side",
        h(
          "section.card.stack",
          { "aria-label": "Your code" },
          this.choices,
          this.editor,
          this.status,
          h(
            "div.row.tight",
            button("Save file", () => this._save()),
            this.remove,
            shareButton(() => ({ name: "code", title: "Code", view: this }), "small"),
          ),
        ),
        h("section.stack", { "aria-label": "What it offers" }, this.found),
      ),
    );
    if (!ownCode.value.length) this._begin(EXAMPLES[0]);
    ownCode.addEventListener("change", () => this._followFile());
    this._show(findFile(openFile.value.name) ?? ownCode.value.at(-1));
  }

  open() {
    const { name } = openFile.value;
    if (name !== this.name && findFile(name)) this._show(findFile(name));
    if (this.fault) this._say(this.fault);
    this._askAboutShared();
  }

  files() {
    return [this.file];
  }

  /** What a link brought is looked at before anything else. */
  async _askAboutShared() {
    const question = await sharedQuestion(async (names, view) => {
      this.question.replaceChildren();
      this.work.hidden = false;
      for (const name of names) await this._show(findFile(name));
      if (view !== "code") location.hash = encodeLink(view, problem.value);
    });
    this.work.hidden = Boolean(question);
    this.question.replaceChildren(...(question ? [question] : []));
  }

  get file() {
    return findFile(this.name);
  }

  /** What went wrong elsewhere, with this version of the file. */
  get fault() {
    const { fault } = openFile.value;
    return fault?.name === this.name ? fault : null;
  }

  _begin(example) {
    const { name, kind, text } = example;
    const file = { name: freeName(name), kind, text, used: null };
    putFile(file);
    return file;
  }

  _show(file) {
    this.name = file.name;
    openFile.set({ ...openFile.value, name: file.name });
    this.editor.value = file.text;
    this.found.replaceChildren();
    this._drawChoices();
    return this._try();
  }

  /** The file may have been changed or deleted in another tab. */
  _followFile() {
    if (!this.file) this._show(ownCode.value.at(-1) ?? this._begin(EXAMPLES[0]));
    else if (this.file.text !== this.editor.value) this.editor.value = this.file.text;
  }

  _drawChoices() {
    const names = ownCode.value.map(({ name }) => name);
    const examples = [["", "Choose…"], ...EXAMPLES.map(({ title }, at) => [String(at), title])];
    this.choices.replaceChildren(
      field(
        "File",
        select(names, this.name, (name) => this._show(findFile(name))),
      ),
      field(
        "New from example",
        select(examples, "", (at) => this._show(this._begin(EXAMPLES[at]))),
      ),
      h(
        "div.field",
        h("span.label", "Functions are"),
        segmented("Functions are", KINDS, this.file.kind, (kind) => {
          putFile({ ...this.file, kind });
          this._try();
        }),
      ),
    );
  }

  _typed() {
    putFile({ ...this.file, text: this.editor.value });
    openFile.set({ name: this.name, fault: null });
    this.editor.mark(null);
    this._wait();
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._try(), PAUSE);
  }

  _wait(words = "Trying it…") {
    this.status.textContent = words;
    this.status.classList.remove("bad-word");
  }

  /** Has Python load the file and try what is in it; what works comes into use. */
  async _try() {
    clearTimeout(this._timer);
    this._abort?.abort();
    this._wait();
    const abort = new AbortController();
    this._abort = abort;
    const { name, kind, text } = this.file;
    const { cells, shape, goal } = requestBody(problem.value);
    let late = 0;
    const onprogress = ({ doing }) => {
      // Loading Python takes its time; the code itself must not.
      if (doing === "trying your code") late ||= setTimeout(() => abort.abort("late"), PATIENCE);
      else this._wait("Starting Python…");
    };
    try {
      const body = { name, kind, text, cells, shape, goal };
      const told = await runJob("code", body, { signal: abort.signal, onprogress });
      if (this._abort !== abort) return;
      const { heuristics, algorithms } = told;
      putFile({ ...this.file, used: { text, heuristics, algorithms } });
      this._say(this.fault);
      this.found.replaceChildren(offers(told));
    } catch (error) {
      if (this._abort !== abort) return;
      const words = `It did not end within ${PATIENCE / 1000} seconds`;
      this._say(
        abort.signal.reason === "late"
          ? { words }
          : (faultIn(error.message) ?? { words: error.message }),
      );
    } finally {
      clearTimeout(late);
    }
  }

  /** What is wrong, at its line; null where nothing is. */
  _say(fault) {
    const isBad = Boolean(fault);
    const { used, text } = this.file;
    const before = used && used.text !== text ? " The version before it is still in use." : "";
    const line = fault?.line ? `Line ${fault.line}: ` : "";
    this.status.textContent = isBad
      ? `${line}${fault.words.replace(/\.?$/, ".")}${before}`
      : "It works, and is in use.";
    this.status.classList.toggle("bad-word", isBad);
    this.editor.mark(fault?.line ?? null);
  }

  _save() {
    download(this.name, this.editor.value, "text/x-python");
  }

  /** Asks first, on the button itself: what is deleted is gone. */
  _delete() {
    const question = `Delete ${this.name}?`;
    if (this.remove.textContent !== question) {
      this.remove.textContent = question;
      return;
    }
    this.remove.textContent = "Delete";
    this._abort?.abort();
    removeFile(this.name);
  }
}
