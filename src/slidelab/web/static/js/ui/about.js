// The description of an algorithm, as a card.

import { FRONTIERS } from "../film/frontier.js";
import { h, marked } from "./dom.js";
import { anchorOf, term } from "./terms.js";
import { sentence } from "./words.js";

/**
 * Return the traits of an algorithm: name, term that explains it, and value.
 * @param {Traits} traits @returns {[name: string, term: string, words: string][]}
 */
export function traitsOf({ complete, optimal, time, memory, informed, frontier }) {
  const { title, rule } = FRONTIERS[frontier] ?? {};
  /** @type {[string, string, string][]} */
  const traits = [
    ["Complete", "complete", complete],
    ["Optimal", "optimal", optimal],
    ["Time", "branching-factor", time],
    ["Memory", "branching-factor", memory],
    ["Informed", "informed", informed ? "yes" : "no"],
    ["Frontier", "frontier-of-a-search", title ? `${title}: ${rule}` : frontier],
  ];
  return traits.filter(([, , words]) => words);
}

/**
 * Return the parts of a card about an algorithm.
 * @param {Traits} algorithm @param {Catalogue} catalogue
 */
export function aboutAlgorithm(algorithm, { algorithms, terms }) {
  const { name, title, summary, description } = algorithm;
  const meaning = (/** @type {string} */ name) =>
    terms.find((one) => one.name === name)?.summary ?? "";
  const place = algorithms.some((one) => one.name === name) ? anchorOf("algorithms", name) : "";
  return [
    h("p.card-title", title),
    h("p.note", `${sentence(summary)}.`),
    h(
      "dl.facts",
      traitsOf(algorithm).map(([trait, explained, words]) =>
        h(
          "div",
          h("dt", term(trait, meaning(explained), "terms", explained)),
          h("dd", marked(words)),
        ),
      ),
    ),
    ...(description ? [h("details", h("summary", "More"), h("p.note", marked(description)))] : []),
    h("a", { href: `#/help/${place}` }, "Help"),
  ];
}
