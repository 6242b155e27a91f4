// Personal bests and averages, kept in the browser alone.

import { rate } from "./game.js";

const KEY = "slidelab.records";
const KEPT = 100; // games of each kind; the bests stay for ever

export class Records {
  constructor(storage) {
    this._storage = storage;
  }

  /** Keeps a finished game and says in words which bests it broke. */
  add(kind, { moves, slides, milliseconds }) {
    const all = this._all();
    const { games, bests: before } = read(all[kind]);
    games.push({ moves, slides, milliseconds });
    const now = figures(games);
    const bests = { ...before };
    const broken = [];
    for (const [name, [words, better]] of Object.entries(BESTS)) {
      const least = before[name] ?? null;
      if (now[name] === null || (least !== null && !better(now[name], least))) continue;
      bests[name] = now[name];
      if (words) broken.push(words);
    }
    all[kind] = { games: games.slice(-KEPT), bests };
    try {
      this._storage.setItem(KEY, JSON.stringify(all));
    } catch {
      // A full or forbidden storage must not spoil a game.
    }
    return broken;
  }

  /** {games, bests, mean, five, twelve}, or null before the first game. */
  summary(kind) {
    const { games, bests } = read(this._all()[kind]);
    if (!games.length) return null;
    const { five, twelve } = figures(games);
    const times = games.map((game) => game.milliseconds);
    return { games: games.length, bests, mean: mean(times), five, twelve };
  }

  _all() {
    try {
      const all = JSON.parse(this._storage.getItem(KEY));
      return all && typeof all === "object" ? all : {};
    } catch {
      return {};
    }
  }
}

const fewer = (one, other) => one < other;
const more = (one, other) => one > other;

/** What can be bettered: the words for it, and which way is better. */
const BESTS = {
  milliseconds: ["time", fewer],
  moves: ["moves", fewer],
  slides: ["slides", fewer],
  rate: ["", more],
  five: ["average of 5", fewer],
  twelve: ["average of 12", fewer],
};

/** What the last game, and the averages that end with it, come to. */
function figures(games) {
  const last = games.at(-1);
  const times = games.map((game) => game.milliseconds);
  return {
    ...last,
    rate: rate(last),
    five: games.length >= 5 ? trimmedMean(times.slice(-5)) : null,
    twelve: games.length >= 12 ? trimmedMean(times.slice(-12)) : null,
  };
}

const read = (kept) => ({ games: kept?.games ?? [], bests: kept?.bests ?? {} });

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** As speed solvers average: the best and the worst are left out. */
export function trimmedMean(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return mean(sorted.slice(1, -1));
}
