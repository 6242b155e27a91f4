// Personal bests and averages of one kind of puzzle.

import { clock } from "../puzzle/game.js";
import { h } from "../ui/dom.js";

export function recordsCard(records, kind) {
  const summary = records.summary(kind);
  const [shape, goal] = kind.split(" ");
  const title = `Your ${shape.replace("x", " × ")} games`;
  if (!summary) {
    return h(
      "section",
      { class: "card stack" },
      h("h2", {}, title),
      h(
        "p",
        { class: "note" },
        "Your best times and averages will stand here. They stay in this browser.",
      ),
    );
  }
  const time = (value) => (value === null ? "–" : clock(value));
  const rows = [
    ["Best time", time(summary.bestTime)],
    ["Fewest moves", summary.bestMoves],
    ["Average of 5", time(summary.lastFive)],
    ["Average of 12", time(summary.lastTwelve)],
    ["Mean of all", time(summary.mean)],
    ["Games", summary.games],
  ];
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, title),
    h("p", { class: "note" }, `Goal: ${goal.replace("-", " ")}. Games with hints are not counted.`),
    h(
      "dl",
      { class: "film-counters bare" },
      rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)))),
    ),
  );
}
