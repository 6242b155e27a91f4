// The web worker that runs slidelab's Python. It receives {folder} first and then {kind, body, code,
// number}; it posts {number, event} for each event, and {failure} if Python itself failed.

const MEGABYTE = 1e6;

/** @param {any} message */
const post = (message) => postMessage(message);

/** Report how much of the files was fetched. @param {number} total */
function countFetched(total) {
  const plain = globalThis.fetch;
  let done = 0;
  const report = () =>
    post({ loading: { done: Math.round(done / MEGABYTE), total: Math.round(total / MEGABYTE) } });
  /** @type {TransformerTransformCallback<Uint8Array, Uint8Array>} */
  const count = (chunk, controller) => {
    done += chunk.length;
    report();
    controller.enqueue(chunk);
  };
  report();
  globalThis.fetch = async (...request) => {
    const response = await plain(...request);
    if (!response.ok) throw new Error(`${request[0]} could not be fetched (${response.status})`);
    const body = response.body?.pipeThrough(new TransformStream({ transform: count }));
    return new Response(body, response);
  };
}

/** @param {string} folder */
async function start(folder) {
  const catalogue = await (await fetch(new URL("catalogue.json", folder))).text();
  countFetched(JSON.parse(catalogue).python_bytes);
  const { loadPyodide } = await import(new URL("pyodide.js", folder).href);
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: folder }),
    fetch(new URL("slidelab.zip", folder)).then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip");
  const lab = python.pyimport("slidelab.web.pyodide").PageLab(catalogue);
  post({ ready: true });
  return lab;
}

/** @type {Promise<any> | null} */
let started = null;

addEventListener("message", async ({ data: { folder, kind, body, code, number } }) => {
  started ??= start(folder);
  try {
    const lab = await started;
    if (!kind) return;
    post({ number, event: { event: "progress" } }); // Python has started
    lab.run(kind, body, code, (/** @type {string} */ text) =>
      post({ number, event: JSON.parse(text) }),
    );
  } catch (error) {
    post({ failure: String(error) });
  }
});
