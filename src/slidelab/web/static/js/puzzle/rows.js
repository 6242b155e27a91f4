// A row of a comparison in words, such as `wastar manhattan weight=2 tree`. What its words mean is
// the server's to say.

/**
 * The row with its algorithm's title: "A* search manhattan".
 * @param {string} row @param {Catalogue} catalogue
 */
export function rowTitle(row, { algorithms }) {
  const [name, ...others] = row.split(" ");
  const title = algorithms.find((one) => one.name === name)?.title ?? name;
  return [title, ...others].join(" ");
}

const CLASSICS = ["bfs", "dfs", "ids", "ucs", "greedy", "astar", "ida"];
const THREE = ["misplaced", "manhattan", "linear-conflict"];

/** Sets of rows to choose with one click, as a comparison has them. @param {Catalogue} catalogue */
export function rowSets({ algorithms }) {
  const all = algorithms.map(({ name }) => name);
  const classics = CLASSICS.filter((name) => all.includes(name));
  const three = THREE.map((name) => `astar ${name}`);
  return [
    { label: "All", note: "Every algorithm", rows: null, left: [] },
    { label: "None", note: "Untick every row", rows: null, left: all },
    { label: "Classics", note: classics.join(", "), rows: classics, left: [] },
    { label: "Three A*", note: `A* with ${THREE.join(", ")}`, rows: three, left: [] },
  ];
}
