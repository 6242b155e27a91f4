// Makes the recorded calls of a folder through its kernels.wasm, and prints what comes out otherwise.
//
//     node replay.mjs FOLDER
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { Kernels } from "../../../src/slidelab/web/static/js/kernels/call.js";

const folder = resolve(process.argv[2]);
const read = (name) => readFileSync(join(folder, name));
const manifest = JSON.parse(read("kernels.json"));
const module = new WebAssembly.Module(read("kernels.wasm"));
const { calls, tables } = JSON.parse(read("calls.json"));
const blob = read("calls.bin");
const PAGE = 65536;

const imported = WebAssembly.Module.imports(module).map((each) => each.name);
const listed = ["memory", ...manifest.imports];
if (imported.some((name) => !listed.includes(name))) console.log(`unlisted: ${imported}`);

const kernels = new Kernels(module, manifest);
const lowest = Math.min(...tables.map(place));
for (const table of tables) {
  const missing = place(table) + table.shape[0] - kernels.memory.buffer.byteLength;
  if (missing > 0) kernels.memory.grow(Math.ceil(missing / PAGE));
  const { at, shape } = table;
  const held = new Uint8Array(kernels.memory.buffer, place(table), shape[0]);
  held.set(blob.subarray(at, at + shape[0]));
}

// Of an address, a kernel uses the lower half here, so that is where a table has to be.
function place({ address }) {
  return Number(BigInt.asUintN(32, BigInt(address)));
}

function bytes(array) {
  return new Uint8Array(array.view.buffer, array.at, array.view.byteLength);
}

function replay(call) {
  const kernel = manifest.kernels.find((each) => each.export === call.export);
  const arrays = call.arrays.map(({ type, shape, at }) => {
    const array = kernels.array(type, shape);
    const held = bytes(array);
    held.set(blob.subarray(at, at + held.length));
    return array;
  });
  const values = call.values.map((value) => (typeof value === "number" ? arrays[value] : value));
  const named = kernel.arguments.map(({ name, type }, index) => [
    name,
    type === "bool" ? values[index] === "True" : values[index],
  ]);
  const prepared = kernels.prepare(kernel, Object.fromEntries(named));
  if (kernels.top > lowest) throw new Error("the arrays have reached the tables");
  const found = prepared.run();
  const result = found === null ? [] : [found].flat().map(String);
  const differing = call.arrays
    .map(({ after }, index) => [index, bytes(arrays[index]), after])
    .filter(([, held, after]) => !blob.subarray(after, after + held.length).equals(held))
    .map(([index]) => `array ${index}`);
  // Python writes a whole number of floating point as 12.0.
  const expected = kernel.returns === "d" ? call.result.map(Number) : call.result;
  if (`${result}` !== `${expected}`) differing.push(`${result} instead of ${expected}`);
  return differing;
}

for (const call of calls) {
  const differing = replay(call);
  if (differing.length > 0) console.log(`${call.export}: ${differing.join(", ")}`);
}
console.log(`${calls.length} calls replayed`);
