// What a person did in this tab stays until the tab is closed, also when the page is loaded anew.

const key = (name) => `slidelab.tab.${name}`;

export function remember(name, value) {
  try {
    sessionStorage.setItem(key(name), JSON.stringify(value));
  } catch {
    forget(name); // too large, or not allowed: then it only lives as long as the page
  }
}

export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(key(name)));
  } catch {
    return null;
  }
}

export function forget(name) {
  try {
    sessionStorage.removeItem(key(name));
  } catch {
    // Where nothing may be kept, nothing is.
  }
}
