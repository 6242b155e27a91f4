// Personal bests, kept in the browser alone.

const KEPT = 100; // games of each kind; the bests stay for ever

/** What can be bettered, by smaller numbers, and the words for it. */
const BESTS = { milliseconds: "time", moves: "moves", slides: "slides" };

const of = (store, kind) => store.value[kind] ?? { games: [], bests: {} };

/**
 * Keep a finished game in a store, and return in words which bests it broke.
 * @param {{moves: number, slides: number, milliseconds: number}} game
 */
export function addGame(store, kind, game) {
  const { games, bests } = of(store, kind);
  const broken = Object.keys(BESTS).filter((name) => game[name] < (bests[name] ?? Infinity));
  const now = Object.fromEntries(broken.map((name) => [name, game[name]]));
  const kept = { games: [...games, game].slice(-KEPT), bests: { ...bests, ...now } };
  store.set({ ...store.value, [kind]: kept });
  return broken.map((name) => BESTS[name]);
}

/** {games, bests, mean} of a kind of game, or null before the first. */
export function summaryOf(store, kind) {
  const { games, bests } = of(store, kind);
  if (!games.length) return null;
  const total = games.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return { games: games.length, bests, mean: total / games.length };
}
