// Personal bests and averages of one kind of puzzle.

import { clock } from "../puzzle/game.js";
import { h } from "../ui/dom.js";
import { goalWords } from "../ui/words.js";

export function recordsCard(records, { shape, goal, distance, kind }) {
  const summary = records.summary(kind);
  const title = `Your ${shape.rows} × ${shape.cols} games`;
  const what = `${goalWords(goal)}${distance ? `, ${distance} moves away` : ""}`;
  if (!summary) {
    return h(
      "section.card.stack",
      h("h2", title),
      h("p.note", "Your best times will appear here. They stay in this browser."),
    );
  }
  const time = (value) => ((value ?? null) === null ? "–" : clock(value));
  const { bests } = summary;
  const rows = [
    ["Best time", time(bests.milliseconds)],
    ["Fewest moves", bests.moves],
    ["Fewest slides", bests.slides],
    ["Most moves per second", bests.rate ? bests.rate.toFixed(2) : "–"],
    ["Average of 5", both(time, summary.five, bests.five)],
    ["Average of 12", both(time, summary.twelve, bests.twelve)],
    ["Mean of all", time(summary.mean)],
    ["Games", summary.games],
  ];
  return h(
    "section.card.stack",
    h("h2", title),
    h("p.note", `Goal: ${what}. Freshly shuffled, without help.`),
    h(
      "dl.film-counters.bare",
      rows.map(([name, value]) => h("div", h("dt", name), h("dd", String(value)))),
    ),
  );
}

const both = (time, now, best) =>
  (best ?? null) === null || now === best ? time(now) : `${time(now)}, best ${time(best)}`;
