// Pattern databases, built by the kernels as slidelab.engines.compiled.patterns.build has them
// build, on one core; and kept, so that they are built once.

import { Kernels } from "./call.js";
import { place } from "./tables.js";
import { letMessagesIn } from "./turns.js";

/**
 * The databases of patterns, from where they are kept, or built and kept there.
 * @param {any} program
 * @param {import("./tables.js").Tables} tables
 * @param {any[]} patterns
 * @param {import("./kept.js").Kept} kept
 * @param {(fraction: number) => void} progress called while they are being built
 * @param {AbortSignal} [signal]
 * @returns {Promise<Uint8Array[]>}
 */
export async function openDatabases(program, tables, patterns, kept, progress, signal) {
  const databases = [];
  for (const [number, pattern] of patterns.entries()) {
    let bytes = await kept.get(pattern.name);
    if (bytes?.length !== pattern.entries) {
      const report = (fraction) => progress((number + fraction) / patterns.length);
      bytes = await build(program, tables, pattern, report, signal);
      await kept.set(pattern.name, bytes);
    }
    databases.push(bytes);
  }
  return databases;
}

/**
 * One database, in a memory of its own: a breadth-first search from the goal placement.
 */
async function build(program, tables, { entries, tiles, seed }, report, signal) {
  const { cols, not_left, masks } = tables.facts.build;
  const kernels = new Kernels(program.module, program.manifest);
  const rules = place(kernels, tables, `build/${tiles}/`);
  const cells = rules.adjacent.shape[0];
  const value = kernels.array("uint8", [entries]);
  const arrays = {
    ...rules,
    value,
    visited: kernels.array(masks, [entries]),
    frontier: kernels.array(masks, [entries]),
    upcoming: kernels.array(masks, [entries]),
    places: kernels.array("uint64", [tiles]),
    owner: kernels.array("uint64", [cells]),
    stop: kernels.array("uint8", [1]),
    cols,
    not_left,
    first: 0,
    last: 0,
    level: 0,
  };
  const others = Array.from({ length: tiles - 1 }, (_, tile) => BigInt(tile + 1));
  const push = (movers) =>
    kernels.prepare(kernels.named(".push_moves")[0], {
      ...arrays,
      movers: kernels.array("uint64", [movers.length], movers),
    });
  const close = kernels.prepare(kernels.named(".close_slice")[0], arrays);
  const steps = [close, push(others), push([0n])];
  let { frontier, upcoming } = arrays;
  frontier.view[seed[0]] = seed[1];
  let found = 0;
  for (let level = 0; ; level++) {
    close.set("level", level);
    for (const step of steps) {
      step.set("frontier", frontier);
      step.set("upcoming", upcoming);
      let gained = 0n;
      for (let cell = 0; cell < cells; cell++) {
        step.set("first", (entries / cells) * cell);
        step.set("last", (entries / cells) * (cell + 1));
        const [more, fresh] = step.run() ?? [0n, 0n];
        gained += more;
        found += Number(fresh);
      }
      if (step === close && gained === 0n) return value.view.slice();
    }
    [frontier, upcoming] = [upcoming, frontier];
    report(found / entries);
    await letMessagesIn();
    signal?.throwIfAborted();
  }
}
