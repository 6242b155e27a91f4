// What came of a search: the figures, the path as moves and as boards, and files to take away.

import { asJson, pathSvg } from "../puzzle/export.js";
import { parseShape, slidesIn } from "../puzzle/grid.js";
import { encodeLink } from "../puzzle/link.js";
import { countedAs } from "../ui/conventions.js";
import { bytes, download, h, seconds, whole } from "../ui/dom.js";
import { term } from "../ui/terms.js";
import { sentence, words } from "../ui/words.js";
import "../elements/slide-player.js";

const LONGEST = 400; // letters of a path written out

/**
 * @param {Catalogue} catalogue
 */
export function resultCard(result, asked, catalogue) {
  const title =
    catalogue.algorithms.find(({ name }) => name === result.algorithm)?.title ?? result.algorithm;
  const [button, form] = otherNumbers(result);
  return h(
    "div.stack",
    h(
      "p.note",
      `${title}${result.heuristic ? `, ${words(result.heuristic)}` : ""} · counted as ${countedAs(catalogue, { preset: result.preset, conventions: result.deviations })} · ${result.engine} engine`,
    ),
    h(
      "div.found",
      result.moves ? path(result) : h("p.ask", result.reason || noPath(result)),
      h("div.stack", figures(result, catalogue.counters), button),
    ),
    form,
    result.proof ? h("p.note", proofWords(result.proof)) : null,
    takeAway(result, asked),
  );
}

/** The way from these counts to another program's, with this search filled in: [button, form]. */
function otherNumbers({ algorithm, heuristic }) {
  const place = h("div");
  const open = async () => {
    const { myProgram } = await import("./my-program.js");
    place.replaceChildren(myProgram({ algorithm, heuristic }));
    place.querySelector("input").focus();
  };
  const button = h("button", { onclick: open }, "My program prints another number");
  return [button, place];
}

/** The best path so far, while the search goes on. */
export function liveCard(result) {
  return h("p.path-text.mono", shortened(result.moves));
}

/** What came of it in a line. */
export function headline({ moves, cost, status, lower_bound: needed }) {
  if (!moves) return status === "unsolvable" ? "No solution" : "No path found";
  if (cost === 0) return "Already solved";
  const solved = cost === 1 ? "Solved in 1 move" : `Solved in ${whole(cost)} moves`;
  const unproven = status === "time-limit" && needed !== null && needed < cost;
  return unproven ? `${solved}; at least ${whole(needed)} are needed` : solved;
}

const shortened = (moves) =>
  moves.length > LONGEST ? `${moves.slice(0, LONGEST)}… (${whole(moves.length)} moves)` : moves;

function noPath({ status, lower_bound: needed }) {
  const ended = ENDS[status] ?? `The search ended: ${status}.`;
  if (!needed) return ended;
  return `${ended} At least ${whole(needed)} moves are needed.`;
}

const ENDS = {
  exhausted: "The search visited everything it could reach without finding the goal.",
  "memory-limit": "The search used all the memory it may use.",
  "time-limit": "The search used all the time it may use.",
  "node-limit": "The search expanded as many nodes as it may.",
};

function proofWords({ length, bounds }) {
  const searched = bounds.map(([bound, nodes]) => `${bound}: ${whole(nodes)}`).join(", ");
  return `Proved: no solution has fewer than ${whole(length)} moves. Nodes within each bound: ${searched || "none"}.`;
}

const SHOWN = { nodes: whole, moves: whole, seconds, bytes };

function figures(result, counters) {
  const figure = (title, meaning, value) => h("div", h("dt", term(title, meaning)), h("dd", value));
  return h(
    "dl.figures.card",
    figure(
      "Path cost",
      "The number of moves of the path found.",
      result.cost === null ? "–" : whole(result.cost),
    ),
    counters.map(({ name, label, summary, unit }) =>
      figure(sentence(label), summary, SHOWN[unit](result[name])),
    ),
  );
}

function path(result) {
  const { moves } = result;
  const shape = parseShape(result.shape);
  const boards = h("details", h("summary", "List of boards"));
  boards.addEventListener(
    "toggle",
    () => boards.querySelector("img") || boards.append(boardsPicture(result, shape)),
    { once: true },
  );
  return h(
    "section.card.stack",
    h("slide-player", {
      cells: result.start.join(","),
      shape: result.shape,
      goal: result.goal.join(","),
      moves,
    }),
    h("p.path-text.mono", shortened(moves) || "–"),
    h(
      "p.note",
      `The blank's moves: ${whole(moves.length)} single-tile moves, ${whole(slidesIn(moves))} line moves.`,
    ),
    boards,
  );
}

function boardsPicture(result, shape) {
  const picture = pathSvg(result.start, result.moves, shape, 6, 120);
  const more = result.moves.length > 119 ? " (the first 120)" : "";
  return h("img.boards-picture", {
    alt: `The boards of the path${more}`,
    src: `data:image/svg+xml,${encodeURIComponent(picture)}`,
  });
}

function takeAway(result, asked) {
  const shape = parseShape(result.shape);
  const { files, ...data } = result;
  const save = (label, name, text, type) =>
    h("button.small", { onclick: () => download(name, text(), type) }, label);
  return h(
    "div.row.tight",
    h("a.button.small", { href: encodeLink("watch", asked) }, "Watch this search"),
    h("span.note.push", "Save as"),
    save("JSON", "result.json", () => asJson(data), "application/json"),
    save("CSV", "result.csv", () => files["result.csv"], "text/csv"),
    save("output.txt", "output.txt", () => files["output.txt"], "text/plain"),
    result.moves
      ? save("SVG", "path.svg", () => pathSvg(result.start, result.moves, shape), "image/svg+xml")
      : null,
  );
}
