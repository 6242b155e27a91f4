// Write names for people.

/** The goals that have names. */
export const GOALS = [
  ["blank-first", "Blank top left"],
  ["blank-last", "Blank bottom right"],
];
/** @param {string} name */
export const goalWords = (name) =>
  (GOALS.find(([known]) => known === name)?.[1] ?? "own goal").toLowerCase();

/**
 * Return a name with spaces; databases such as 6-6-3 and names of own code stay as they are.
 * @param {string} name
 */
export const words = (name) => (name.includes(".py:") ? name : name.replaceAll(/_|-(?!\d)/g, " "));
/**
 * Capitalise a text, except single letters such as g and h.
 * @param {string} text
 */
export const sentence = (text) =>
  text.length < 2 ? text : text.charAt(0).toUpperCase() + text.slice(1);
