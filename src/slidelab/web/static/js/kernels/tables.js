// Reads the tables that lie beside the kernels; slidelab.engines.compiled.web_tables writes them.

import { KINDS } from "./call.js";

/**
 * Constants, and arrays by the names that kernels give their arguments.
 * @typedef {{type: string, shape: number[], values: any}} Table
 * @typedef {{facts: any, arrays: Record<string, Table>}} Tables
 */

/**
 * @param {BufferSource} compressed the content of a file
 * @returns {Promise<Tables>}
 */
export async function readTables(compressed) {
  const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const buffer = await new Response(stream).arrayBuffer();
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const arrays = Object.entries(header.arrays).map(([name, { type, shape, at }]) => {
    const size = shape.reduce((product, side) => product * side, 1);
    return [name, { type, shape, values: new KINDS[type](buffer, 4 + length + at, size) }];
  });
  return { facts: header.facts, arrays: Object.fromEntries(arrays) };
}

/**
 * Copies of all tables whose names begin like this, in the memory of kernels, without it.
 * @param {import("./call.js").Kernels} kernels
 * @param {Tables} tables
 * @param {string} prefix
 */
export function place(kernels, { arrays }, prefix) {
  const own = Object.entries(arrays).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(
    own.map(([name, { type, shape, values }]) => [
      name.slice(prefix.length),
      kernels.array(type, shape, values),
    ]),
  );
}
