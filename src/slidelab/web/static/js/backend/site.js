// The backend of a written site, which has no server: Python in the page, loaded from the start, and
// a service worker that keeps the site's files.

import { loadAhead, pyodide } from "./pyodide.js";

export const backend = pyodide;

addEventListener("load", () => {
  loadAhead();
  const address = new URL("service-worker.js", document.baseURI);
  navigator.serviceWorker?.register(address).catch(() => null);
});
