// Buttons that use a search in other views.

import { problem } from "../problem.js";
import { encodeLink } from "../puzzle/link.js";
import { comparison } from "../store.js";
import { h } from "../ui/dom.js";

const VIEWS = [
  ["solve", "Solve"],
  ["watch", "Watch"],
  ["compare", "Compare"],
];

/** Return buttons that open a search in Solve, Watch, or as a row in Compare. */
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
