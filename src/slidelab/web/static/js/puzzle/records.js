// Personal bests, stored in the browser.

/**
 * @typedef {{moves: number, milliseconds: number}} FinishedGame
 * @typedef {FinishedGame & {games: number}} Bests of one kind of game
 * @typedef {Record<string, Bests>} Records by the kind of game
 * @typedef {{value: Records, set: (records: Records) => void}} RecordStore
 */

/**
 * Add a finished game to a store, and return the bests it broke: "time", "moves".
 * @param {RecordStore} store @param {string} kind @param {FinishedGame} game
 */
export function addGame(store, kind, { moves, milliseconds }) {
  const before = store.value[kind] ?? { games: 0, moves: Infinity, milliseconds: Infinity };
  const now = {
    games: before.games + 1,
    moves: Math.min(before.moves, moves),
    milliseconds: Math.min(before.milliseconds, milliseconds),
  };
  store.set({ ...store.value, [kind]: now });
  const broken = [
    now.milliseconds < before.milliseconds ? "time" : "",
    now.moves < before.moves ? "moves" : "",
  ];
  return broken.filter(Boolean);
}
