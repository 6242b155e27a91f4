// The conventions of a problem: those of its preset, and what was changed of them.

import { problem } from "../problem.js";
import { words } from "./words.js";

export const presetOf = (catalogue) =>
  catalogue.presets.find(({ name }) => name === problem.value.preset) ?? catalogue.presets[0];

/** Every choice as it holds now. */
export const conventionsOf = (catalogue) => ({
  ...presetOf(catalogue).conventions,
  ...problem.value.conventions,
});

/**
 * Changes one choice; what the preset says anyhow is no deviation.
 * @param {Catalogue} catalogue
 * @param {string} name
 */
export function choose(catalogue, name, value) {
  const conventions = { ...problem.value.conventions, [name]: value };
  if (value === presetOf(catalogue).conventions[name]) delete conventions[name];
  problem.update({ conventions });
}

/**
 * A choice in words, as the command line says it.
 * @param {string} name
 */
export function choiceWords(name, value) {
  if (name === "graph") return value ? "graph search" : "tree search";
  if (name === "metric") return `${value}-tile moves`;
  if (name === "seed")
    return value === null ? "no random order" : `random order with seed ${value}`;
  if (typeof value === "boolean") return value ? words(name) : `no ${words(name)}`;
  return `${words(name)} ${value}`;
}

/**
 * The preset and each deviation from it: "textbook, but tree search".
 * @param {Catalogue} catalogue
 * @param {any} [options]
 */
export function countedAs(catalogue, { preset, conventions } = problem.value) {
  const names = catalogue.conventions.map(({ name }) => name).filter((name) => name in conventions);
  const changes = names.map((name) => choiceWords(name, conventions[name]));
  return [preset, ...(changes.length ? [changes.join(", ")] : [])].join(", but ");
}
