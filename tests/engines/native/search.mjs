// Runs searches by the kernels of a folder, and prints what came of them as JSON.
//
//     node search.mjs FOLDER < searches.json
//
// The input has for each search the name of a method, its arguments, and how often it may report
// progress before it is stopped.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { KernelLab } from "../../../src/slidelab/web/static/js/kernels/lab.js";

const kept = new Map();
const storage = {
  get: async (name) => kept.get(name),
  set: async (name, bytes) => void kept.set(name, bytes),
};
const folder = process.argv[2];
const lab = new KernelLab((name) => readFile(join(folder, name)), storage);
const METHODS = {
  solveOptimally: (...search) => lab.solveOptimally(...search),
  improve: (...search) => lab.improve(...search),
  async prove(cells, goal, { shape, slices }) {
    const pass = await lab.provingPass(cells, goal, shape);
    for (let slice = 0; slice < slices; slice++) pass.advance();
    return { bounds: pass.bounds, nodes: pass.nodes, path: pass.path };
  },
};
const found = [];
for (const [method, cells, goal, options, reports] of JSON.parse(readFileSync(0, "utf8"))) {
  const stopping = new AbortController();
  const progress = [];
  const onprogress = (news) => {
    progress.push(news);
    if (progress.length === reports) stopping.abort();
  };
  const improved = [];
  const onimproved = (better) => improved.push(better);
  const watched = { ...options, onprogress, onimproved, signal: stopping.signal };
  found.push({ ...(await METHODS[method](cells, goal, watched)), progress, improved });
}
const tables = Object.fromEntries(
  await Promise.all(
    [...kept].map(async ([name, bytes]) => {
      const digest = await crypto.subtle.digest("SHA-256", bytes);
      return [name, Buffer.from(digest).toString("hex")];
    }),
  ),
);
console.log(JSON.stringify({ found, tables }));
