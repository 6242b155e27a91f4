// A running search: what it does, what it has counted, the best path so far, and the questions.

import { h, seconds, whole } from "../ui/dom.js";
import { sentence } from "../ui/words.js";
import { shortened } from "./solve-result.js";

/** @type {[keyof Counters, string][]} */
const COUNTED = [
  ["expanded", "Expanded"],
  ["generated", "Generated"],
  ["frontier", "Frontier"],
  ["max_depth", "Depth"],
];

export class ProgressCard {
  constructor() {
    this._words = h("p", { role: "status" }, "Searching…");
    this._figures = h("dl.figures");
    this._best = h("p.path-text.mono");
    const bar = h("progress", { "aria-label": "Searching" });
    this.element = h("div.card.stack", this._words, this._best, bar, this._figures);
  }

  /** @param {number} position */
  queued(position) {
    this._words.textContent = position ? `Waiting: number ${position} in the queue.` : "Searching…";
  }

  /** @param {SearchResult} best */
  improved({ moves }) {
    this._best.textContent = shortened(moves ?? "");
  }

  /** @param {Progress} event */
  progress({ doing, fraction, counters, outlook }) {
    const percent = typeof fraction === "number" ? `: ${Math.round(fraction * 100)} %` : "…";
    this._words.textContent = doing ? `${sentence(doing)}${percent}` : "Searching…";
    const counted = COUNTED.map(([name, title]) => ({ title, value: counters[name] }));
    const rows = [
      ["Time", seconds(counters.seconds)],
      ...counted.flatMap(({ title, value }) =>
        value === undefined ? [] : [[title, whole(value)]],
      ),
      ...(outlook ? outlookRows(outlook) : []),
    ];
    this._figures.replaceChildren(
      ...rows.map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    );
  }
}

/**
 * How far a search is that raises its bound: what is proved, how long this bound takes.
 * @param {Outlook} outlook
 */
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
export const forceQuestion = (/** @type {() => void} */ go) =>
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
 * Another search that would have an answer: why, and a button that takes it.
 * @typedef {{why: string, label: string, take: () => void}} Better
 */

/**
 * Ask whether to go on, while the search goes on.
 * @param {Counters} counters
 * @param {boolean} isSolved whether there is a path already
 * @param {Better | null} better
 * @param {{more: () => void, stop: () => void}} actions
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
