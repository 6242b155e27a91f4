// Values that are stored in the browser and fire an event when they change.

/**
 * Return a storage area of the browser; null if it is denied, as in a sandboxed frame.
 * @param {"sessionStorage" | "localStorage"} name @returns {Storage | null}
 */
function findArea(name) {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** For what belongs to a tab: it survives a reload, but not closing the tab. */
const TAB = findArea("sessionStorage");
/** For what belongs to the visitor: all tabs share it. */
export const BROWSER = findArea("localStorage");

/**
 * A value that fires `change` when it is set, and is stored if the browser allows it.
 * @template Value
 */
export class Store extends EventTarget {
  /** @param {string} name @param {Value} initial */
  constructor(name, initial, area = TAB) {
    super();
    this._key = `slidelab.${name}`;
    this._initial = initial;
    this._area = area;
    this.value = this._read();
    globalThis.addEventListener?.("storage", ({ storageArea, key }) => {
      if (storageArea !== area || (key ?? this._key) !== this._key) return;
      this.value = this._read(); // one tab must not overwrite another's
      this._fireChange();
    });
  }

  /** Change the value; `detail` goes with the event. @param {Value} value */
  set(value, detail = {}) {
    this.value = value;
    try {
      this._area?.setItem(this._key, JSON.stringify(value));
    } catch {
      this._area?.removeItem(this._key); // too large: it lasts as long as the page
    }
    this._fireChange(detail);
  }

  _fireChange(detail = {}) {
    this.dispatchEvent(new CustomEvent("change", { detail: { value: this.value, ...detail } }));
  }

  /** @returns {Value} */
  _read() {
    try {
      return JSON.parse(this._area?.getItem(this._key) ?? "null") ?? this._initial;
    } catch {
      return this._initial;
    }
  }
}
