// Searches by kernels in Node, for web_assembly_speed.py: prints the processor seconds of each.
//
//     node web_assembly_speed.mjs FOLDER < searches.json
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { KernelLab } from "../src/slidelab/web/static/js/kernels/lab.js";

const kept = new Map();
const storage = {
  get: async (name) => kept.get(name),
  set: async (name, bytes) => void kept.set(name, bytes),
};
const lab = new KernelLab((name) => readFile(join(process.argv[2], name)), storage);

for (const [method, cells, goal, options] of JSON.parse(readFileSync(0, "utf8"))) {
  const before = process.cpuUsage();
  const { cost, counters } = await lab[method](cells, goal, options);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify([cost, counters.expanded, (user + system) / 1e6]));
}
