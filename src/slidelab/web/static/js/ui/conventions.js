// The conventions of a problem: those of its preset, with the changes.

import { problem } from "../problem.js";

/** @param {Catalogue} catalogue */
export const presetOf = (catalogue) =>
  catalogue.presets.find(({ name }) => name === problem.value.preset) ?? catalogue.presets[0];

/** Return all conventions of the problem. @param {Catalogue} catalogue */
export const conventionsOf = (catalogue) => ({
  ...presetOf(catalogue).conventions,
  ...problem.value.conventions,
});

/**
 * Change a choice; the value of the preset is not a deviation.
 * @param {Catalogue} catalogue @param {string} name @param {Setting} value
 */
export function choose(catalogue, name, value) {
  const conventions = { ...problem.value.conventions, [name]: value };
  if (value === presetOf(catalogue).conventions[name]) delete conventions[name];
  problem.update({ conventions });
}

/**
 * Write a choice as on the command line: "ties=last-in".
 * @param {Page} choice @param {Setting} value
 */
function choiceWords({ name }, value) {
  return `${name}=${typeof value === "boolean" ? (value ? "yes" : "no") : value}`;
}

/** Return whether the search remembers reached states. @param {Conventions} conventions */
export const isGraphSearch = ({ duplicates }) => !["parent", "tree"].includes(duplicates);

/** Return whether moves are tried in random order. @param {Conventions} conventions */
export const isRandomOrder = ({ order }) => order.startsWith("random");

/**
 * Return the preset and each deviation from it: "textbook, except duplicates=tree".
 * @param {Catalogue} catalogue @param {Pick<Problem, "preset" | "conventions">} [counted]
 */
export function countedAs(catalogue, { preset, conventions } = problem.value) {
  const changed = catalogue.conventions.filter(({ name }) => name in conventions);
  const changes = changed.map((choice) => choiceWords(choice, conventions[choice.name]));
  return [preset, ...(changes.length ? [changes.join(", ")] : [])].join(", except ");
}
