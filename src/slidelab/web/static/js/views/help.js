// Help: every algorithm, heuristic, preset, convention, counter and term of the catalogue.

import { traitsOf } from "../ui/about.js";
import { h, marked } from "../ui/dom.js";
import { anchorOf } from "../ui/terms.js";
import { View } from "../ui/view.js";
import { sentence, words } from "../ui/words.js";

/** Names with their words. */
const facts = (/** @type {string[][]} */ rows) =>
  h(
    "dl.facts",
    rows
      .filter(([, fact]) => fact)
      .map(([name, fact]) => h("div", h("dt", name), h("dd", marked(fact)))),
  );

/** A description, paragraph by paragraph. */
const paragraphs = (/** @type {string} */ text) =>
  text.split(/\n\s*\n/).map((part) => h("p", marked(part.replaceAll("\n", " "))));

/** @type {(page: AlgorithmPage) => Child[]} */
function algorithm(page) {
  const parameters = page.parameters.map(({ name, summary, allowed, default: standard }) => [
    name,
    `${sentence(summary)}: ${allowed}; default: ${standard}.`,
  ]);
  const code = page.pseudocode.map(({ text }) => text).join("\n");
  return [
    ...paragraphs(page.description),
    facts([
      ["Name", page.name],
      ...traitsOf(page).map(([name, , fact]) => [name, fact]),
      ...parameters,
    ]),
    code ? h("details", h("summary", "Pseudo-code"), h("pre", { tabindex: "0" }, code)) : null,
  ];
}

/** @type {Record<string, string>} */
const PROMISES = { true: "yes", false: "no", null: "not known" };

const heuristic = (/** @type {HeuristicPage} */ page) => [
  ...paragraphs(page.description),
  facts([
    ["Name", page.name],
    ["Admissible", PROMISES[String(page.admissible)]],
    ["Consistent", PROMISES[String(page.consistent)]],
  ]),
];

/** @type {Record<string, string>} */
const CHOICES = { true: "yes", false: "no", null: "none" };

const choice = (/** @type {Setting} */ value) => CHOICES[String(value)] ?? words(String(value));

const preset = (/** @type {PresetPage} */ { name, conventions }) => [
  facts([
    ["Name", name],
    ...Object.entries(conventions).map(([key, value]) => [sentence(words(key)), choice(value)]),
  ]),
];

const convention = (/** @type {ConventionPage} */ { name, values, default: standard }) => [
  facts([
    ["Name", name],
    ["Choices", values.map(choice).join(", ")],
    ["Default", choice(standard)],
  ]),
];

/**
 * A section: its name, its title, and an element with its entries.
 * @template {Page} Entry
 * @param {string} name
 * @param {string} title
 * @param {Entry[]} pages
 * @param {(page: Entry) => string} called what an entry is called
 * @param {(page: Entry) => Child} more what it says beyond its summary
 */
function section(name, title, pages, called, more) {
  const entries = pages.map((page) => {
    const id = anchorOf(name, page.name);
    const { summary } = page;
    return h(
      "article.card.stack",
      { id },
      h("h3", h("a", { href: `#/help/${id}` }, called(page))),
      h("p", marked(summary.endsWith(".") ? summary : `${sentence(summary)}.`)),
      more(page),
    );
  });
  return { name, title, element: h("section.stack", { id: name }, h("h2", title), entries) };
}

export default class HelpView extends View {
  /** @param {Catalogue} catalogue */
  constructor({ algorithms, heuristics, presets, conventions, counters, terms }) {
    super();
    const inWords = (/** @type {Page} */ { name }) => sentence(words(name));
    const named = (/** @type {Page} */ { name }) => facts([["Name", name]]);
    const sections = [
      section("algorithms", "Algorithms", algorithms, ({ title }) => title, algorithm),
      section("heuristics", "Heuristics", heuristics, inWords, heuristic),
      section("presets", "Presets", presets, ({ name }) => sentence(name), preset),
      section("conventions", "Conventions", conventions, inWords, convention),
      section("counters", "What is counted", counters, ({ label }) => sentence(label), named),
      section("terms", "Terms", terms, inWords, () => null),
    ];
    const links = sections.map(({ name, title }) => h("a", { href: `#/help/${name}` }, title));
    this.element = h(
      "div.view.help.stack",
      h("h1", "Help"),
      h(
        "p",
        "What this lab can do, and what it counts; ",
        h("code", "slidelab list"),
        " prints the same.",
      ),
      h("nav.row", { "aria-label": "Sections" }, links),
      sections.map(({ element }) => element),
    );
  }

  /** @param {string} [place] the entry or section to show */
  open(place) {
    for (const marked of this.element.querySelectorAll(".named")) marked.classList.remove("named");
    const named = place && document.getElementById(place);
    if (!named) return;
    named.classList.add("named");
    named.scrollIntoView();
  }
}
