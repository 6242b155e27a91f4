// A running search: what it does, what it has counted, the best path so far, and the questions.

import { h, seconds, whole } from "../ui/dom.js";
import { sentence } from "../ui/words.js";
import { shortened } from "./solve-result.js";

export class ProgressCard {
  constructor() {
    this._words = h("p", { role: "status" }, "Searching…");
    this._figures = h("dl.figures");
    this._best = h("p.path-text.mono");
    const bar = h("progress", { "aria-label": "Searching" });
    this.element = h("div.card.stack", this._words, this._best, bar, this._figures);
  }

  queued(position) {
    this._words.textContent = position ? `Waiting: number ${position} in the queue.` : "Searching…";
  }

  improved({ moves }) {
    this._best.textContent = shortened(moves);
  }

  progress({ doing, fraction, counters, outlook }) {
    const percent = (fraction ?? null) === null ? "…" : `: ${Math.round(fraction * 100)} %`;
    this._words.textContent = doing ? `${sentence(doing)}${percent}` : "Searching…";
    const counted = [
      ["Expanded", counters.expanded],
      ["Generated", counters.generated],
      ["Frontier", counters.frontier],
      ["Depth", counters.max_depth],
    ].filter(([, value]) => value !== undefined);
    const rows = [
      ["Time", seconds(counters.seconds)],
      ...counted.map(([name, value]) => [name, whole(value)]),
      ...(outlook ? outlookRows(outlook) : []),
    ];
    this._figures.replaceChildren(
      ...rows.map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    );
  }
}

/** How far a search is that raises its bound: what is proved, how long this bound takes. */
function outlookRows({ bound, expanded, expected, rate, seconds_left: left }) {
  const share = expected ? `${whole(expanded)} of about ${whole(expected)}` : whole(expanded);
  return [
    ["No solution below", `${whole(bound)} moves`],
    ["Nodes of this bound", share],
    ["Nodes per second", whole(rate)],
    ["This bound takes", left === null ? "–" : `about ${seconds(left)} more`],
  ];
}

/** Ask whether to search where there is no solution. */
export const forceQuestion = (go) =>
  h(
    "div.ask",
    { role: "alert" },
    h(
      "p",
      "This board cannot be solved: no search will find a path to this goal. “Set board…” shows why and can fix it.",
    ),
    h("div.row", h("button", { onclick: go }, "Search anyway")),
  );

/**
 * Ask whether to go on, while the search goes on; `better` is {why, label, take}, or null.
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
      better ? h("button.primary", { onclick: better.take }, better.label) : null,
      h("button", { class: better ? "" : "primary", onclick: more }, "Keep searching"),
      h("button", { onclick: stop }, "Stop here"),
    ),
  );
