// A table of the browser's IndexedDB.

/** Opens its database for each use, so that no tab blocks another's. */
export class IndexedTable {
  /** @param {string} database @param {string} table @param {IDBObjectStoreParameters} [options] */
  constructor(database, table, options) {
    this._database = database;
    this._table = table;
    this._options = options;
  }

  /**
   * Make one request in a transaction and return its result; rejects where storage is denied.
   * @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<any>}
   */
  async use(mode, ask) {
    const database = await this._open();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(this._table, mode);
        const request = ask(transaction.objectStore(this._table));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      database.close();
    }
  }

  /** @returns {Promise<IDBDatabase>} */
  _open() {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(this._database, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(this._table, this._options);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
  }
}
