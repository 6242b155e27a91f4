// A word that explains itself: what it means shows on hover, by keyboard, and at a tap. All words
// together are the glossary.

import { dialog, freshId, h, marked } from "./dom.js";
import { sentence, words } from "./words.js";

const EDGE = 8; // pixels between the words and the edge of the window

/** A word with its meaning, as a button that looks like text. */
export function term(label, meaning) {
  const id = freshId("term");
  const box = h("span", { id, class: "meaning", popover: "auto" }, marked(meaning));
  const button = h(
    "button",
    { type: "button", class: "term", title: meaning.replaceAll("`", ""), popovertarget: id },
    label,
  );
  box.addEventListener("toggle", () => {
    const at = button.getBoundingClientRect();
    const left = Math.min(at.left, innerWidth - box.offsetWidth - EDGE);
    const below = at.bottom + box.offsetHeight + EDGE < innerHeight;
    box.style.left = `${Math.max(EDGE, left)}px`;
    box.style.top = `${below ? at.bottom + 4 : at.top - box.offsetHeight - 4}px`;
  });
  return h("span", {}, button, box);
}

/** The pages of the docs that tell more about a part of the page. */
const PAGES = {
  algorithm: ["searching/", "Solve a board"],
  conventions: ["conventions/", "Get your course's numbers"],
  heuristics: ["heuristics/", "Prove things about a heuristic"],
  comparing: ["comparing/", "Compare searches"],
  start: ["", "The docs"],
};

/** A link to a page of the docs; nothing where nobody said where they are. */
export function docsLink({ docs }, part) {
  const [page, title] = PAGES[part];
  return docs ? h("a", { href: `${docs}${page}`, target: "_blank", rel: "noopener" }, title) : null;
}

/** Every word of the page in one place: terms, counters, conventions. */
export function openGlossary(catalogue) {
  const { terms, counters, conventions } = catalogue;
  const list = (title, entries) =>
    h(
      "section",
      { class: "stack" },
      h("h3", {}, title),
      h(
        "dl",
        { class: "glossary" },
        entries.map(([name, meaning]) =>
          h("div", {}, h("dt", {}, name), h("dd", {}, marked(meaning))),
        ),
      ),
    );
  const body = h(
    "div",
    { class: "dialog-body stack" },
    list(
      "Words of search",
      terms.map(({ name, summary }) => [sentence(words(name)), summary]),
    ),
    list(
      "What is counted",
      counters.map(({ label, summary }) => [sentence(label), summary]),
    ),
    list(
      "Conventions",
      conventions.map(({ name, summary }) => [sentence(words(name)), summary]),
    ),
    docsLink(catalogue, "start"),
  );
  dialog("Glossary", body);
}
