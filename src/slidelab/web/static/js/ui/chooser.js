// Fields for the algorithm, its parameters and its heuristic, which show and change the problem.

import { problem } from "../problem.js";
import { watchableAlgorithm } from "../puzzle/link.js";
import { formulas } from "../store.js";
import { field, h, select } from "./dom.js";
import { sentence, words } from "./words.js";

/** @type {Traits} The entry `auto`, which chooses an algorithm. */
const AUTOMATIC = {
  name: "auto",
  title: "Automatic",
  summary: "the fewest moves if found within seconds, otherwise the best path found in ten seconds",
  optimal: "always up to 4x4",
  complete: "always",
  time: "seconds up to 4x4; for larger boards, an answer at once, then better ones",
  memory: "databases of some megabytes above 3x3",
  informed: true,
  frontier: "that of the search it chooses: A* up to 3x3, IDA* up to 4x4, anytime search above",
  parameters: [],
};

/**
 * Return a menu whose last choice opens the editor.
 * @param {string[][]} options @param {string} chosen @param {(name: string) => void} onchange
 */
function menu(options, chosen, onchange) {
  const write = ["#/code", "Write your own…"];
  return select([...options, write], chosen, (name) => {
    if (name === "#/code") location.hash = name;
    else onchange(name);
  });
}

/** Return whether to choose a heuristic: `auto` chooses its own. @param {Traits} chosen */
export const takesHeuristic = (chosen) => chosen.informed && chosen !== AUTOMATIC;

/** @type {(catalogue: Catalogue, name: string) => AlgorithmPage} */
export const algorithmOf = (catalogue, name) =>
  catalogue.algorithms.find((algorithm) => algorithm.name === watchableAlgorithm(name)) ??
  catalogue.algorithms[0];

/** Return the algorithm of the problem, which may be `auto`. @param {Catalogue} catalogue */
export const chosenAlgorithm = (catalogue) =>
  problem.value.algorithm === "auto" ? AUTOMATIC : algorithmOf(catalogue, problem.value.algorithm);

/**
 * Return a menu of algorithms; for "any" it includes `auto`.
 * @param {Catalogue} catalogue @param {"any" | "named"} which
 */
export function algorithmField(catalogue, which) {
  const { algorithms } = catalogue;
  const [offered, chosen] =
    which === "named"
      ? [algorithms, algorithmOf(catalogue, problem.value.algorithm)]
      : [[AUTOMATIC, ...algorithms], chosenAlgorithm(catalogue)];
  const titles = offered.map(({ name, title }) => [name, title]);
  const update = (/** @type {string} */ algorithm) => problem.update({ algorithm, parameters: {} });
  return field("Algorithm", menu(titles, chosen.name, update));
}

/**
 * Return the options of a menu of heuristics; the visitor's formulas come last.
 * @param {Catalogue} catalogue
 */
export function heuristicOptions(catalogue, chosen = problem.value.heuristic) {
  const options = [
    ...catalogue.heuristics.map(({ name, admissible }) => [
      name,
      admissible ? words(name) : `${words(name)} (may overestimate)`,
    ]),
    ...formulas.value.map((formula) => [formula, formula]),
  ];
  // One from a link may not be in the list.
  const known = !chosen || options.some(([name]) => name === chosen);
  return known ? options : [...options, [chosen, chosen]];
}

/** @param {Catalogue} catalogue */
export function heuristicField(catalogue) {
  const { heuristic } = problem.value;
  const update = (/** @type {string} */ name) => problem.update({ heuristic: name });
  const control = menu(heuristicOptions(catalogue), heuristic, update);
  control.title = catalogue.heuristics.find(({ name }) => name === heuristic)?.summary ?? "";
  return field("Heuristic", control);
}

/**
 * Return a field for each parameter of an algorithm.
 * @param {Traits} algorithm
 */
export function parameterFields({ parameters }) {
  return parameters.map((parameter) => {
    const { name, summary, allowed } = parameter;
    const set = (/** @type {Setting | null} */ value) => {
      const rest = { ...problem.value.parameters };
      if (value === null || value === parameter.default) delete rest[name];
      else rest[name] = value;
      problem.update({ parameters: rest });
    };
    const input = parameterInput(parameter, problem.value.parameters[name], set);
    input.title = `${sentence(summary || words(name))}: ${allowed}`;
    return input.type === "checkbox"
      ? h("label.check", input, sentence(words(name)))
      : field(sentence(words(name)), input);
  });
}

/**
 * @param {Parameter} parameter @param {Setting | undefined} value
 * @param {(value: Setting | null) => void} set
 */
function parameterInput({ type, least, default: standard }, value, set) {
  if (type === "bool") {
    const input = h("input", { type: "checkbox", checked: value ?? standard });
    input.addEventListener("change", () => set(input.checked));
    return input;
  }
  const number = type !== "str";
  const input = h("input", {
    type: number ? "number" : "text",
    step: number && (type === "int" ? 1 : "any"),
    min: least,
    value: value ?? standard,
  });
  input.addEventListener("change", () => {
    const given = number ? Number(input.value) : input.value;
    if (input.value === "" || (number && !Number.isFinite(given))) set(null);
    else set(type === "int" ? Math.round(Number(given)) : given);
  });
  return input;
}
