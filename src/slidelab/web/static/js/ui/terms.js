// A word that explains itself: what it means shows on hover, by keyboard, and at a tap. All words
// together are the glossary.

import { dialog, h, marked } from "./dom.js";
import { sentence, words } from "./words.js";

const EDGE = 8; // pixels between the words and the edge of the window

/** A word with its meaning, as a button that looks like text. */
export function term(label, meaning) {
  const box = h("div", { class: "meaning", popover: "auto" }, marked(meaning));
  const button = h(
    "button",
    { type: "button", class: "term", title: meaning.replaceAll("`", "") },
    label,
  );
  button.popoverTargetElement = box;
  // The meaning comes to the page with the finger or the key that asks for it, and goes again.
  const bring = () => button.closest("main, dialog").append(box);
  button.addEventListener("pointerdown", () => box.isConnected || bring());
  button.addEventListener("keydown", () => box.isConnected || bring());
  box.addEventListener("toggle", ({ newState }) => {
    if (newState === "closed") box.remove();
    else place(box, button.getBoundingClientRect());
  });
  return button;
}

/** Puts the meaning below its word, or above it where there is no room. */
function place(box, word) {
  const left = Math.min(word.left, innerWidth - box.offsetWidth - EDGE);
  const below = word.bottom + box.offsetHeight + EDGE < innerHeight;
  box.style.left = `${Math.max(EDGE, left)}px`;
  box.style.top = `${below ? word.bottom + 4 : word.top - box.offsetHeight - 4}px`;
}

/** The pages of the docs site that tell more about a section of the reference. */
const PAGES = {
  algorithms: ["searching/", "Solve a board"],
  heuristics: ["heuristics/", "Prove things about a heuristic"],
  conventions: ["conventions/", "Get your course's numbers"],
  "": ["", "The docs"],
};

/** Where an entry of the reference stands on its page. */
export const anchorOf = (section, name) => `${section}-${name.replaceAll(/[^\w-]/g, "-")}`;

const opened = (href, title) => h("a", { href, target: "_blank", rel: "noopener" }, title);

/** Links to the reference, which every server has, and to the docs site, where one is published. */
export function docsLinks({ docs }, section = "", name = "") {
  const [page, title] = PAGES[section];
  const place = name ? anchorOf(section, name) : section;
  return [
    opened(`reference.html${place && `#${place}`}`, "Reference"),
    ...(docs ? [opened(`${docs}${page}`, title)] : []),
  ];
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
    h("div", { class: "row" }, docsLinks(catalogue)),
  );
  dialog("Glossary", body);
}
