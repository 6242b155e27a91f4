// Help: every algorithm, heuristic, preset, convention, counter and term, from the catalogue, so that
// it says what this very lab can do.

import { traitsOf } from "../ui/about.js";
import { h, marked } from "../ui/dom.js";
import { anchorOf } from "../ui/terms.js";
import { View } from "../ui/view.js";
import { sentence, words } from "../ui/words.js";

/** Names with their words. */
const facts = (rows) =>
  h(
    "dl.facts",
    rows
      .filter(([, told]) => told !== "" && told !== null && told !== undefined)
      .map(([name, told]) => h("div", h("dt", name), h("dd", marked(String(told))))),
  );

/** A description, paragraph by paragraph. */
const paragraphs = (text) =>
  text.split(/\n\s*\n/).map((part) => h("p", marked(part.replaceAll("\n", " "))));

const alsoCalled = ({ aliases = [], name }) => ["Name", [name, ...aliases].join(", ")];

function algorithm(page, catalogue) {
  const parameters = page.parameters.map(({ name, summary, allowed, default: standard }) => [
    name,
    `${sentence(summary)}: ${allowed}; default: ${standard}.`,
  ]);
  const code = page.pseudocode.map(({ text }) => text).join("\n");
  return [
    ...paragraphs(page.description),
    facts([
      alsoCalled(page),
      ...traitsOf(page, catalogue).map(([name, , told]) => [name, told]),
      ...parameters,
    ]),
    code ? h("details", h("summary", "Pseudo-code"), h("pre", { tabindex: "0" }, code)) : null,
  ];
}

const PROMISES = { true: "yes", false: "no", null: "not known" };

const heuristic = (page) => [
  ...paragraphs(page.description),
  facts([
    alsoCalled(page),
    ["Admissible", PROMISES[page.admissible]],
    ["Consistent", PROMISES[page.consistent]],
  ]),
];

const choice = (value) =>
  ({ true: "yes", false: "no", null: "none" })[value] ?? words(String(value));

const preset = ({ name, conventions }) => [
  facts([
    ["Name", name],
    ...Object.entries(conventions).map(([key, value]) => [sentence(words(key)), choice(value)]),
  ]),
];

const convention = ({ name, values, default: standard }) => [
  facts([
    ["Name", name],
    ["Choices", values.map(choice).join(", ")],
    ["Usually", choice(standard)],
  ]),
];

/** Each section: its title, what an entry is called, and what it says beyond its summary. */
const SECTIONS = {
  algorithms: ["Algorithms", ({ title }) => title, algorithm],
  heuristics: ["Heuristics", ({ name }) => sentence(words(name)), heuristic],
  presets: ["Presets", ({ name }) => sentence(name), preset],
  conventions: ["Conventions", ({ name }) => sentence(words(name)), convention],
  counters: [
    "What is counted",
    ({ label }) => sentence(label),
    ({ name }) => [facts([["Name", name]])],
  ],
  terms: ["Words of search", ({ name }) => sentence(words(name)), () => []],
};

function entry(section, page, catalogue) {
  const [, called, more] = SECTIONS[section];
  const id = anchorOf(section, page.name);
  const { summary } = page;
  return h(
    "article.card",
    { id },
    h("h3", h("a", { href: `#/help/${id}` }, called(page))),
    h("p", marked(summary.endsWith(".") ? summary : `${sentence(summary)}.`)),
    more(page, catalogue),
  );
}

export default class HelpView extends View {
  /** @param {Catalogue} catalogue */
  constructor(catalogue) {
    super();
    this.element = h(
      "div.view.help",
      h("h1", "Help"),
      h(
        "p",
        "Everything that this lab can do and count; ",
        h("code", "slidelab list"),
        " prints the same.",
      ),
      h(
        "nav.row",
        { "aria-label": "Sections" },
        Object.entries(SECTIONS).map(([name, [title]]) =>
          h("a", { href: `#/help/${name}` }, title),
        ),
      ),
      Object.entries(SECTIONS).map(([name, [title]]) =>
        h(
          "section",
          { id: name },
          h("h2", title),
          catalogue[name].map((page) => entry(name, page, catalogue)),
        ),
      ),
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
