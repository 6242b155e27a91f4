// The searches that this browser remembers for the statistics, in IndexedDB; where that may not be
// used, as long as the page lives.

const NAME = "slidelab-trials";
const TABLE = "trials";
/** Searches beyond this are forgotten, the oldest first. */
const MOST = 20_000;

const inPage = [];

/** @returns {Promise<IDBDatabase>} */
const open = () =>
  new Promise((resolve, reject) => {
    const asking = indexedDB.open(NAME, 1);
    asking.onupgradeneeded = () => asking.result.createObjectStore(TABLE, { autoIncrement: true });
    asking.onsuccess = () => resolve(asking.result);
    asking.onerror = () => reject(asking.error);
  });

/** What comes of one request to the table. */
async function use(mode, ask) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const request = ask(database.transaction(TABLE, mode).objectStore(TABLE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

export async function keepTrial(trial) {
  try {
    const last = Number(await use("readwrite", (table) => table.add(trial)));
    if (last > MOST)
      await use("readwrite", (table) => table.delete(IDBKeyRange.upperBound(last - MOST)));
  } catch {
    inPage.push(trial);
  }
}

/** All of them, oldest first. */
export async function allTrials() {
  try {
    return [...(await use("readonly", (table) => table.getAll())), ...inPage];
  } catch {
    return inPage;
  }
}
