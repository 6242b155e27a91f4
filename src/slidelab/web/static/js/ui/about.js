// What an algorithm says about itself, as a card.

import { h, marked } from "./dom.js";
import { docsLinks, term } from "./terms.js";
import { sentence } from "./words.js";

/** @type {Record<string, string>} */
const FRONTIERS = {
  queue: "a queue: first in, first out",
  stack: "a stack: last in, first out",
  priority: "a priority queue by f",
  path: "the path it is on",
  "two-queues": "two queues, one from each end",
  layers: "one layer of nodes at a time",
  single: "one node",
};

/**
 * Each trait that an algorithm declares: [name, what that means, words].
 * @param {Traits} traits @param {Catalogue} catalogue
 */
export function traitsOf(traits, catalogue) {
  const known = (/** @type {string} */ name) =>
    catalogue.terms.find((one) => one.name === name)?.summary ?? "";
  return [
    ["Complete", known("complete"), traits.complete],
    ["Optimal", known("optimal"), traits.optimal],
    ["Time", known("branching-factor"), traits.time],
    ["Memory", "What it has to keep while it searches.", traits.memory],
    ["Informed", known("informed"), traits.informed ? "yes" : "no"],
    ["Frontier", known("frontier-of-a-search"), FRONTIERS[traits.frontier] ?? traits.frontier],
  ].filter(([, , words]) => words);
}

/**
 * Its name, what it does, and its traits.
 * @param {Traits} algorithm @param {Catalogue} catalogue
 */
export function aboutAlgorithm(algorithm, catalogue) {
  const { name, title, summary, description } = algorithm;
  const listed = catalogue.algorithms.some((one) => one.name === name);
  return [
    h("p.card-title", title),
    h("p.note", `${sentence(summary)}.`),
    h(
      "dl.facts",
      traitsOf(algorithm, catalogue).map(([name, meaning, words]) =>
        h("div", h("dt", term(name, meaning)), h("dd", marked(words))),
      ),
    ),
    ...(description ? [h("details", h("summary", "More"), h("p.note", marked(description)))] : []),
    h("div.row", docsLinks(catalogue, "algorithms", listed ? name : "")),
  ];
}
