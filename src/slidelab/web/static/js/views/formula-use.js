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

/**
 * Buttons that take the formula to the views that search.
 * @param {string} name
 */
export function useFormula(name) {
  const go = (view) => () => {
    // A search that uses no heuristic would have no use for it.
    problem.update({ heuristic: name, algorithm: "astar", parameters: {} });
    if (view === "race") lanes.set(["astar manhattan", `astar ${name}`]);
    if (view === "compare") {
      const { rows } = comparison.value;
      const row = `astar ${name}`;
      if (rows && !rows.includes(row))
        comparison.set({ ...comparison.value, rows: [...rows, row] });
    }
    location.hash = encodeLink(view, problem.value, {
      rows: view === "race" ? lanes.value : [],
    });
  };
  const views = [
    ["solve", "Solve"],
    ["watch", "Watch"],
    ["race", "Race"],
    ["compare", "Compare"],
  ];
  return h(
    "section",
    { class: "card row", "aria-label": "Use the formula" },
    h("p", {}, "It is among the heuristics now. Use it in"),
    views.map(([view, title]) =>
      h("button", { type: "button", class: "small", onclick: go(view) }, title),
    ),
  );
}
