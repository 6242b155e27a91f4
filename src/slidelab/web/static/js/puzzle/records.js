// Personal bests and averages, kept in the browser alone.

import { rate } from "./game.js";

const KEPT = 100; // games of each kind; the bests stay for ever

export class Records {
  /** `store` holds the games and bests by kind. */
  constructor(store) {
    this._store = store;
  }

  /** Keeps a finished game and says in words which bests it broke. */
  add(kind, { moves, slides, milliseconds }) {
    const { games, bests: before } = this._of(kind);
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
    this._store.set({ ...this._store.value, [kind]: { games: games.slice(-KEPT), bests } });
    return broken;
  }

  /** {games, bests, mean, five, twelve}, or null before the first game. */
  summary(kind) {
    const { games, bests } = this._of(kind);
    if (!games.length) return null;
    const { five, twelve } = figures(games);
    const times = games.map((game) => game.milliseconds);
    return { games: games.length, bests, mean: mean(times), five, twelve };
  }

  _of(kind) {
    const { games = [], bests = {} } = this._store.value[kind] ?? {};
    return { games: [...games], bests };
  }
}

const fewer = (one, other) => one < other;
const more = (one, other) => one > other;

/** What can be bettered: the words for it, and which way is better. */
/** @type {Record<string, [string, (now: number, before: number) => boolean]>} */
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

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** As speed solvers average: the best and the worst are left out. */
export function trimmedMean(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return mean(sorted.slice(1, -1));
}
