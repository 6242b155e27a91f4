// Several films of the same board side by side, kept in step by expansions or by time.

import { EXPAND } from "./events.js";

export class Lane {
  /** `seconds` is how long the search took when it ran by itself. */
  constructor(film, seconds = null) {
    this.film = film;
    this.seconds = seconds;
    this.expansions = [];
    for (let event = 0; event < film.length; event++) {
      if (film.kind[event] === EXPAND) this.expansions.push(event);
    }
  }

  /** The last event of the k-th expansion: its children are there, the next has not begun. */
  atExpansion(count) {
    if (count <= 0) return 0;
    if (count >= this.expansions.length) return this.film.length - 1;
    return this.expansions[count] - 1;
  }

  atTime(seconds) {
    if (!this.seconds) return this.film.length - 1;
    const part = Math.min(1, seconds / this.seconds);
    return Math.floor(part * (this.film.length - 1));
  }

  isDone(event) {
    return event >= this.film.length - 1;
  }

  get solved() {
    return (
      this.film.result?.cost !== null &&
      this.film.result?.cost !== undefined &&
      !this.film.truncated
    );
  }
}

/** Places can be had by `nodes` expanded, by `time`, or by `moves` of the path. */
export const MEASURES = [
  ["nodes", "Nodes"],
  ["time", "Time"],
  ["moves", "Moves"],
];

/** How long a race is: in seconds by time, else in expansions. */
export function raceLength(lanes, measure) {
  return measure === "time"
    ? Math.max(...lanes.map((lane) => lane.seconds ?? 0))
    : Math.max(...lanes.map((lane) => lane.expansions.length));
}

/** Lanes that found the goal, the best of the measure first; equals share a place. */
export function places(lanes, measure) {
  const key = {
    nodes: (lane) => lane.expansions.length,
    time: (lane) => lane.seconds,
    moves: (lane) => lane.film.result.cost,
  }[measure];
  const finishers = lanes.filter((lane) => lane.solved);
  return lanes.map((lane) =>
    lane.solved ? 1 + finishers.filter((other) => key(other) < key(lane)).length : null,
  );
}
