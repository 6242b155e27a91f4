// The rows of a comparison: a field that adds one, and the searches behind them.

import { runJob } from "../backend/jobs.js";
import { goalCells } from "../puzzle/grid.js";
import { requestBody } from "../puzzle/link.js";
import { isSolvable } from "../puzzle/solvability.js";
import { heuristicOptions } from "../ui/chooser.js";
import { field, h, select } from "../ui/dom.js";

const AT_ONCE = 2; // one page should not fill the server

/**
 * Return a row, such as `wastar manhattan weight=2 tree`, with the title of its algorithm.
 * @param {string} row @param {Catalogue} catalogue
 */
export function rowTitle(row, { algorithms }) {
  const [name, ...others] = row.split(" ");
  const title = algorithms.find((one) => one.name === name)?.title ?? name;
  return [title, ...others].join(" ");
}

/**
 * Return a form for a row, written as for `slidelab compare -a`, with menus that write one.
 * @param {Catalogue} catalogue
 * @param {(row: string) => Promise<void>} onadd throws an error if the row is invalid
 */
export function rowForm(catalogue, onadd) {
  const { algorithms } = catalogue;
  const trouble = h("p.bad-word", { role: "alert", hidden: true });
  const input = h("input", {
    type: "text",
    maxlength: 200,
    placeholder: "wastar manhattan weight=2 tree",
    autocomplete: "off",
    spellcheck: "false",
  });
  const write = () => {
    const informed = algorithms.find(({ name }) => name === algorithm.value)?.informed;
    heuristic.disabled = !informed;
    const parts = [algorithm.value, informed && heuristic.value, version.value];
    input.value = parts.filter(Boolean).join(" ");
  };
  const titles = algorithms.map(({ name, title }) => [name, title]);
  const algorithm = select(titles, algorithms[0].name, write);
  const heuristic = select([["", "as above"], ...heuristicOptions(catalogue, "")], "", write);
  const versions = [
    ["", "as above"],
    ["graph", "Graph"],
    ["tree", "Tree"],
    ["random", "Random order"],
  ];
  const version = select(versions, "", write);
  const onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const row = input.value.trim().replaceAll(/\s+/g, " ");
    if (!row) return;
    trouble.hidden = true;
    try {
      await onadd(row);
      input.value = "";
    } catch (error) {
      trouble.textContent = /** @type {Error} */ (error).message;
      trouble.hidden = false;
    }
  };
  return h(
    "form.stack.row-field",
    { onsubmit },
    h(
      "div.row",
      field("Algorithm of the row", algorithm),
      field("Heuristic of the row", heuristic),
      field("Version of the row", version),
      field("Add a row", input),
      h("button", { type: "submit" }, "Add"),
    ),
    trouble,
    h(
      "p.note",
      "An algorithm with options: a heuristic, graph or tree, random or random=7, a preset, weight=2, or ties=last-in. A random order is drawn five times.",
    ),
  );
}

/**
 * Run the searches of rows.
 * @param {Map<string, RowPlan>} plans
 * @param {Problem} searched
 * @param {AbortSignal} signal
 * @param {(row: string, found: import("../store.js").Found | null) => void} report is called with
 *   null when the searches of a row begin, and with their results when they have ended
 */
export async function searchRows(plans, searched, signal, report) {
  const { cells, shape, goal } = requestBody(searched);
  const force = !isSolvable(
    searched.cells,
    goalCells(searched.goal, searched.shape),
    searched.shape,
  );
  const queue = plans.entries();
  const work = async () => {
    for (const [row, { searches, counted_as, promises_shortest }] of queue) {
      if (signal.aborted) return;
      report(row, null);
      try {
        const results = [];
        for (const search of searches) {
          const body = { cells, shape, goal, force, ...search };
          const { files, ...result } = await runJob("search", body, { signal });
          results.push({ ...result, csv: files["result.csv"] });
        }
        report(row, { results, counted_as, promises_shortest });
      } catch (error) {
        const { name, message } = /** @type {Error} */ (error);
        report(row, { failed: name === "AbortError" ? "stopped" : message });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
