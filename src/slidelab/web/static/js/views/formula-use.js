// A formula that was proved or refuted can be used wherever a heuristic is chosen.

import { encodeLink } from "../puzzle/link.js";
import { comparison, formulas, lanes, problem } from "../store.js";
import { h } from "../ui/dom.js";

const MOST = 20; // kept formulas; older ones give way

function verdictOf({ admissible, consistent, complete }, shape) {
  const found = admissible ? (consistent ? "consistent" : "admissible") : "overestimates";
  return `${found} on ${shape}${complete ? "" : ", sampled"}`;
}

/**
 * Keeps a formula with its verdict among the heuristics.
 * @param {string} name
 * @param {string} shape
 */
export function keepFormula(name, proof, shape) {
  const others = formulas.value.filter((one) => one.name !== name);
  formulas.set([{ name, verdict: verdictOf(proof, shape) }, ...others].slice(0, MOST));
}

const VIEWS = [
  ["solve", "Solve"],
  ["watch", "Watch"],
  ["race", "Race"],
  ["compare", "Compare"],
];

/**
 * Buttons that take a search to the views that search; it is raced against another.
 * @param {{algorithm: string, heuristic?: string}} search
 * @param {string} rival
 */
export function useSearch(search, rival = "astar manhattan") {
  const row = [search.algorithm, search.heuristic].filter(Boolean).join(" ");
  const go = (view) => () => {
    problem.update({ ...search, parameters: {} });
    if (view === "race") lanes.set([rival, row]);
    if (view === "compare") {
      const { rows } = comparison.value;
      if (rows && !rows.includes(row))
        comparison.set({ ...comparison.value, rows: [...rows, row] });
    }
    location.hash = encodeLink(view, problem.value, {
      rows: view === "race" ? lanes.value : [],
    });
  };
  return VIEWS.map(([view, title]) => h("button.small", { onclick: go(view) }, title));
}

/** A search that uses no heuristic would have no use for one's own. */
export const withHeuristic = (heuristic) => useSearch({ algorithm: "astar", heuristic });

/** @param {string} name */
export const useFormula = (name) =>
  h(
    "section.card.row",
    { "aria-label": "Use the formula" },
    h("p", "It is among the heuristics now. Use it in"),
    withHeuristic(name),
  );
