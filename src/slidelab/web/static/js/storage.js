// One value that is watched, and kept in the browser under a name. Nothing else touches the
// browser's storage.

/**
 * Return a storage area of the browser, or null where a page in a sandbox may not ask for it.
 * @param {"sessionStorage" | "localStorage"} name @returns {Storage | null}
 */
function areaOf(name) {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** What belongs to a tab: it stays until the tab is closed, also when the page is reloaded. */
const TAB = areaOf("sessionStorage");
/** What belongs to the person: it is the same in every tab. */
export const BROWSER = areaOf("localStorage");

/**
 * A value; every change fires `change`, and is kept where there is an area that takes it.
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
      this._tell();
    });
  }

  /** Change the value; `detail` goes with the event. @param {Value} value */
  set(value, detail = {}) {
    this.value = value;
    try {
      this._area?.setItem(this._key, JSON.stringify(value));
    } catch {
      this._area?.removeItem(this._key); // too large: then it only lives as long as the page
    }
    this._tell(detail);
  }

  _tell(detail = {}) {
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
