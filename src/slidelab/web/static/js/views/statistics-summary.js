// Averages of recorded searches: by search for the table, and by path cost for the plot.

import { words } from "../ui/words.js";

/**
 * The name of a search in plain words, with what distinguishes it from the others: defaults go
 * without saying, and an engine is named where the same algorithm ran on another one too.
 * @param {any} row
 * @param {any[]} rows
 * @param {any[]} algorithms those of the catalogue
 * @param {boolean} [engines] whether engines distinguish searches
 */
export function label(row, rows, algorithms, engines = true) {
  const differs = (key) => rows.some((other) => other[key] !== row[key]);
  const rivals = rows.filter(({ algorithm }) => algorithm === row.algorithm);
  const { title = row.algorithm, parameters = [] } =
    algorithms.find(({ name }) => name === row.algorithm) ?? {};
  const heuristic = row.heuristic ? ` with ${words(row.heuristic)}` : "";
  const named = engines && row.engine !== "auto" && rivals.some((it) => it.engine !== row.engine);
  return [
    title + heuristic,
    ...row.parameters.split(", ").filter((text) => !isDefault(text, parameters)),
    differs("shape") && row.shape.replace("x", " × "),
    differs("goal") && `goal ${row.goal}`,
    differs("counted_as") && `counted as ${row.counted_as}`,
    named && `${row.engine} engine`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Whether a parameter as statistics write it, such as `weight 1.5`, has its default. */
const isDefault = (text, parameters) =>
  parameters.some(
    ({ name, default: usual }) =>
      text.startsWith(`${words(name)} `) && Number(text.slice(name.length)) === usual,
  );

/** The rows that found a path by the names of their searches. */
export function bySearch(rows, algorithms, engines = true) {
  const groups = new Map();
  for (const row of rows) {
    if (row.cost === null) continue;
    const name = label(row, rows, algorithms, engines);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

const MEANS = ["cost", "seconds", "expanded", "max_depth"];

/**
 * One row per search, whatever engine ran it: [{label, trials, cost, seconds, expanded, max_depth}], means over all trials
 * that found a path; only those of this path cost, where one is given.
 * @param {number} [cost]
 */
export function summaries(rows, algorithms, cost = null) {
  const isCounted = (row) => cost === null || row.cost === cost;
  return [...bySearch(rows, algorithms, false)].flatMap(([name, all]) => {
    const group = all.filter(isCounted);
    if (!group.length) return [];
    const trials = group.reduce((sum, row) => sum + row.trials, 0);
    const mean = (key) => {
      const value = (row) => (key === "cost" ? row.cost : row[`${key}_mean`]);
      return group.reduce((sum, row) => sum + value(row) * row.trials, 0) / trials;
    };
    return [{ label: name, trials, ...Object.fromEntries(MEANS.map((key) => [key, mean(key)])) }];
  });
}

/** The path costs that there are, the lowest first. */
export const costsOf = (rows) =>
  [...new Set(rows.map(({ cost }) => cost).filter((cost) => cost !== null))].sort((a, b) => a - b);

/** @type {[string, string][]} */
export const MEASURES = [
  ["expanded", "Nodes expanded"],
  ["seconds", "Time"],
  ["max_frontier", "Largest frontier"],
  ["max_depth", "Maximum depth"],
];

const trialsOf = (rows) => rows.reduce((sum, row) => sum + row.trials, 0);

/**
 * A measure of the rows that found a path, by search: [[label, [{cost, trials, mean, median}, by
 * rising cost]], …], most trials first. Engines count the same, so only their times are kept apart.
 * @returns {any[][]}
 */
export function series(rows, measure, algorithms) {
  const searches = [...bySearch(rows, algorithms, measure === "seconds")];
  return searches
    .map(([name, group]) => [name, costsOf(group).map((cost) => averageOf(group, cost, measure))])
    .sort(([, one], [, other]) => trialsOf(other) - trialsOf(one));
}

/** The rows of one path cost as one; their median is known only where they agree on it. */
function averageOf(group, cost, measure) {
  const rows = group.filter((row) => row.cost === cost);
  const trials = trialsOf(rows);
  const sum = rows.reduce((all, row) => all + row[`${measure}_mean`] * row.trials, 0);
  const [median, ...others] = new Set(rows.map((row) => row[`${measure}_median`]));
  return { cost, trials, mean: sum / trials, median: others.length ? null : median };
}
