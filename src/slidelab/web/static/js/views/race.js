// Race: two to four algorithms on the same board, in step by expansions or by time.

import { Film } from "../film/film.js";
import { Lane, places, raceLength } from "../film/race.js";
import { fetchCatalogue, post } from "../net/client.js";
import { runSearch } from "../net/search.js";
import { problem } from "../problem.js";
import { requestBody } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { lanes } from "../store.js";
import { h, segmented } from "../ui/dom.js";
import { icon, setIcon } from "../ui/icons.js";
import { problemBox } from "../ui/notice.js";
import { LaneCard } from "./race-lane.js";

const DURATION = 9; // seconds that a race lasts on the screen at speed 1

export function open() {
  const view = new RaceView();
  return { element: view.element, rest: () => view.rest() };
}

class RaceView {
  constructor() {
    this.measure = "expansions";
    this.lanes = h("div", { class: "lanes" });
    this.status = h("div", { role: "status" });
    this.begin = h(
      "button",
      { type: "button", class: "primary", onclick: () => this._prepare() },
      icon("play"),
      "Start the race",
    );
    this.play = h(
      "button",
      { type: "button", class: "icon-only", "aria-label": "Play", onclick: () => this._toggle() },
      icon("play"),
    );
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 1000,
      value: 0,
      "aria-label": "Moment of the race",
      oninput: () => this._seek(Number(this.slider.value) / 1000),
    });
    this.speed = h("input", {
      type: "range",
      min: -2,
      max: 2,
      step: 0.1,
      value: 0,
      "aria-label": "Speed of the race",
    });
    this.add = h(
      "button",
      { type: "button", onclick: () => this._addLane() },
      icon("plus"),
      "Lane",
    );
    this.controls = h(
      "div",
      { class: "race-controls card", hidden: true },
      this.play,
      this.slider,
      h("label", { class: "speed" }, h("span", { class: "note" }, "Speed"), this.speed),
    );
    this.element = h(
      "div",
      { class: "view race", "data-needs-server": "" },
      h(
        "header",
        { class: "view-head" },
        h(
          "div",
          {},
          h("h1", {}, "Race"),
          h(
            "p",
            {},
            "The same board, several ways to think. In step, each lane expands one node at a time; by time, each goes as fast as it really ran.",
          ),
        ),
      ),
      h(
        "div",
        { class: "row race-bar" },
        this.begin,
        this.add,
        segmented(
          "Race by",
          [
            ["expansions", "By expansions"],
            ["time", "By time"],
          ],
          this.measure,
          (measure) => this._measureBy(measure),
        ),
      ),
      this.status,
      this.lanes,
      this.controls,
    );
    this.cards = [];
    problem.addEventListener("change", ({ detail }) => detail.board && this._reset());
    this._start();
  }

  rest() {
    if (this.running) this._toggle();
  }

  async _start() {
    try {
      this.catalogue = await fetchCatalogue();
    } catch (error) {
      this.status.replaceChildren(problemBox(error));
      return;
    }
    for (const row of lanes.value) this._addLane(row);
  }

  _addLane(algorithm = "ida") {
    if (!this.catalogue || this.cards.length >= 4) return;
    const card = new LaneCard(this.catalogue, algorithm, {
      onchange: () => this._reset(),
      onremove: () => this._removeLane(card),
    });
    this.cards.push(card);
    this.lanes.append(card.element);
    this._reset();
  }

  _removeLane(card) {
    if (this.cards.length <= 2) return;
    this.cards = this.cards.filter((other) => other !== card);
    card.element.remove();
    this._reset();
  }

  _reset() {
    this.race = null;
    this.running = false;
    this._abort?.abort();
    this.controls.hidden = true;
    this.add.disabled = this.cards.length >= 4;
    for (const card of this.cards) card.rest(this.cards.length > 2);
  }

  async _prepare() {
    this._reset();
    if (!isSolvable(problem.cells, problem.goal, problem.shape)) {
      this.status.replaceChildren(
        h(
          "p",
          { class: "ask" },
          "This board cannot be solved, so nobody would ever arrive. “Set board…” shows why and can mend it.",
        ),
      );
      return;
    }
    const abort = new AbortController();
    this._abort = abort;
    this.status.replaceChildren(h("p", { class: "note" }, "Filming every lane…"));
    this.begin.disabled = true;
    try {
      const lanes = await Promise.all(this.cards.map((card) => this._film(card, abort.signal)));
      this.race = lanes;
      for (const [at, card] of this.cards.entries()) card.ready(lanes[at]);
      this.status.replaceChildren();
      this.controls.hidden = false;
      this._seek(0);
      this._toggle();
    } catch (error) {
      if (error.name !== "AbortError") this.status.replaceChildren(problemBox(error));
    } finally {
      this.begin.disabled = false;
    }
  }

  /** The film shows the way; a run of its own, unfilmed, tells the time it really takes. */
  async _film(card, signal) {
    const body = {
      ...requestBody(problem.value),
      ...card.choice,
      parameters: {},
      engine: "textbook",
    };
    const json = await post("/api/films", body, signal);
    const { seconds } = await runSearch(body, { signal });
    return new Lane(new Film(json), seconds);
  }

  _measureBy(measure) {
    this.measure = measure;
    if (this.race) this._seek(0);
  }

  _seek(part) {
    if (!this.race) return;
    this.part = part;
    const now = part * raceLength(this.race, this.measure);
    const order = places(this.race, this.measure);
    this.race.forEach((lane, at) => {
      const event = this.measure === "time" ? lane.atTime(now) : lane.atExpansion(Math.floor(now));
      this.cards[at].show(event, order[at], this.measure);
    });
    this.slider.value = Math.round(part * 1000);
    this.slider.setAttribute("aria-valuetext", `${Math.round(part * 100)} percent of the race`);
  }

  _toggle() {
    if (!this.race) return;
    this.running = !this.running;
    this._sayRunning();
    if (!this.running) return;
    if (this.part >= 1) this.part = 0;
    let before = performance.now();
    const tick = (now) => {
      if (!this.running) return;
      const speed = 2 ** Number(this.speed.value);
      this._seek(
        Math.min(1, this.part + (Math.min(0.25, (now - before) / 1000) * speed) / DURATION),
      );
      before = now;
      if (this.part < 1) requestAnimationFrame(tick);
      else {
        this.running = false;
        this._sayRunning();
      }
    };
    requestAnimationFrame(tick);
  }

  _sayRunning() {
    setIcon(this.play, this.running ? "pause" : "play");
    this.play.setAttribute("aria-label", this.running ? "Pause" : "Play");
  }
}
