// One lane of a race.

import { Tallies } from "../film/tallies.js";
import { problem } from "../problem.js";
import { algorithmOf } from "../ui/chooser.js";
import { h, seconds, select, whole } from "../ui/dom.js";
import { words } from "../ui/words.js";
import "../elements/slide-board.js";

const PLACES = ["", "1st", "2nd", "3rd", "4th"];

export class LaneCard {
  constructor(catalogue, algorithm, { onchange, onremove }) {
    this._catalogue = catalogue;
    this.choice = { algorithm, heuristic: problem.value.heuristic };
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
    this.choices = h("div", { class: "stack" });
    this.element = h(
      "div",
      { class: "card lane", role: "group" },
      this.choices,
      this.board,
      this.verdict,
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
    this._drawChoices();
  }

  _drawChoices() {
    const { algorithms, heuristics } = this._catalogue;
    const chosen = algorithmOf(this._catalogue, this.choice.algorithm);
    const algorithm = select(
      algorithms.map(({ name, title }) => [name, title]),
      chosen.name,
      (name) => this._choose({ algorithm: name }),
    );
    algorithm.setAttribute("aria-label", "Algorithm of this lane");
    const heuristic = select(
      heuristics.map(({ name }) => [name, words(name)]),
      this.choice.heuristic,
      (name) => this._choose({ heuristic: name }),
    );
    heuristic.setAttribute("aria-label", "Heuristic of this lane");
    heuristic.hidden = !chosen.informed;
    this.element.setAttribute("aria-label", `Lane: ${chosen.title}`);
    this.choices.replaceChildren(
      algorithm,
      chosen.informed ? heuristic : h("p", { class: "note lane-blind" }, "without a heuristic"),
    );
  }

  _choose(change) {
    Object.assign(this.choice, change);
    this._drawChoices();
    this.choices.querySelector("select").focus();
    this._onchange();
  }

  rest(removable) {
    this.lane = null;
    this.remove.hidden = !removable;
    this.element.classList.remove("winner");
    const { shape, cells, goal } = problem;
    this.board.set({ shape, cells, goal });
    this.verdict.textContent = "Ready.";
    for (const value of Object.values(this.figures)) value.textContent = "0";
  }

  ready(lane) {
    this.lane = lane;
    this.tallies = new Tallies(lane.film);
    this._last = -1;
  }

  show(event, place, measure) {
    const { lane } = this;
    if (event === this._last) return;
    this._last = event;
    const { film } = lane;
    this.board.cells = [...film.cells(film.focus(event))];
    const counters = this.tallies.at(event);
    for (const [key, value] of Object.entries(this.figures))
      value.textContent = whole(counters[key]);
    const done = lane.isDone(event);
    this.element.classList.toggle("winner", done && place === 1);
    this.verdict.textContent = done ? this._end(place, measure) : "Searching…";
  }

  _end(place, measure) {
    const { film, seconds: time } = this.lane;
    if (film.truncated) return "Still searching when its film was full.";
    if (!place) return "Gave up without a path.";
    const took = measure === "time" ? ` in ${seconds(time)}` : "";
    return `${PLACES[place]}${took}: a path of ${film.result.cost} moves.`;
  }
}
