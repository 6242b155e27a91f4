// What is said after a win: the figures of the game, the next one, and a look back.

import { clock, rate } from "../puzzle/game.js";
import { h, whileBusy } from "../ui/dom.js";

const LIST = new Intl.ListFormat("en-GB");

/** `broken` names the bests that this game broke. */
export function wonCard(game, broken, { onnext, onreview }) {
  const milliseconds = game.elapsed(Date.now());
  const moves = `${game.moves} ${game.moves === 1 ? "move" : "moves"}`;
  const slides = `${game.slides} ${game.slides === 1 ? "slide" : "slides"}`;
  const quickly = rate({ moves: game.moves, milliseconds });
  const pace = quickly ? ` ${quickly.toFixed(2)} moves per second.` : "";
  const remarks = [];
  if (broken.length) remarks.push(`A personal best in ${LIST.format(broken)}!`);
  if (game.uncounted) remarks.push(`This game doesn't count for records: ${game.uncounted}.`);
  return h(
    "section.card.won",
    { "aria-label": "The game is over" },
    h("h2", game.helped ? "Solved, with help" : "Solved!"),
    h("p", `${moves} (${slides}) in ${clock(milliseconds)}.${pace}`),
    remarks.map((words) => h("p.note", words)),
    h(
      "div.row",
      h(
        "button.primary",
        { onclick: ({ currentTarget }) => whileBusy(currentTarget, "Shuffling…", onnext) },
        "Next game",
      ),
      h("button", { onclick: onreview }, "Review this game"),
    ),
  );
}
