// Words that lead to their entry in Help.

import { h } from "./dom.js";

/** The place of an entry in Help. @param {string} section @param {string} name */
export const anchorOf = (section, name) => `${section}-${name.replaceAll(/[^\w-]/g, "-")}`;

/**
 * A word whose meaning shows on hover and which leads to its entry.
 * @param {string} label @param {string} meaning @param {string} section @param {string} name
 */
export const term = (label, meaning, section, name) =>
  h(
    "a.term",
    { href: `#/help/${anchorOf(section, name)}`, title: meaning.replaceAll("`", "") },
    label,
  );
