// Personal bests and averages, kept in the browser alone. Games with hints are not counted.

const KEY = "slidelab.records";
const KEPT = 100;

export class Records {
  constructor(storage) {
    this._storage = storage;
  }

  /** The games of one kind of puzzle, oldest first. */
  games(kind) {
    return this._all()[kind] ?? [];
  }

  /** Keeps a finished game and says which bests it broke. */
  add(kind, { moves, slides, milliseconds }) {
    const all = this._all();
    const before = all[kind] ?? [];
    const least = (field) => Math.min(...before.map((game) => game[field]));
    const broken = [];
    if (milliseconds < least("milliseconds")) broken.push("time");
    if (moves < least("moves")) broken.push("moves");
    all[kind] = [...before, { moves, slides, milliseconds }].slice(-KEPT);
    try {
      this._storage.setItem(KEY, JSON.stringify(all));
    } catch {
      // A full or forbidden storage must not spoil a game.
    }
    return broken;
  }

  summary(kind) {
    const games = this.games(kind);
    if (!games.length) return null;
    const times = games.map((game) => game.milliseconds);
    return {
      games: games.length,
      bestTime: Math.min(...times),
      bestMoves: Math.min(...games.map((game) => game.moves)),
      mean: mean(times),
      lastFive: games.length >= 5 ? trimmedMean(times.slice(-5)) : null,
      lastTwelve: games.length >= 12 ? trimmedMean(times.slice(-12)) : null,
    };
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

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** As speed solvers average: the best and the worst are left out. */
export function trimmedMean(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return mean(sorted.slice(1, -1));
}
