// What Solve asks before it goes on.

import { h, seconds, whole } from "../ui/dom.js";

const button = (label, onclick, className = "") =>
  h("button", { type: "button", class: className, onclick }, label);

/** Whether to search where there is no solution. */
export const forceQuestion = (go) =>
  h(
    "div",
    { class: "ask", role: "alert" },
    h(
      "p",
      {},
      "This board cannot be solved: no search will find a path to this goal. “Set board…” shows why and can fix it.",
    ),
    h("div", { class: "row" }, button("Search anyway", go)),
  );

/** Whether to search longer; `better` is {why, label, take}, or null. */
export const moreQuestion = ({ status, counters }, better, { more, stop }) =>
  h(
    "div",
    { class: "ask", role: "alertdialog", "aria-label": "Continue?" },
    h(
      "p",
      {},
      h("strong", {}, "No solution yet. "),
      `${seconds(counters.seconds)} and ${whole(counters.expanded)} nodes so far (${(status ?? "paused").replace("-", " ")}).`,
    ),
    better ? h("p", {}, better.why) : null,
    h(
      "div",
      { class: "row" },
      better ? button(better.label, better.take, "primary") : null,
      button("10 seconds more", () => more(10), better ? "" : "primary"),
      button("A minute more", () => more(60)),
      button("Stop here", stop),
    ),
  );
