// Ways to use a typed heuristic or algorithm in the views that search.

import { problem } from "../problem.js";
import { encodeLink } from "../puzzle/link.js";
import { comparison } from "../store.js";
import { h } from "../ui/dom.js";

const VIEWS = [
  ["solve", "Solve"],
  ["watch", "Watch"],
  ["compare", "Compare"],
];

/** Buttons that take a search to the views that search; Compare gets a row of it. */
export function useSearch(/** @type {{algorithm: string, heuristic?: string}} */ search) {
  const row = [search.algorithm, search.heuristic].filter(Boolean).join(" ");
  const go = (/** @type {string} */ view) => () => {
    problem.update({ ...search, parameters: {} });
    const rows = comparison.value.rows ?? ["astar manhattan"];
    if (view === "compare")
      comparison.set({ ...comparison.value, rows: [...rows.filter((each) => each !== row), row] });
    location.hash = encodeLink(view, problem.value);
  };
  return VIEWS.map(([view, title]) => h("button.small", { onclick: go(view) }, title));
}
