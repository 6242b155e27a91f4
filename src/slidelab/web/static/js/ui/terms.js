// A word that explains itself: what it means shows on hover, by keyboard, and at a tap.

import { h, marked } from "./dom.js";

const EDGE = 8; // pixels between the words and the edge of the window

/**
 * A word with its meaning, as a button that looks like text.
 * @param {string} label @param {string} meaning
 */
export function term(label, meaning) {
  const box = h("div.meaning", { popover: "auto" }, marked(meaning));
  const button = h("button.term", { title: meaning.replaceAll("`", "") }, label);
  button.popoverTargetElement = box;
  // The meaning comes to the page with the finger or the key that asks for it, and goes again.
  const bring = () => button.closest("main, dialog")?.append(box);
  button.addEventListener("pointerdown", () => box.isConnected || bring());
  button.addEventListener("keydown", () => box.isConnected || bring());
  box.addEventListener("toggle", ({ newState }) => {
    if (newState === "closed") box.remove();
    else place(box, button.getBoundingClientRect());
  });
  return button;
}

/**
 * Put the meaning below its word, or above it where there is no room.
 * @param {HTMLElement} box @param {DOMRect} word
 */
function place(box, word) {
  const left = Math.min(word.left, innerWidth - box.offsetWidth - EDGE);
  const below = word.bottom + box.offsetHeight + EDGE < innerHeight;
  box.style.left = `${Math.max(EDGE, left)}px`;
  box.style.top = `${below ? word.bottom + 4 : word.top - box.offsetHeight - 4}px`;
}

/** @type {Record<string, string[]>} The pages of the docs site with more about a section of Help. */
const PAGES = {
  algorithms: ["searching/", "Solve a board"],
  heuristics: ["heuristics/", "Prove things about a heuristic"],
  conventions: ["conventions/", "Get your course's numbers"],
  "": ["", "The docs"],
};

/** The place of an entry in Help. @param {string} section @param {string} name */
export const anchorOf = (section, name) => `${section}-${name.replaceAll(/[^\w-]/g, "-")}`;

/** Links to Help, and to the docs site, where one is published. @param {Catalogue} catalogue */
export function docsLinks({ docs }, section = "", name = "") {
  const [page, title] = PAGES[section];
  const place = name ? anchorOf(section, name) : section;
  return [
    h("a", { href: `#/help${place && `/${place}`}` }, "Help"),
    ...(docs ? [h("a", { href: `${docs}${page}`, target: "_blank", rel: "noopener" }, title)] : []),
  ];
}
