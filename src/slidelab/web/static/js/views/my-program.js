// "My program says …": the numbers that another program printed, and the conventions that lead to
// them. Boards are kept until they are removed: each rules out some explanations.

import { fetchCatalogue, runJob } from "../backend/jobs.js";
import { sameCells, shapeText } from "../puzzle/grid.js";
import { program as before, problem } from "../store.js";
import { field, h, select } from "../ui/dom.js";
import { problemBox } from "../ui/notice.js";
import { words } from "../ui/words.js";
import { explanation, matchItems } from "./explanation.js";

const NUMBERS = {
  expanded: "Nodes expanded",
  generated: "Nodes generated",
  max_depth: "Maximum depth",
  max_frontier: "Largest frontier",
  frontier: "Frontier at the end",
  cost: "Moves of its path",
};

/** The form, to be put into a view; `search` fills in {algorithm, heuristic} and opens it. */
export function myProgram(search = null) {
  const heuristic = search?.heuristic ?? before.value.heuristic;
  if (search) before.set({ ...before.value, ...search, heuristic, open: true });
  return new MyProgram().element;
}

class MyProgram {
  constructor() {
    const { algorithm, heuristic, kept, numbers = {}, path, open, answer } = before.value;
    this.algorithm = algorithm;
    this.heuristic = heuristic;
    this.kept = kept;
    this.answer = answer;
    this.numbers = Object.fromEntries(
      Object.keys(NUMBERS).map((name) => [
        name,
        h("input", {
          type: "number",
          min: 0,
          step: 1,
          inputmode: "numeric",
          value: numbers[name],
          oninput: () => this._keep(),
        }),
      ]),
    );
    this.path = h("input", {
      type: "text",
      maxlength: 4000,
      placeholder: "Up Left, or UL",
      value: path,
      oninput: () => this._keep(),
    });
    this.chosen = h("div.row");
    this.boards = h("ul.plain");
    this.outcome = h("div.stack", { "aria-live": "polite" });
    this.begin = h("button.primary", { type: "submit" }, "Explain");
    this.stop = h("button", { disabled: true, onclick: () => this._abort?.abort() }, "Stop");
    const form = h(
      "form.stack",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this._explain();
        },
      },
      h("p.note", "Enter what your program printed; slidelab finds the rules that give it."),
      this.chosen,
      h(
        "div.row",
        Object.entries(NUMBERS).map(([name, label]) => field(label, this.numbers[name])),
        field("Its path", this.path),
      ),
      this.boards,
      h("div.row", this.begin, this.stop),
    );
    this.element = h(
      "details.card.my-program",
      { open, ontoggle: () => this._keep() },
      h("summary", h("h2", "My program says …")),
      h("div.stack", form, this.outcome),
    );
    this.element.addEventListener("toggle", () => this._start(), { once: true });
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
    } catch (error) {
      this.outcome.replaceChildren(problemBox(error));
      return;
    }
    this._choices();
    this._list();
    if (this.answer) this._show(this.answer);
  }

  /** What a page that is reloaded has to know. */
  _keep() {
    const { algorithm, heuristic, kept, answer } = this;
    const { open } = this.element;
    const filled = Object.entries(this.numbers).map(([name, input]) => [name, input.value]);
    const numbers = Object.fromEntries(filled);
    const path = this.path.value;
    before.set({ algorithm, heuristic, kept, numbers, path, open, answer });
  }

  _choices() {
    const { algorithms, heuristics } = this.catalogue;
    const informed =
      this.algorithm === "any" || algorithms.find(({ name }) => name === this.algorithm).informed;
    const names = [["any", "I do not know"], ...algorithms.map(({ name, title }) => [name, title])];
    const algorithm = select(names, this.algorithm, (name) => {
      this.algorithm = name;
      this._keep();
      this._choices();
      this.chosen.querySelector("select").focus();
    });
    const heuristic = select(
      heuristics.map(({ name }) => [name, words(name)]),
      this.heuristic,
      (name) => {
        this.heuristic = name;
        this._keep();
      },
    );
    this.chosen.replaceChildren(
      field("Its algorithm", algorithm),
      ...(informed ? [field("Its heuristic", heuristic)] : []),
    );
  }

  /** What the fields say of the board at hand; null where they are empty. */
  _printed() {
    const filled = Object.entries(this.numbers).filter(([, input]) => input.value !== "");
    const counts = Object.fromEntries(filled.map(([name, input]) => [name, Number(input.value)]));
    const path = this.path.value.trim() || null;
    if (!filled.length && !path) return null;
    return { cells: [...problem.cells], counts, path };
  }

  async _explain() {
    const here = this._printed();
    const others = this.kept.filter(({ cells }) => !here || !sameCells(cells, here.cells));
    const boards = [...others, ...(here ? [here] : [])];
    if (!boards.length) {
      this.outcome.replaceChildren(h("p", { role: "alert" }, "Fill in a number that it prints."));
      Object.values(this.numbers)[0].focus();
      return;
    }
    this._abort?.abort();
    this._abort = new AbortController();
    const { signal } = this._abort;
    const bar = h("progress", { "aria-label": "Trying conventions" });
    const found = h("ol");
    this.outcome.replaceChildren(h("p", "Trying conventions…"), bar, found);
    const onprogress = ({ fraction, matches = [] }) => {
      bar.value = fraction || 0;
      found.replaceChildren(...matchItems(matches));
    };
    this._busy(true);
    try {
      const body = {
        boards,
        shape: shapeText(problem.shape),
        goal: [...problem.goal],
        algorithm: this.algorithm,
        heuristic: this.algorithm === "any" ? null : this.heuristic,
      };
      const answer = await runJob("explain", body, { onprogress, signal });
      Object.assign(this, { kept: boards, answer });
      this._keep();
      this._list();
      this._show(answer);
    } catch (error) {
      this.outcome.replaceChildren(
        error.name === "AbortError" ? h("p", "Stopped.") : problemBox(error),
      );
    }
    this._busy(false);
  }

  _busy(busy) {
    this.begin.disabled = busy;
    this.stop.disabled = !busy;
  }

  _show(answer) {
    this.outcome.replaceChildren(...explanation(answer, (next) => this._take(next)));
  }

  _take({ board, counter }) {
    for (const input of [...Object.values(this.numbers), this.path]) input.value = "";
    this._keep();
    problem.update({ cells: board });
    this.numbers[counter]?.focus();
  }

  /** The boards that were asked about, each of which can be taken back. */
  _list() {
    this.boards.replaceChildren(
      ...this.kept.map((board) => {
        const { cells, counts, path } = board;
        const told = Object.entries(counts).map(([name, number]) => `${words(name)} ${number}`);
        const said = [...told, ...(path ? [path] : [])].join(", ");
        const drop = () => {
          this.kept = this.kept.filter((other) => other !== board);
          this._keep();
          this._list();
          this.begin.focus();
        };
        return h(
          "li.row",
          `${cells.join(" ")}: ${said}`,
          h("button.small", { onclick: drop }, "Remove this board"),
        );
      }),
    );
  }
}
