// The result of a search: the counts, the path as moves and as boards, and downloads.

import { asJson, pathSvg } from "../puzzle/export.js";
import { countSlides, parseShape } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { countedAs } from "../ui/conventions.js";
import { bytes, download, h, seconds, whole } from "../ui/dom.js";
import { term } from "../ui/terms.js";
import { sentence, words } from "../ui/words.js";
import "../elements/slide-player.js";

const LONGEST = 400; // letters of a path written out

/** @type {(result: SearchResult, searched: Problem, catalogue: Catalogue) => HTMLElement} */
export function resultCard(result, searched, catalogue) {
  const { algorithm, heuristic, preset, deviations: conventions, proof } = result;
  const title = catalogue.algorithms.find(({ name }) => name === algorithm)?.title ?? algorithm;
  const counted = countedAs(catalogue, { preset, conventions });
  const search = [title, ...(heuristic ? [words(heuristic)] : [])].join(", ");
  const another = encodeLink("explain", { ...searched, algorithm });
  return h(
    "div.stack",
    h("p.note", `${search} · counted as ${counted} · ${result.engine} engine`),
    h(
      "div.found.stack",
      result.moves !== null
        ? path(result, result.moves)
        : h("p.ask", result.reason || noPath(result)),
      h(
        "div.stack",
        figures(result, catalogue.counters),
        h("a.button", { href: another }, "My program prints another number"),
      ),
    ),
    proof ? h("p.note", proofWords(proof)) : null,
    downloads(result, searched),
  );
}

/** Summarise a result in a line. */
export function headline(/** @type {SearchResult} */ { moves, cost, status, lower_bound: needed }) {
  if (moves === null || cost === null)
    return status === "unsolvable" ? "No solution" : "No path found";
  if (cost === 0) return "Already solved";
  const solved = cost === 1 ? "Solved in 1 move" : `Solved in ${whole(cost)} moves`;
  const unproven = status === "time-limit" && needed !== null && needed < cost;
  return unproven ? `${solved}; at least ${whole(needed)} are needed` : solved;
}

export const shortened = (/** @type {string} */ moves) =>
  moves.length > LONGEST ? `${moves.slice(0, LONGEST)}… (${whole(moves.length)} moves)` : moves;

/** @param {SearchResult} result */
function noPath({ status, lower_bound: needed }) {
  const ended = ENDS[status] ?? `The search ended: ${status}.`;
  return needed ? `${ended} At least ${whole(needed)} moves are needed.` : ended;
}

/** @type {Record<string, string>} */
const ENDS = {
  exhausted: "The search visited everything it could reach without finding the goal.",
  "memory-limit": "The search reached its memory limit.",
  "time-limit": "The search reached its time limit.",
  "node-limit": "The search reached its node limit.",
};

/** @param {NonNullable<SearchResult["proof"]>} proof */
function proofWords({ length, bounds }) {
  const searched = bounds.map(([bound, nodes]) => `${bound}: ${whole(nodes)}`).join(", ");
  return `Proved: no solution has fewer than ${whole(length)} moves. Nodes within each bound: ${searched || "none"}.`;
}

const SHOWN = { nodes: whole, moves: whole, seconds, bytes };

/** @type {(result: SearchResult, counters: CounterPage[]) => HTMLElement} */
function figures(result, counters) {
  const cost = result.cost === null ? "–" : whole(result.cost);
  return h(
    "dl.figures.card",
    h("div", h("dt", "Path cost"), h("dd", cost)),
    counters.map(({ name, label, summary, unit }) =>
      h(
        "div",
        h("dt", term(sentence(label), summary, "counters", name)),
        h("dd", SHOWN[unit](result[name])),
      ),
    ),
  );
}

/** @type {(result: SearchResult, moves: string) => HTMLElement} */
function path({ start, goal, shape }, moves) {
  const boards = h("details", h("summary", "List of boards"));
  const draw = () => boards.append(boardsPicture(start, moves, parseShape(shape)));
  boards.addEventListener("toggle", draw, { once: true });
  return h(
    "section.card.stack",
    h("slide-player", { cells: start.join(","), shape, goal: goal.join(","), moves }),
    h("p.path-text.mono", shortened(moves) || "–"),
    h(
      "p.note",
      `The blank's moves: ${whole(moves.length)} single-tile moves, ${whole(countSlides(moves))} line moves.`,
    ),
    boards,
  );
}

/** @type {(start: Cells, moves: string, shape: Shape) => HTMLElement} */
function boardsPicture(start, moves, shape) {
  const more = moves.length > 119 ? " (the first 120)" : "";
  return h("img.boards-picture", {
    alt: `The boards of the path${more}`,
    src: `data:image/svg+xml,${encodeURIComponent(pathSvg(start, moves, shape, 6, 120))}`,
  });
}

/** @type {(result: SearchResult, searched: Problem) => HTMLElement} */
function downloads(result, searched) {
  const { files, ...data } = result;
  /** @type {(label: string, name: string, text: () => string, type: string) => HTMLElement} */
  const save = (label, name, text, type) =>
    h("button.small", { onclick: () => download(name, text(), type) }, label);
  const picture = () => pathSvg(result.start, result.moves ?? "", parseShape(result.shape));
  return h(
    "div.row.tight",
    h("a.button.small", { href: encodeLink("watch", searched) }, "Watch this search"),
    h("span.note.push", "Save as"),
    save("JSON", "result.json", () => asJson(data), "application/json"),
    save("CSV", "result.csv", () => files["result.csv"], "text/csv"),
    save("output.txt", "output.txt", () => files["output.txt"], "text/plain"),
    result.moves !== null ? save("SVG", "path.svg", picture, "image/svg+xml") : null,
  );
}
