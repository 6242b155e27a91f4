// What Solve asks.

import { h, seconds, whole } from "../ui/dom.js";

const button = (label, onclick, className = "") =>
  h("button", { class: className, onclick }, label);

/** Ask whether to search where there is no solution. */
export const forceQuestion = (go) =>
  h(
    "div.ask",
    { role: "alert" },
    h(
      "p",
      "This board cannot be solved: no search will find a path to this goal. “Set board…” shows why and can fix it.",
    ),
    h("div.row", button("Search anyway", go)),
  );

/**
 * Ask whether to go on, while the search goes on; `better` is {why, label, take}, or null.
 * @param {any} counters
 * @param {boolean} isSolved whether there is a path already
 */
export const moreQuestion = (counters, isSolved, better, { more, stop }) =>
  h(
    "div.ask",
    { role: "alertdialog", "aria-label": "Continue?" },
    h(
      "p",
      h("strong", isSolved ? "Keep looking for a shorter path? " : "No solution yet. "),
      `${seconds(counters.seconds ?? 0)} and ${whole(counters.expanded ?? 0)} nodes so far.`,
    ),
    better ? h("p", better.why) : null,
    h(
      "div.row",
      better ? button(better.label, better.take, "primary") : null,
      button("Keep searching", more, better ? "" : "primary"),
      button("Stop here", stop),
    ),
  );
