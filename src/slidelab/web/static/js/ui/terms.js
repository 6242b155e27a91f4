// Links to the entries of Help.

import { h } from "./dom.js";

/** Return the id of an entry in Help. @param {string} section @param {string} name */
export const anchorOf = (section, name) => `${section}-${name.replaceAll(/[^\w-]/g, "-")}`;

/**
 * Return a link to an entry, with its meaning as tooltip.
 * @param {string} label @param {string} meaning @param {string} section @param {string} name
 */
export const term = (label, meaning, section, name) =>
  h(
    "a.term",
    { href: `#/help/${anchorOf(section, name)}`, title: meaning.replaceAll("`", "") },
    label,
  );
