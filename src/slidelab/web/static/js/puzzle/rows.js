// A row in words, such as `wastar manhattan weight=2 tree`, taken apart and put together again.
// What its words mean is the server's to say.

/** {algorithm, heuristic, special}: the heuristic is "" where the row names none. */
export function splitRow(row, { heuristics }) {
  const [algorithm = "", ...others] = row.split(" ");
  const known = new Set(heuristics.map(({ name }) => name));
  const isFormula = (word) => /[+*(]/.test(word) && !word.includes("=");
  const heuristic = others.find((word) => known.has(word) || isFormula(word)) ?? "";
  return { algorithm, heuristic, special: others.filter((word) => word !== heuristic).join(" ") };
}

/** The row; an algorithm without a heuristic has no use for one. */
export function joinRow({ algorithm, heuristic, special }, { algorithms }) {
  const informed = algorithms.find(({ name }) => name === algorithm)?.informed;
  return [algorithm, informed ? heuristic : "", ...special.trim().split(/\s+/)]
    .filter(Boolean)
    .join(" ");
}

const CLASSICS = ["bfs", "dfs", "ids", "ucs", "greedy", "astar", "ida"];
const THREE = ["misplaced", "manhattan", "linear-conflict"];

/** Sets of rows to choose with one click: [{label, note, rows, left}], as a comparison has them. */
export function rowSets({ algorithms }) {
  const all = algorithms.map(({ name }) => name);
  const classics = CLASSICS.filter((name) => all.includes(name));
  return [
    { label: "All", note: "Every algorithm", rows: null, left: [] },
    { label: "None", note: "Untick every row", rows: null, left: all },
    { label: "Classics", note: classics.join(", "), rows: classics, left: [] },
    {
      label: "Three A*",
      note: `A* with ${THREE.join(", ")}`,
      rows: THREE.map((name) => `astar ${name}`),
      left: [],
    },
  ];
}
