// Keeps arrays of bytes in the browser by their names. Where nothing may be kept, nothing is.

const DATABASE = "slidelab";
const STORE = "tables";

/**
 * Where databases are kept: anything that has these two.
 * @typedef {{get: (name: string) => Promise<Uint8Array | undefined>,
 *            set: (name: string, bytes: Uint8Array) => Promise<void>}} Kept
 */

/** @type {Kept} */
export const KEPT_IN_BROWSER = {
  get: (name) => request("readonly", (store) => store.get(name)).catch(() => undefined),
  set: (name, bytes) => request("readwrite", (store) => store.put(bytes, name)).catch(() => {}),
};

/**
 * What a request of the store results in, once it is complete.
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} ask
 * @returns {Promise<any>}
 */
async function request(mode, ask) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const asked = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
    opening.onblocked = () => reject(new Error("another tab keeps the tables of an older page"));
  });
}
