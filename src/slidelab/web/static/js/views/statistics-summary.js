// Trials in the table that most people come for: one row per search, averages over its trials.

/** The name of a search in plain words, with what distinguishes it from the others; `engines` says
 * whether engines do. */
export function label(row, rows, titles, engines = true) {
  const differs = (key) => rows.some((other) => other[key] !== row[key]);
  const title = titles[row.algorithm] ?? row.algorithm;
  const heuristic = row.heuristic ? ` with ${row.heuristic.replaceAll(/[-_]/g, " ")}` : "";
  return [
    title + heuristic,
    row.parameters,
    differs("shape") && row.shape.replace("x", " × "),
    differs("goal") && `goal ${row.goal}`,
    differs("counted_as") && `counted as ${row.counted_as}`,
    engines && differs("engine") && `${row.engine === "auto" ? "automatic" : row.engine} engine`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** The rows that found a path by the names of their searches. */
export function bySearch(rows, titles, engines = true) {
  const groups = new Map();
  for (const row of rows) {
    if (row.cost === null) continue;
    const name = label(row, rows, titles, engines);
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
export function summaries(rows, titles, cost = null) {
  const isCounted = (row) => cost === null || row.cost === cost;
  return [...bySearch(rows, titles, false)].flatMap(([name, all]) => {
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
