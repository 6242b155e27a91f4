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

/** How long a race is, in its own measure. */
export function raceLength(lanes, measure) {
  return measure === "time"
    ? Math.max(...lanes.map((lane) => lane.seconds ?? 0))
    : Math.max(...lanes.map((lane) => lane.expansions.length));
}

/** Lanes that found the goal in the order in which they got there; equals share a place. */
export function places(lanes, measure) {
  const key = (lane) => (measure === "time" ? lane.seconds : lane.expansions.length);
  const finishers = lanes.filter((lane) => lane.solved);
  return lanes.map((lane) =>
    lane.solved ? 1 + finishers.filter((other) => key(other) < key(lane)).length : null,
  );
}
