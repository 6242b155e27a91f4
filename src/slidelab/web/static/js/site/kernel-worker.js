// A worker in which kernels search. It hears a board, or that it is to stop, and says how far it is
// and what it found.

import { KernelLab } from "../kernels/lab.js";

const FOLDER = new URL("../../../kernels/", import.meta.url);

/** @param {any} message */
const say = (message) => postMessage(message);

async function read(name) {
  const response = await fetch(new URL(name, FOLDER));
  if (!response.ok) throw new Error(`${name} could not be fetched (HTTP ${response.status})`);
  return response.arrayBuffer();
}

const lab = new KernelLab(read);
const stopping = new AbortController();
/** The moves that any path needs, where Python knows better. */
const known = { atLeast: 0 };

addEventListener("message", async ({ data }) => {
  if (data.stop) {
    stopping.abort();
    return;
  }
  if (data.atLeast) {
    known.atLeast = data.atLeast;
    return;
  }
  const { cells, goal, shape, isExact, seconds } = data;
  const { signal } = stopping;
  const onprogress = (progress) => say({ event: "progress", data: JSON.stringify(progress) });
  const onimproved = (improved) => say({ improved });
  try {
    const found = isExact
      ? await lab.solveOptimally(cells, goal, { shape, onprogress, signal })
      : await lab.improve(
          cells,
          goal,
          Object.assign(known, { shape, seconds, onprogress, onimproved, signal }),
        );
    say({ found });
  } catch (error) {
    say({ lost: String(error) });
  }
});
