// How names and choices are written for people.

/** The goals that have names. */
export const GOALS = [
  ["blank-first", "Blank top left"],
  ["blank-last", "Blank bottom right"],
];
/** @param {string} name */
export const goalWords = (name) =>
  (GOALS.find(([known]) => known === name)?.[1] ?? "own goal").toLowerCase();

/**
 * A name in words; databases such as 6-6-3 keep their hyphens, and code in a file its name.
 * @param {string} name
 */
export const words = (name) => (name.includes(".py:") ? name : name.replaceAll(/_|-(?!\d)/g, " "));
/**
 * With a capital; single letters, such as g and h, are signs and stay as they are.
 * @param {string} text
 */
export const sentence = (text) =>
  text.length < 2 ? text : text.charAt(0).toUpperCase() + text.slice(1);
