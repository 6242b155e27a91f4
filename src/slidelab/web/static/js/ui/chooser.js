// How to search: algorithm, heuristic, preset and every convention, with short words where each
// is chosen. The choices live in the problem; this only shows and changes them.

import { problem } from "../problem.js";
import { toWatch } from "../puzzle/link.js";
import { field, h, marked, select } from "./dom.js";

const LABELS = {
  order: "Order of the moves",
  checked: "Children are checked against",
  dfs_push: "Depth-first: children go on the stack",
  ties: "Ties among equal f",
  duplicates: "Boards that wait already",
  reopen: "Reopen expanded boards",
  count_blank: "Count the blank in the heuristic",
  count_goal: "Count the goal as expanded",
  count_copies: "Count skipped copies as expanded",
  generated: "What counts as generated",
  depth: "Maximum depth is that of nodes",
  graph: "Graph search",
};

const AUTOMATIC = {
  name: "auto",
  title: "Automatic",
  summary:
    "the fewest moves where they are found within seconds, else the best path of ten seconds",
  optimal: "always up to 4x4",
  informed: false,
  parameters: [],
};

/** Fields for algorithm, heuristic and the algorithm's own numbers. */
export function algorithmFields(catalogue, automatic = false) {
  const box = h("div", { class: "chooser" });
  const draw = () => {
    const open = automatic && problem.value.algorithm === "auto";
    const chosen = open ? AUTOMATIC : algorithmOf(catalogue, problem.value.algorithm);
    const names = groupedNames(catalogue);
    if (automatic) names.unshift([AUTOMATIC.name, AUTOMATIC.title]);
    const algorithm = select(names, chosen.name, (name) =>
      problem.update({ algorithm: name, parameters: {} }),
    );
    const words = h(
      "p",
      { class: "note" },
      `${sentence(chosen.summary)}. `,
      h("span", { class: "fact" }, `Shortest path: ${chosen.optimal}.`),
    );
    box.replaceChildren(
      field("Algorithm", algorithm),
      ...(chosen.informed ? [heuristicField(catalogue)] : []),
      ...parameterFields(chosen),
      words,
    );
  };
  draw();
  problem.addEventListener("change", ({ detail }) => {
    if (!("algorithm" in detail.changes) && !("heuristic" in detail.changes)) return;
    // Drawing anew would drop the keyboard's place, so it is put back.
    const at = [...box.querySelectorAll("select, input")].indexOf(document.activeElement);
    draw();
    box.querySelectorAll("select, input")[at]?.focus({ preventScroll: true });
  });
  return box;
}

export const algorithmOf = (catalogue, name) =>
  catalogue.algorithms.find((algorithm) => algorithm.name === toWatch(name)) ??
  catalogue.algorithms[0];

const groupedNames = (catalogue) => catalogue.algorithms.map(({ name, title }) => [name, title]);

function heuristicField(catalogue) {
  const names = catalogue.heuristics.map(({ name, admissible }) => [
    name,
    admissible ? words(name) : `${words(name)} (may overestimate)`,
  ]);
  const control = select(names, problem.value.heuristic, (heuristic) =>
    problem.update({ heuristic }),
  );
  const chosen = catalogue.heuristics.find(({ name }) => name === problem.value.heuristic);
  control.title = chosen?.summary ?? "";
  return field("Heuristic", control);
}

/** A field for each number, word or choice that the algorithm declares. */
export function parameterFields({ parameters }) {
  return parameters.map((parameter) => {
    const { name, summary, allowed } = parameter;
    const set = (value) => {
      const rest = { ...problem.value.parameters, [name]: value };
      if (value === null || value === parameter.default) delete rest[name];
      problem.update({ parameters: rest });
    };
    const input = parameterInput(parameter, problem.value.parameters[name], set);
    input.title = `${sentence(summary || words(name))}: ${allowed}`;
    return input.type === "checkbox"
      ? h("label", { class: "check" }, input, sentence(words(name)))
      : field(sentence(words(name)), input);
  });
}

function parameterInput({ type, least, above, most, default: standard }, value, set) {
  if (type === "bool") {
    const input = h("input", { type: "checkbox", checked: value ?? standard });
    input.addEventListener("change", () => set(input.checked));
    return input;
  }
  const number = type !== "str";
  const input = h("input", {
    type: number ? "number" : "text",
    step: number && (type === "int" ? 1 : "any"),
    min: least ?? above,
    max: most,
    value: value ?? standard,
  });
  input.addEventListener("change", () => {
    const given = number ? Number(input.value) : input.value;
    if (input.value === "" || (number && !Number.isFinite(given))) set(null);
    else set(type === "int" ? Math.round(given) : given);
  });
  return input;
}

/** Preset and conventions; a changed convention is marked and can be put back. */
export function conventionFields(catalogue) {
  const box = h("div", { class: "stack" });
  const draw = () => {
    const { preset, conventions } = problem.value;
    const chosen = catalogue.presets.find(({ name }) => name === preset) ?? catalogue.presets[0];
    const presets = catalogue.presets.map(({ name }) => [name, name]);
    const changed = Object.keys(conventions).length;
    box.replaceChildren(
      field(
        "Preset",
        select(presets, chosen.name, (name) => change({ preset: name, conventions: {} })),
      ),
      h("p", { class: "note" }, `${sentence(chosen.summary)}.`),
      h(
        "details",
        { open: changed > 0 },
        h("summary", {}, changed ? `Conventions (${changed} changed)` : "Conventions, one by one"),
        h(
          "div",
          { class: "stack" },
          catalogue.conventions.map((convention) => conventionField(convention, chosen, change)),
        ),
      ),
    );
  };
  const change = (changes) => {
    problem.update(changes);
    const open = box.querySelector("details").open;
    draw();
    box.querySelector("details").open = open;
  };
  draw();
  return box;
}

function conventionField({ name, summary, kind, values }, preset, change) {
  const standard = preset.conventions[name];
  const value = problem.value.conventions[name] ?? standard;
  const set = (chosen) => {
    const conventions = { ...problem.value.conventions, [name]: chosen };
    if (chosen === standard) delete conventions[name];
    change({ conventions });
  };
  const label = LABELS[name] ?? sentence(words(name));
  const note = h("p", { class: "note" }, marked(summary));
  if (kind === "yes-or-no") {
    const input = h("input", {
      type: "checkbox",
      checked: Boolean(value),
      onchange: () => set(input.checked),
    });
    return h("div", {}, h("label", { class: "check" }, input, label), note);
  }
  if (kind === "number") return seedField(label, value, note, set);
  const options = values.map((one) => [one, words(one)]);
  return field(label, select(options, value, set), note);
}

function seedField(label, value, note, set) {
  const input = h("input", {
    type: "number",
    min: 0,
    step: 1,
    placeholder: "none: use the order",
    value: value ?? "",
    onchange: () => set(input.value === "" ? null : Math.max(0, Math.round(Number(input.value)))),
  });
  return field(`${label} for a random order`, input, note);
}

export const words = (name) => name.replaceAll(/[-_]/g, " ");
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
