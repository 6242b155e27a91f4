// What an algorithm says about itself, as a card.

import { h, marked } from "./dom.js";
import { sentence } from "./words.js";

const FRONTIERS = {
  queue: "a queue: first in, first out",
  stack: "a stack: last in, first out",
  priority: "a priority queue by f",
  path: "the path it is on",
  "two-queues": "two queues, one from each end",
  layers: "one layer of nodes at a time",
  single: "one node",
};

/** Its name, what it does, and each trait that it declares. */
export function aboutAlgorithm({ title, summary, description, ...traits }) {
  const rows = [
    ["Finds a path", traits.complete],
    ["Shortest path", traits.optimal],
    ["Time", traits.time],
    ["Memory", traits.memory],
    ["Heuristic", traits.informed ? "uses one" : "uses none"],
    ["Frontier", FRONTIERS[traits.frontier] ?? traits.frontier],
  ].filter(([, words]) => words);
  return [
    h("h3", {}, title),
    h("p", { class: "note" }, `${sentence(summary)}.`),
    h(
      "dl",
      { class: "traits" },
      rows.map(([name, words]) => h("div", {}, h("dt", {}, name), h("dd", {}, marked(words)))),
    ),
    ...(description
      ? [h("details", {}, h("summary", {}, "More"), h("p", { class: "note" }, marked(description)))]
      : []),
  ];
}
