// One value that is watched, and kept in the browser under a name. Nothing else touches the
// browser's storage.

/** A page in a sandbox may not even ask for it. */
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

/** Every change fires `change`, and is kept where there is an area that takes it. */
export class Store extends EventTarget {
  constructor(name, initial = null, area = TAB) {
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

  /** `detail` goes with the event. */
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

  _read() {
    try {
      return JSON.parse(this._area.getItem(this._key)) ?? this._initial;
    } catch {
      return this._initial;
    }
  }
}
