// The report of a proof about a heuristic: the verdict first, then the evidence.

import { problem } from "../problem.js";
import { parseShape } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { Chart } from "../ui/chart.js";
import { h, whole } from "../ui/dom.js";
import { SortableTable } from "../ui/table.js";
import { colour } from "../ui/theme.js";
import { sentence, words } from "../ui/words.js";
import "../elements/slide-board.js";

/** @type {(proof: Proof, name: string, shape: string) => HTMLElement} */
export function proofReport(proof, name, shape) {
  const { admissible, consistent, errors, orderings, costs } = proof;
  const short = proof.mean_error.toFixed(2);
  return h(
    "div.stack",
    h(
      "header.result-head",
      h("h2", title(proof, name)),
      h("p.note", `${sentence(proof.strength)}.`),
    ),
    h(
      "div.columns.verdicts",
      verdict("Admissible", admissible, proof.overestimate, proof, shape, [
        "It never overestimates.",
        `It overestimates on ${whole(proof.overestimated)} boards.`,
      ]),
      verdict("Consistent", consistent, proof.inconsistency, proof, shape, [
        "No move lowers it by more than 1.",
        `${whole(proof.inconsistent_moves)} moves lower it by more than 1.`,
      ]),
    ),
    card(
      "Error by distance",
      `It is exact on ${whole(proof.exact)} of ${whole(proof.measured)} boards; on average it is ${short} moves short.`,
      errorChart(errors),
      h("details", h("summary", "As a table"), table("Error by distance", ERRORS, errors)),
    ),
    orderings?.length
      ? card("Compared with other heuristics", "", table("Comparison", ORDERINGS, orderings))
      : null,
    costs?.length ? card("What A* does with it", "", table("A* by distance", COSTS, costs)) : null,
  );
}

/** @type {(heading: string, note: string, ...content: Child[]) => HTMLElement} */
const card = (heading, note, ...content) =>
  h("section.card.stack", h("h2", heading), note ? h("p.note", sentence(note)) : null, content);

/** @type {(proof: Proof, name: string) => string} */
function title({ admissible, consistent }, name) {
  const shown = /^[a-z ]+$/i.test(name) ? sentence(name) : name; // a formula stays as it is written
  if (admissible && consistent) return `${shown} is admissible and consistent`;
  if (admissible) return `${shown} is admissible, but not consistent`;
  return `${shown} overestimates`;
}

/**
 * @param {string} promise
 * @param {boolean} isKept
 * @param {Counterexample | null} example
 * @param {Proof} proof
 * @param {string} shape
 * @param {[kept: string, broken: string]} words
 */
function verdict(promise, isKept, example, proof, shape, [kept, broken]) {
  const mark = h("span.verdict-mark", { "aria-hidden": "true" }, isKept ? "✓" : "✗");
  return h(
    `section.card.stack.verdict-card.${isKept ? "kept" : "broken"}`,
    h("h3", mark, `${promise}: ${isKept ? "yes" : "no"}`),
    h("p", isKept ? kept : broken),
    example ? counterExample(example, proof, shape) : null,
  );
}

/** @type {(example: Counterexample, proof: Proof, shape: string) => HTMLElement} */
function counterExample({ board: cells, neighbour, words: why }, proof, shape) {
  const board = (/** @type {Cells} */ cells, /** @type {string} */ label) => {
    const element = h("slide-board", { readonly: true, label });
    element.set({ shape: parseShape(shape), cells, goal: proof.goal });
    return element;
  };
  const arrow = h("span.arrow", { "aria-hidden": "true" }, "→");
  // A* with the heuristic on the board that refutes it.
  const link = encodeLink("watch", {
    ...problem.value,
    ...{ shape: parseShape(shape), cells, goal: proof.goal },
    ...{ algorithm: "astar", heuristic: proof.heuristic, parameters: {} },
    conventions: { count_blank: proof.count_blank },
  });
  return h(
    "figure.example",
    h(
      "div.strip-boards",
      board(cells, "Counter-example"),
      neighbour ? [arrow, board(neighbour, "After the move")] : null,
    ),
    h("figcaption.note", `${sentence(why)}.`),
    h("a.button.small", { href: link }, "Watch A* go wrong"),
  );
}

/** Estimate against truth: a perfect heuristic lies on the diagonal. */
function errorChart(/** @type {Proof["errors"]} */ errors) {
  const chart = new Chart("Mean estimate by true distance");
  const x = errors.map(({ distance }) => distance);
  const traces = () => [
    { name: "true distance", x, y: x, mode: "lines", line: { color: colour("ink-faint") } },
    {
      name: "mean h",
      x,
      y: errors.map(({ mean_h: value }) => value),
      mode: "lines+markers",
      line: { color: colour("accent"), width: 2.5 },
      fill: "tonexty",
      fillcolor: colour("accent-soft"),
    },
  ];
  const layout = {
    height: 300,
    margin: { l: 50, r: 16, t: 12, b: 40 },
    xaxis: { title: { text: "true distance" } },
    yaxis: { title: { text: "mean h" } },
    legend: { x: 0.02, y: 0.98 },
  };
  chart.draw(() => ({ traces: traces(), layout }));
  return chart.element;
}

/** @typedef {Record<string, any>} Row the measures at a distance, or of another heuristic */
/** @typedef {import("../ui/table.js").Column<Row>} Column */

/** @type {(caption: string, columns: Column[], rows: Row[]) => HTMLElement} */
function table(caption, columns, rows) {
  const made = new SortableTable(caption, columns);
  made.set(rows);
  return made.element;
}

/** @type {(key: string, title: string, write: (value: any) => Child) => Column} */
const column = (key, title, write) => ({ key, title, show: (row) => write(row[key]) });
const hundredths = (/** @type {number} */ value) => value.toFixed(2);

const ERRORS = [
  { key: "distance", title: "Distance" },
  column("boards", "Boards", whole),
  column("mean_h", "Mean h", hundredths),
  column("mean_error", "Mean error", hundredths),
  column(
    "largest_error",
    "Largest error",
    (/** @type {number} */ value) => Math.round(value * 100) / 100,
  ),
  column("overestimated", "Overestimated", whole),
];
const ORDERINGS = [
  column("other", "Other", words),
  { key: "relation", title: "This one…" },
  column("higher", "is higher on", whole),
  column("lower", "is lower on", whole),
];
const COSTS = [
  { key: "distance", title: "Distance" },
  { key: "boards", title: "Boards" },
  column("expanded", "Expanded", whole),
  column("generated", "Generated", whole),
  column("cost", "Path", (/** @type {number} */ value) => value.toFixed(1)),
  column("branching", "Branching", (value) => value?.toFixed(2) ?? "–"),
];
