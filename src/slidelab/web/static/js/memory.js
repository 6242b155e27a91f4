// What a person did in this tab stays until the tab is closed, also when the page is loaded anew;
// what belongs to the person rather than to the tab stays in the browser.

const key = (name) => `slidelab.tab.${name}`;

export function remember(name, value, storage = globalThis.sessionStorage) {
  try {
    storage.setItem(key(name), JSON.stringify(value));
  } catch {
    forget(name, storage); // too large, or not allowed: then it only lives as long as the page
  }
}

export function recall(name, storage = globalThis.sessionStorage) {
  try {
    return JSON.parse(storage.getItem(key(name)));
  } catch {
    return null;
  }
}

export function forget(name, storage = globalThis.sessionStorage) {
  try {
    storage.removeItem(key(name));
  } catch {
    // Where nothing may be kept, nothing is.
  }
}
