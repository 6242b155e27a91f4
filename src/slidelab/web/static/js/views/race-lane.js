// One lane of a race: what runs there, its board, its figures, and how it ended.

import { Tallies } from "../film/tallies.js";
import { problem } from "../problem.js";
import { joinRow, splitRow } from "../puzzle/rows.js";
import { algorithmOf, heuristicOptions } from "../ui/chooser.js";
import { h, seconds, select, whole } from "../ui/dom.js";
import { laneLook, swatch } from "./race-chart.js";
import "../elements/slide-board.js";

const PLACES = ["", "1st", "2nd", "3rd", "4th"];
const BY = { nodes: "nodes", time: "time", moves: "moves" };

export class LaneCard {
  constructor(catalogue, { onchange, onremove }) {
    this._catalogue = catalogue;
    this._onchange = onchange;
    // Boards leap from node to node; gliding tiles would only blur them.
    this.board = h("slide-board", {
      readonly: true,
      instant: true,
      label: "Board of this lane",
      class: "lane-board",
    });
    this.verdict = h("p", { class: "lane-verdict" });
    this.figures = Object.fromEntries(
      ["expanded", "frontier", "depth"].map((name) => [name, h("dd", {}, "0")]),
    );
    this.remove = h(
      "button",
      { type: "button", class: "quiet small", onclick: onremove },
      "Remove",
    );
    this.look = h("span", {});
    this.choices = h("div", { class: "stack lane-choices" });
    this.element = h(
      "div",
      { class: "card lane", role: "group" },
      this.look,
      this.choices,
      this.verdict,
      this.board,
      h(
        "dl",
        { class: "film-counters bare" },
        [
          ["expanded", "Expanded"],
          ["frontier", "Frontier"],
          ["depth", "Deepest"],
        ].map(([key, title]) => h("div", {}, h("dt", {}, title), this.figures[key])),
      ),
      this.remove,
    );
  }

  /** What runs here, as a row in words. */
  set(row, at, removable) {
    this.look.replaceChildren(swatch(laneLook(at)));
    this.remove.hidden = !removable;
    if (row === this.row) return;
    this.row = row;
    this._drawChoices();
    this.rest();
  }

  get title() {
    const { algorithm, heuristic, special } = splitRow(this.row, this._catalogue);
    const { title } = algorithmOf(this._catalogue, algorithm);
    return [title, heuristic, special].filter(Boolean).join(" ");
  }

  _drawChoices() {
    const { algorithms } = this._catalogue;
    const parts = splitRow(this.row, this._catalogue);
    const chosen = algorithmOf(this._catalogue, parts.algorithm);
    const algorithm = select(
      algorithms.map(({ name, title }) => [name, title]),
      chosen.name,
      (name) => this._choose({ algorithm: name, special: "" }),
    );
    algorithm.setAttribute("aria-label", "Algorithm of this lane");
    const heuristic = select(
      [
        ["", `${problem.value.heuristic}, as above`],
        ...heuristicOptions(this._catalogue, parts.heuristic),
      ],
      parts.heuristic,
      (name) => this._choose({ heuristic: name }),
    );
    heuristic.setAttribute("aria-label", "Heuristic of this lane");
    const special = h("input", {
      type: "text",
      value: parts.special,
      placeholder: chosen.parameters.length
        ? chosen.parameters.map((one) => `${one.name}=${one.default}`).join(" ")
        : "tree, random=7, …",
      "aria-label": "What is special about this lane",
      onchange: () => this._choose({ special: special.value }),
    });
    this.element.setAttribute("aria-label", `Lane: ${this.title}`);
    this.choices.replaceChildren(
      algorithm,
      chosen.informed ? heuristic : h("p", { class: "note lane-blind" }, "without a heuristic"),
      special,
    );
  }

  _choose(change) {
    const row = joinRow({ ...splitRow(this.row, this._catalogue), ...change }, this._catalogue);
    this._onchange(row);
    this.choices.querySelector("select").focus();
  }

  rest(words = "Ready.") {
    this.lane = null;
    this.element.classList.remove("winner", "longer");
    const { shape, cells, goal } = problem;
    this.board.set({ shape, cells, goal });
    this.verdict.textContent = words;
    for (const value of Object.values(this.figures)) value.textContent = "0";
  }

  /** While it is filmed and timed: how far it is. */
  working(words, counters = null) {
    this.verdict.textContent = words;
    if (!counters) return;
    this.figures.expanded.textContent = whole(counters.expanded);
    this.figures.frontier.textContent = whole(counters.frontier);
    this.figures.depth.textContent = whole(counters.max_depth);
  }

  ready(lane) {
    this.lane = lane;
    this.tallies = new Tallies(lane.film);
    this._last = -1;
  }

  /** The moment of an event; `shortest` is how long a shortest path is, where that is known. */
  show(event, place, measure, shortest) {
    const { lane } = this;
    if (event === this._last) return;
    this._last = event;
    const { film } = lane;
    this.board.cells = [...film.cells(film.focus(event))];
    const counters = this.tallies.at(event);
    for (const [key, value] of Object.entries(this.figures))
      value.textContent = whole(counters[key]);
    const first = lane.isDone(event) && place === 1;
    const isShortest = shortest !== null && film.result?.cost <= shortest;
    this.element.classList.toggle("winner", first && isShortest);
    this.element.classList.toggle("longer", first && !isShortest);
    this.verdict.textContent = lane.isDone(event)
      ? this._end(place, measure, shortest)
      : "Searching…";
  }

  _end(place, measure, shortest) {
    const { film, seconds: time } = this.lane;
    if (film.truncated) return "Too long to replay.";
    if (!place) return "Gave up without a path.";
    const { cost } = film.result;
    const took = measure === "time" ? ` in ${seconds(time)}` : "";
    const path = `${PLACES[place]} by ${BY[measure]}${took}: a path of ${whole(cost)} moves`;
    if (shortest === null) return `${path}; whether a shorter one exists is not known.`;
    if (cost <= shortest) return `${path}, a shortest one.`;
    return `${path}, ${whole(cost - shortest)} more than the shortest.`;
  }
}
