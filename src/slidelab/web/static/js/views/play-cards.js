// The cards beside a game: personal bests, and the card after a win.

import { clock } from "../puzzle/game.js";
import { EXACT_CELLS } from "../puzzle/grid.js";
import { records } from "../store.js";
import { h } from "../ui/dom.js";
import { goalWords } from "../ui/words.js";

/**
 * Return a card with the personal bests of a kind of game.
 * @param {import("./play.js").default["kind"]} kind
 */
export function recordsCard({ shape, goal, distance, name: kind }) {
  const bests = records.value[kind];
  const title = h("h2", `Your ${shape.rows} × ${shape.cols} games`);
  if (!bests) {
    const words = "Your best times will appear here. They stay in this browser.";
    return h("section.card.stack", title, h("p.note", words));
  }
  const what = `${goalWords(goal)}${distance ? `, ${distance} moves away` : ""}`;
  const rows = [
    ["Best time", clock(bests.milliseconds)],
    ["Fewest moves", bests.moves],
    ["Games", bests.games],
  ];
  return h(
    "section.card.stack",
    title,
    h("p.note", `Goal: ${what}. Freshly shuffled, without help.`),
    h(
      "dl.counters",
      rows.map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    ),
  );
}

/**
 * Return the card of a game that is over.
 * @param {import("../puzzle/game.js").Game} game
 * @param {string[]} broken the personal bests that it broke
 * @param {{onnext: () => Promise<void>, onreview: () => void}} actions
 */
export function wonCard(game, broken, { onnext, onreview }) {
  const moves = `${game.moves} ${game.moves === 1 ? "move" : "moves"}`;
  const slides = `${game.slides} ${game.slides === 1 ? "slide" : "slides"}`;
  const remarks = [
    broken.length && `A personal best in ${broken.join(" and ")}!`,
    game.uncounted && `This game doesn't count for records: ${game.uncounted}.`,
  ];
  const next = h("button.primary", { onclick: onnext }, "Next game");
  const canReview = game.cells.length <= EXACT_CELLS;
  return h(
    "section.card.won",
    { "aria-label": "The game is over" },
    h("h2", game.helped ? "Solved, with help" : "Solved!"),
    h("p", `${moves} (${slides}) in ${clock(game.elapsed(Date.now()))}.`),
    remarks.filter(Boolean).map((words) => h("p.note", words)),
    h("div.row", next, canReview ? h("button", { onclick: onreview }, "Review this game") : null),
  );
}
