// The server as a backend. A quick request is a POST; so is a job, whose response is a stream of JSON
// lines.

import { BackendError } from "./error.js";
import { Semaphore } from "./semaphore.js";

/** Browsers open few connections to a host; some stay free for quick requests. */
const jobs = new Semaphore(3);

/** @param {string} path @param {RequestInit} [options] */
async function send(path, options) {
  const response = await fetch(path, options).catch((error) => {
    throw error.name === "AbortError" ? error : lost();
  });
  if (response.ok) return response;
  const { title, problems } = await response.json().catch(() => ({}));
  const words = problems ?? [`The server answered with HTTP ${response.status}.`];
  throw new BackendError(title ?? response.statusText, words);
}

const lost = () =>
  new BackendError("The server does not answer", ["You can keep playing. Is it still running?"]);

/** @type {(path: string, body: object, signal?: AbortSignal) => Promise<Response>} */
const post = (path, body, signal) =>
  send(path, {
    method: "POST",
    signal,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

/**
 * Yield the values of a stream of JSON lines, each as soon as its line is complete.
 * @param {ReadableStream<Uint8Array>} stream @returns {AsyncGenerator<Message>}
 */
export async function* readLines(stream) {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  const read = () =>
    reader.read().catch((error) => {
      throw error instanceof TypeError ? lost() : error;
    });
  /** @type {string[]} */
  let parts = [];
  try {
    for (let chunk = await read(); !chunk.done; chunk = await read()) {
      const lines = decoder.decode(chunk.value, { stream: true }).split("\n");
      parts.push(lines[0]);
      for (const line of lines.slice(1)) {
        yield JSON.parse(parts.join(""));
        parts = [line];
      }
    }
  } finally {
    reader.cancel().catch(() => null);
  }
}

/** @type {Backend["run"]} */
async function run(kind, body, onevent, signal) {
  await jobs.acquire(onevent, signal);
  try {
    const response = await post(`api/jobs/${kind}`, body, signal);
    for await (const event of readLines(/** @type {ReadableStream} */ (response.body))) {
      if (event.event === "result") return event.result;
      if (event.event === "error") throw new BackendError(event.title, event.problems);
      onevent(event);
    }
    throw new BackendError("The connection was lost", ["The search was stopped. Start it again."]);
  } finally {
    jobs.release();
  }
}

/** @type {Backend["ask"]} */
const ask = async (kind, body) => (await post(`api/${kind}`, body)).json();

/** @type {Backend} */
export const http = {
  hasServer: true,
  catalogue: async () => (await send("api/catalogue")).json(),
  ask,
  run,
  stats: (chosen) => ask("stats", chosen),
  onloading: () => {},
};
