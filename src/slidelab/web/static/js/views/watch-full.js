// What is said when a film ends before the search does: how much a film holds, and what fits in.

import { problem } from "../problem.js";
import { walk } from "../puzzle/scramble.js";
import { algorithmOf } from "../ui/chooser.js";
import { h, whole } from "../ui/dom.js";

/** How many moves from the goal a search is easily filmed, blind or informed. */
const EASY = { blind: 10, informed: 20 };
const WANDERS = new Set(["dfs", "dls"]); // these lose their way on any board
const FITTING = ["astar", "greedy"];

/**
 * `film` is what there is of it, `why` the words for what ended it.
 * @param {import("../film/film.js").Film} film
 * @param {Catalogue} catalogue
 */
export function fullFilm(film, catalogue, why) {
  const chosen = algorithmOf(catalogue, film.algorithm);
  const expanded = film.rank.reduce((most, rank) => Math.max(most, rank), 0);
  const offers = [];
  if (!WANDERS.has(chosen.name)) {
    const moves = chosen.informed ? EASY.informed : EASY.blind;
    offers.push(
      offer(`A board ${moves} moves from the goal`, () =>
        problem.update({ cells: walk(problem.goal, problem.shape, moves) }),
      ),
    );
  }
  for (const name of FITTING) {
    const other = algorithmOf(catalogue, name);
    const better = name !== chosen.name && !(name === "astar" && chosen.informed);
    if (better) {
      const watch = () => problem.update({ algorithm: name, parameters: {} });
      offers.push(offer(`This board with ${other.title}`, watch));
    }
  }
  return h(
    "div.ask.film-full",
    h(
      "p",
      `${why} Here are the first ${whole(expanded)} expanded nodes, without the goal. This can be watched to the end:`,
    ),
    h("div.row.tight", offers),
  );
}

const offer = (words, onclick) => h("button.small", { onclick }, words);
