// Fields for the algorithm, its numbers and its heuristic. The choices live in the problem; this
// only shows and changes them.

import { problem } from "../problem.js";
import { watchableAlgorithm } from "../puzzle/link.js";
import { formulas } from "../store.js";
import { field, h, select } from "./dom.js";
import { sentence, words } from "./words.js";

/** @type {Traits} What `auto` stands for: not an algorithm but the choice of one. */
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
 * A menu whose last choice leads to the editor.
 * @param {string[][]} options @param {string} chosen @param {(name: string) => void} onchange
 */
function menu(options, chosen, onchange) {
  const write = ["#/code", "Write your own…"];
  return select([...options, write], chosen, (name) => {
    if (name === "#/code") location.hash = name;
    else onchange(name);
  });
}

/** Whether a heuristic has to be chosen: `auto` takes one by itself. @param {Traits} chosen */
export const takesHeuristic = (chosen) => chosen.informed && chosen !== AUTOMATIC;

/** @type {(catalogue: Catalogue, name: string) => AlgorithmPage} */
export const algorithmOf = (catalogue, name) =>
  catalogue.algorithms.find((algorithm) => algorithm.name === watchableAlgorithm(name)) ??
  catalogue.algorithms[0];

/** What is chosen in the problem, which may be `auto`. @param {Catalogue} catalogue */
export const chosenAlgorithm = (catalogue) =>
  problem.value.algorithm === "auto" ? AUTOMATIC : algorithmOf(catalogue, problem.value.algorithm);

/**
 * `which` is "any", or "named" where the choice cannot be left open.
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
 * Every heuristic with a remark, to choose from; the visitor's formulas come last.
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
  // One that came with a link need not have been put to the test here.
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
 * A field for each number, word or choice that the algorithm declares.
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
