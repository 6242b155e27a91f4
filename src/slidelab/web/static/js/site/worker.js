// A worker in which slidelab's Python runs. It hears {answer | begin | proceed | stop}; what it says
// are answers, events, a film, or that Python is lost.

// @ts-expect-error it is served beside the page, or written there by `slidelab site`
import { loadPyodide } from "../../../python/pyodide.js";
import { spareStack } from "./stack.js";

const HERE = new URL("../../../python/", import.meta.url);
const MEGABYTE = 1e6;

/** @param {any} message */
const say = (message, transfer = []) => postMessage(message, { transfer });

/** Counts what is fetched, so that one can see how far loading is. */
function countFetched(total) {
  const plain = globalThis.fetch;
  let done = 0;
  const tell = () =>
    say({ loading: { done: Math.round(done / MEGABYTE), total: Math.round(total / MEGABYTE) } });
  const count = (chunk, controller) => {
    done += chunk.length;
    tell();
    controller.enqueue(chunk);
  };
  tell();
  globalThis.fetch = async (...request) => {
    const response = await plain(...request);
    if (!response.ok) throw new Error(`${request[0]} could not be fetched (${response.status})`);
    const body = response.body.pipeThrough(new TransformStream({ transform: count }));
    return new Response(body, response);
  };
}

const read = async (name) => (await fetch(new URL(name, HERE))).text();

async function start() {
  const [site, catalogue] = await Promise.all(["site.json", "catalogue.json"].map(read));
  countFetched(JSON.parse(site).python_bytes);
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: HERE.href }),
    fetch(new URL("slidelab.zip", HERE)).then((response) => response.arrayBuffer()),
  ]);
  if (!spareStack(python._module)) console.warn("Python may not survive very long paths here.");
  python.unpackArchive(archive, "zip");
  const { Desk, asking_now_and_then } = python.pyimport("slidelab.web.desk");
  const desk = Desk(site, catalogue);
  say({ ready: true });
  return { desk, listening: asking_now_and_then(() => stopped) };
}

const tell = (event, data) => say({ event, data });
let stopped = false;
const started = start();

async function run({ desk, listening }, used = 0, seconds = 0) {
  stopped = false;
  // Where the browser can suspend WebAssembly, Python hears of a stop while it runs.
  const film = await desk.run.callPromising(tell, listening, used, seconds);
  if (!film) return;
  const bytes = film.toJs();
  film.destroy();
  say({ film: bytes }, [bytes.buffer]);
}

addEventListener("message", async ({ data }) => {
  if (data.stop) {
    stopped = true;
    return;
  }
  try {
    const python = await started;
    python.desk.take_code(data.code);
    if (data.answer) {
      say({ number: data.number, text: await python.desk.answer(data.answer, data.text) });
    } else if (data.begin) {
      const problem = python.desk.begin(data.begin, data.text);
      if (problem) tell("error", problem);
      else await run(python);
    } else await run(python, data.used, data.proceed);
  } catch (error) {
    say({ lost: String(error) }); // Python itself is beyond help
  }
});
