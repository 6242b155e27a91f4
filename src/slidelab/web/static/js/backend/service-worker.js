// Keeps the files of the site in the browser, so that it opens at once and without a network. That
// is all it does. `slidelab site` fills in the files and a version made of what is in them.

const VERSION = "";
/** @type {string[]} */
const FILES = [];

/**
 * @typedef {object} WorkerEvent
 * @property {Request} request
 * @property {(done: Promise<unknown>) => void} waitUntil
 * @property {(response: Promise<Response>) => void} respondWith
 */
/**
 * @type {{registration: {scope: string},
 *   addEventListener: (name: string, listener: (event: WorkerEvent) => void) => void}}
 */
const worker = /** @type {any} */ (self);
const NAME = `slidelab-${VERSION}`;

worker.addEventListener("install", (event) => {
  // What the page has just fetched is not fetched twice: the server says that it has not changed.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

worker.addEventListener("activate", (event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith("slidelab-") && name !== NAME;
  const remove = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
  };
  event.waitUntil(remove());
});

/** @param {Request} request */
async function find(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  // A folder without its slash is sent on to it, as servers do.
  if (request.mode === "navigate" && (await cache.match(`${request.url}/`, { ignoreSearch: true })))
    return Response.redirect(`${request.url}/`);
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone()); // what few need: the plots
  return response;
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && request.url.startsWith(worker.registration.scope);
  if (isOurs) event.respondWith(find(request));
});
