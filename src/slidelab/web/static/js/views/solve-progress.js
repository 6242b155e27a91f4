// A search under way: what it is doing, what it has counted, and the best path so far.

import { h, seconds, whole } from "../ui/dom.js";
import { sentence } from "../ui/words.js";

export class ProgressCard {
  constructor() {
    this._words = h("p", { role: "status" });
    this._figures = h("dl.figures");
    this.best = h("div");
    this.element = h(
      "div.card.stack",
      this._words,
      this.best,
      h("progress", { "aria-label": "Searching" }),
      this._figures,
    );
  }

  show(words, counters = null, outlook = null) {
    this._words.textContent = words;
    if (!counters) return;
    const count = (name, value) => (value === undefined ? [] : [[name, whole(value)]]);
    const rows = [
      ["Time", seconds(counters.seconds)],
      ...count("Expanded", counters.expanded),
      ...count("Generated", counters.generated),
      ...count("Frontier", counters.frontier),
      ...count("Depth", counters.max_depth),
      ...(outlook ? outlookRows(outlook) : []),
    ];
    this._figures.replaceChildren(
      ...rows.map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    );
  }
}

/** What it is about: preparing something first, or searching. */
export function doing({ doing: task, fraction }) {
  if (!task) return "Searching…";
  return fraction === null
    ? `${sentence(task)}…`
    : `${sentence(task)}: ${Math.round(fraction * 100)} %`;
}

/** How far a search is that raises its bound: what is proved, and how long the present bound takes. */
function outlookRows({ bound, expanded, expected, rate, seconds_left: left }) {
  const share = expected ? `${whole(expanded)} of about ${whole(expected)}` : whole(expanded);
  return [
    ["No solution below", `${whole(bound)} moves`],
    ["Nodes of this bound", share],
    ["Nodes per second", whole(rate)],
    ["This bound takes", left === null ? "–" : `about ${seconds(left)} more`],
  ];
}
