// One lane of a race: what runs there, its board, its figures, and how it ended.

import { FIGURES } from "../film/race.js";
import { problem } from "../problem.js";
import { joinRow, splitRow } from "../puzzle/rows.js";
import { algorithmOf, heuristicOptions } from "../ui/chooser.js";
import { h, seconds, select, whole } from "../ui/dom.js";
import { words } from "../ui/words.js";
import { laneLook, swatch } from "./race-chart.js";
import "../elements/slide-board.js";

const PLACES = ["", "1st", "2nd", "3rd", "4th"];
const BY = { nodes: "nodes", time: "time", moves: "moves" };

export class LaneCard {
  constructor(catalogue, { onchange, onremove }) {
    this._catalogue = catalogue;
    this._onchange = onchange;
    // Boards leap from node to node; gliding tiles would only blur them.
    this.board = h("slide-board.lane-board", {
      readonly: true,
      instant: true,
      label: "Board of this lane",
    });
    this.verdict = h("p.lane-verdict");
    this.figures = Object.fromEntries(FIGURES.map((name) => [name, h("dd")]));
    this.remove = h(
      "button.quiet.icon-only",
      { "aria-label": "Remove lane", onclick: onremove },
      "×",
    );
    this.look = h("span");
    this.name = h("h2");
    this.choices = h("div.stack.lane-choices");
    this.element = h(
      "div.card.lane",
      { role: "group" },
      h("div.row.tight.lane-head", this.look, this.name, this.remove),
      this.choices,
      this.verdict,
      this.board,
      h(
        "dl.film-counters.bare",
        [
          ["expanded", "Expanded"],
          ["frontier", "Frontier"],
          ["depth", "Deepest"],
          ["lowest_h", "Lowest h"],
        ].map(([key, title]) => h("div", h("dt", title), this.figures[key])),
      ),
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
    this.name.textContent = this.title;
    this.choices.replaceChildren(
      algorithm,
      chosen.informed ? heuristic : h("p.note.lane-blind", "without a heuristic"),
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
    for (const value of Object.values(this.figures)) value.textContent = "–";
  }

  /** Its fields are out of the way while the race is on. */
  fold(folded) {
    this.choices.hidden = folded;
    this.element.classList.toggle("folded", folded);
  }

  /** While it is searched and timed: how far it is. */
  working(words, counters = null) {
    this.verdict.textContent = words;
    if (!counters) return;
    this.figures.expanded.textContent = whole(counters.expanded);
    this.figures.frontier.textContent = whole(counters.frontier);
    this.figures.depth.textContent = whole(counters.max_depth);
  }

  ready(lane) {
    this.lane = lane;
    this._last = -1;
  }

  /** A moment of its trace; `shortest` is how long a shortest path is, where that is known. */
  show(event, place, measure, shortest) {
    const { lane } = this;
    if (event === this._last) return;
    this._last = event;
    if (lane.length) this.board.cells = lane.cells(event);
    for (const [key, value] of Object.entries(this.figures))
      value.textContent = (lane[key][event] ?? null) === null ? "–" : whole(lane[key][event]);
    const first = lane.isDone(event) && place === 1;
    const isShortest = shortest !== null && lane.solved && lane.cost <= shortest;
    this.element.classList.toggle("winner", first && isShortest);
    this.element.classList.toggle("longer", first && !isShortest);
    this.verdict.textContent = lane.isDone(event)
      ? this._end(place, measure, shortest)
      : "Searching…";
  }

  _end(place, measure, shortest) {
    const { cost, status, seconds: time } = this.lane;
    if (!place) return `Ended without a path (${words(status)}).`;
    const took = measure === "time" ? ` in ${seconds(time)}` : "";
    const path = `${PLACES[place]} by ${BY[measure]}${took}: a path of ${whole(cost)} moves`;
    if (shortest === null) return `${path}; whether a shorter one exists is not known.`;
    if (cost <= shortest) return `${path}, a shortest one.`;
    return `${path}, ${whole(cost - shortest)} more than the shortest.`;
  }
}
