// Averages of recorded searches: by search for the table, and by path cost for the plot.

import { words } from "../ui/words.js";

/**
 * The name of a search in plain words, with what distinguishes it from the others.
 * @param {Averages} row
 * @param {Averages[]} rows
 * @param {Page[]} algorithms those of the catalogue
 */
export function label(row, rows, algorithms) {
  const differs = (/** @type {keyof Averages} */ key) =>
    rows.some((other) => other[key] !== row[key]);
  const { title = row.algorithm } = algorithms.find(({ name }) => name === row.algorithm) ?? {};
  return [
    row.heuristic ? `${title} with ${words(row.heuristic)}` : title,
    row.parameters,
    differs("shape") && row.shape.replace("x", " × "),
    differs("goal") && `goal ${row.goal}`,
    differs("counted_as") && `counted as ${row.counted_as}`,
    differs("engine") && `${row.engine} engine`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** The path costs of rows, the lowest first. */
export const costsOf = (/** @type {Averages[]} */ rows) =>
  [...new Set(rows.map(({ cost }) => cost).filter((cost) => cost !== null))].sort((a, b) => a - b);

/** @typedef {"expanded" | "seconds" | "max_frontier" | "max_depth"} Measure */
/** @type {[Measure, string][]} */
export const MEASURES = [
  ["expanded", "Nodes expanded"],
  ["seconds", "Time"],
  ["max_frontier", "Largest frontier"],
  ["max_depth", "Maximum depth"],
];
/** @typedef {{label: string, trials: number, cost: number} & Record<Measure, number>} Summary */

/**
 * One row per search: means over the trials that found a path, or over those of one path cost.
 * @param {Averages[]} rows @param {Page[]} algorithms @param {number | null} cost
 * @returns {Summary[]}
 */
export function summaries(rows, algorithms, cost = null) {
  const solved = rows.filter((row) => row.cost !== null && (cost === null || row.cost === cost));
  const groups = groupBy(solved, (row) => label(row, rows, algorithms));
  return [...groups].map(([name, group]) => {
    const trials = sum(group, (row) => row.trials);
    const mean = (/** @type {(row: Averages) => number | null} */ value) =>
      sum(group, (row) => (value(row) ?? 0) * row.trials) / trials;
    const means = MEASURES.map(([key]) => [key, mean((row) => row[`${key}_mean`])]);
    return { label: name, trials, cost: mean((row) => row.cost), ...Object.fromEntries(means) };
  });
}

/**
 * The averages by path cost of each search: [[label, its summaries]], most trials first.
 * @type {(rows: Averages[], algorithms: Page[]) => [string, Summary[]][]}
 */
export function series(rows, algorithms) {
  const found = costsOf(rows).flatMap((cost) => summaries(rows, algorithms, cost));
  const trials = (/** @type {Summary[]} */ group) => sum(group, (row) => row.trials);
  const groups = groupBy(found, (row) => row.label);
  return [...groups].sort(([, one], [, other]) => trials(other) - trials(one));
}

/** @type {<Row>(rows: Row[], value: (row: Row) => number) => number} */
const sum = (rows, value) => rows.reduce((total, row) => total + value(row), 0);

/**
 * @template Row
 * @param {Row[]} rows
 * @param {(row: Row) => string} key
 */
function groupBy(rows, key) {
  /** @type {Map<string, Row[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}
