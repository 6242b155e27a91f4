// The cards beside a game: personal bests, and the card after a win.

import { clock, rate } from "../puzzle/game.js";
import { summaryOf } from "../puzzle/records.js";
import { records } from "../store.js";
import { h, whileBusy } from "../ui/dom.js";
import { goalWords } from "../ui/words.js";

const LIST = new Intl.ListFormat("en-GB");

/**
 * Personal bests of one kind of game.
 * @param {import("./play.js").default["kind"]} kind
 */
export function recordsCard({ shape, goal, distance, name: kind }) {
  const summary = summaryOf(records, kind);
  const title = h("h2", `Your ${shape.rows} × ${shape.cols} games`);
  if (!summary) {
    const words = "Your best times will appear here. They stay in this browser.";
    return h("section.card.stack", title, h("p.note", words));
  }
  const what = `${goalWords(goal)}${distance ? `, ${distance} moves away` : ""}`;
  const { bests, mean, games } = summary;
  const rows = [
    ["Best time", clock(bests.milliseconds ?? 0)],
    ["Fewest moves", bests.moves],
    ["Fewest slides", bests.slides],
    ["Mean time", clock(mean)],
    ["Games", games],
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
 * The figures of a game that is over.
 * @param {import("../puzzle/game.js").Game} game
 * @param {string[]} broken the bests that it broke
 * @param {{onnext: () => Promise<void>, onreview: () => void}} actions
 */
export function wonCard(game, broken, { onnext, onreview }) {
  const milliseconds = game.elapsed(Date.now());
  const moves = `${game.moves} ${game.moves === 1 ? "move" : "moves"}`;
  const slides = `${game.slides} ${game.slides === 1 ? "slide" : "slides"}`;
  const speed = rate({ moves: game.moves, milliseconds });
  const pace = speed ? ` ${speed.toFixed(2)} moves per second.` : "";
  const remarks = [
    broken.length && `A personal best in ${LIST.format(broken)}!`,
    game.uncounted && `This game doesn't count for records: ${game.uncounted}.`,
  ];
  const begin = () => whileBusy(next, "Shuffling…", onnext);
  /** @type {HTMLButtonElement} */
  const next = h("button.primary", { onclick: begin }, "Next game");
  return h(
    "section.card.won",
    { "aria-label": "The game is over" },
    h("h2", game.helped ? "Solved, with help" : "Solved!"),
    h("p", `${moves} (${slides}) in ${clock(milliseconds)}.${pace}`),
    remarks.filter(Boolean).map((words) => h("p.note", words)),
    h("div.row", next, h("button", { onclick: onreview }, "Review this game")),
  );
}
