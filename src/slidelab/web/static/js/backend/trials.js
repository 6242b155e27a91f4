// The trials that this browser records; if storage is denied, they last as long as the page.

import { IndexedTable } from "../indexed-table.js";

const table = new IndexedTable("slidelab-trials", "trials", { autoIncrement: true });
/** Older searches are deleted. */
const MOST = 20_000;

/** @type {Trial[]} */
const inPage = [];

/** Record a search. @param {Trial} trial */
export async function saveTrial(trial) {
  try {
    const last = Number(await table.use("readwrite", (store) => store.add(trial)));
    if (last > MOST)
      await table.use("readwrite", (store) => store.delete(IDBKeyRange.upperBound(last - MOST)));
  } catch {
    inPage.push(trial);
  }
}

/** Return all trials, oldest first. @returns {Promise<Trial[]>} */
export async function allTrials() {
  try {
    return [...(await table.use("readonly", (store) => store.getAll())), ...inPage];
  } catch {
    return inPage;
  }
}
