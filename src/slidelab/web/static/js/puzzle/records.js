// Personal bests, kept in the browser alone.

const KEPT = 100; // games of each kind; the bests stay for ever

/**
 * @typedef {{moves: number, slides: number, milliseconds: number}} FinishedGame
 * @typedef {{games: FinishedGame[], bests: Partial<FinishedGame>}} Kept of one kind of game
 * @typedef {{[kind: string]: Kept}} Records
 * @typedef {{value: Records, set: (records: Records) => void}} RecordStore
 */

/** @type {[keyof FinishedGame, string][]} What can be bettered, by smaller numbers, in words. */
const BESTS = [
  ["milliseconds", "time"],
  ["moves", "moves"],
  ["slides", "slides"],
];

/** @param {RecordStore} store @param {string} kind @returns {Kept} */
const of = (store, kind) => store.value[kind] ?? { games: [], bests: {} };

/**
 * Keep a finished game in a store, and return in words which bests it broke.
 * @param {RecordStore} store @param {string} kind @param {FinishedGame} game
 */
export function addGame(store, kind, game) {
  const { games, bests } = of(store, kind);
  const broken = BESTS.filter(([name]) => game[name] < (bests[name] ?? Infinity));
  const now = Object.fromEntries(broken.map(([name]) => [name, game[name]]));
  const kept = { games: [...games, game].slice(-KEPT), bests: { ...bests, ...now } };
  store.set({ ...store.value, [kind]: kept });
  return broken.map(([, words]) => words);
}

/**
 * {games, bests, mean} of a kind of game, or null before the first.
 * @param {RecordStore} store @param {string} kind
 */
export function summaryOf(store, kind) {
  const { games, bests } = of(store, kind);
  if (!games.length) return null;
  const total = games.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return { games: games.length, bests, mean: total / games.length };
}
