// What was found out about a heuristic: the verdict first, then the evidence.

import { parseShape } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { problem } from "../store.js";
import { h, whole } from "../ui/dom.js";
import { words } from "../ui/words.js";
import { errorChart } from "./error-chart.js";
import "../elements/slide-board.js";

/**
 * @param {string} name
 * @param {string} shape
 */
export function proofReport(proof, name, shape) {
  return h(
    "div.stack",
    h("header.result-head", h("h2", title(proof, name)), h("p.note", `${upper(proof.strength)}.`)),
    h(
      "div.verdicts",
      verdict(
        "Admissible",
        proof.admissible,
        proof.admissible
          ? "It never overestimates."
          : `It overestimates on ${whole(proof.overestimated)} boards.`,
        proof.overestimate,
        proof,
        shape,
      ),
      verdict(
        "Consistent",
        proof.consistent,
        proof.consistent
          ? "No move lowers it by more than 1."
          : `${whole(proof.inconsistent_moves)} moves lower it by more than 1.`,
        proof.inconsistency,
        proof,
        shape,
      ),
    ),
    h(
      "section.card.stack",
      h("h2", "Error by distance"),
      h(
        "p.note",
        `It is exact on ${whole(proof.exact)} of ${whole(proof.measured)} boards; on average it is ${proof.mean_error.toFixed(2)} moves short.`,
      ),
      errorChart(proof.errors),
      errorTable(proof.errors),
    ),
    proof.orderings?.length ? orderings(proof.orderings) : null,
    proof.costs?.length ? costs(proof) : null,
  );
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function title({ admissible, consistent }, name) {
  const shown = /^[a-z ]+$/i.test(name) ? upper(name) : name; // a formula stays as it is written
  if (admissible && consistent) return `${shown} keeps both promises`;
  if (admissible) return `${shown} is admissible, but not consistent`;
  return `${shown} overestimates`;
}

function verdict(promise, kept, sentence, example, proof, shape) {
  return h(
    "section",
    { class: `card verdict-card ${kept ? "kept" : "broken"}` },
    h(
      "h3",
      h("span.verdict-mark", { "aria-hidden": "true" }, kept ? "✓" : "✗"),
      `${promise}: ${kept ? "yes" : "no"}`,
    ),
    h("p", sentence),
    example ? counterExample(example, proof, shape) : null,
  );
}

function counterExample(example, proof, shape) {
  const board = (cells, label) => {
    const element = h("slide-board", { readonly: true, label });
    element.set({ shape: parseShape(shape), cells, goal: proof.goal });
    return element;
  };
  return h(
    "figure.example",
    h(
      "div.strip-boards",
      board(example.board, "Counter-example"),
      example.neighbour
        ? [
            h("span.arrow", { "aria-hidden": "true" }, "→"),
            board(example.neighbour, "After the move"),
          ]
        : null,
    ),
    h("figcaption", `${upper(example.words)}.`),
    h("a.button.small", { href: watchLink(example, proof, shape) }, "Watch A* go wrong"),
  );
}

/** A* with the heuristic on the very board that refutes it. */
function watchLink(example, proof, shape) {
  const board = { shape: parseShape(shape), cells: example.board, goal: proof.goal };
  const search = { algorithm: "astar", heuristic: proof.heuristic, parameters: {} };
  const conventions = { count_blank: proof.count_blank };
  return encodeLink("watch", { ...problem.value, ...board, ...search, conventions });
}

function table(caption, heads, rows) {
  return h(
    "div.table-wrap",
    { tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      h("caption.hidden-text", caption),
      h(
        "thead",
        h(
          "tr",
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        rows.map((row) =>
          h(
            "tr",
            row.map((cell) => h("td", String(cell))),
          ),
        ),
      ),
    ),
  );
}

const errorTable = (errors) =>
  h(
    "details",
    h("summary", "As a table"),
    table(
      "Error by distance",
      ["Distance", "Boards", "Mean h", "Mean error", "Largest error", "Overestimated"],
      errors.map((row) => [
        row.distance,
        whole(row.boards),
        row.mean_h.toFixed(2),
        row.mean_error.toFixed(2),
        Math.round(row.largest_error * 100) / 100,
        whole(row.overestimated),
      ]),
    ),
  );

function orderings(rows) {
  return h(
    "section.card.stack",
    h("h2", "Compared with other heuristics"),
    table(
      "Comparison with other heuristics",
      ["Other", "This one…", "says more on", "says less on"],
      rows.map((row) => [words(row.other), row.relation, whole(row.higher), whole(row.lower)]),
    ),
  );
}

function costs({ costs: rows, costs_of: where }) {
  return h(
    "section.card.stack",
    h("h2", "What A* does with it"),
    where ? h("p.note", `${upper(where)}.`) : null,
    table(
      "A* by distance",
      ["Distance", "Boards", "Expanded", "Generated", "Path", "Branching"],
      rows.map((row) => [
        row.distance,
        row.boards,
        whole(row.expanded),
        whole(row.generated),
        row.cost.toFixed(1),
        row.branching?.toFixed(2) ?? "–",
      ]),
    ),
  );
}
