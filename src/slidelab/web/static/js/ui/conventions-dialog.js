// Everything that changes what a search counts, in a dialog: the presets first, then every choice
// in its group. A choice that is not the preset's is marked and can be put back.

import { problem } from "../problem.js";
import { choiceWords, choose, conventionsOf, presetOf } from "./conventions.js";
import { dialog, field, h, live, select } from "./dom.js";
import { docsLinks } from "./terms.js";

const GROUPS = {
  "How the search proceeds": ["order", "goal_test", "dfs_push", "deepening"],
  "What joins the frontier, and what leaves it first": ["duplicates", "marked", "ties"],
  "What is counted": ["count_blank", "expanded", "max_depth"],
};

const ENGINES = {
  auto: "Automatic",
  textbook: "Textbook, in Python",
  compiled: "Compiled, for speed",
  gpu: "On a graphics processor",
};

/**
 * @param {Catalogue} catalogue
 */
export function openConventionsDialog(catalogue) {
  const body = h("div.dialog-body.stack");
  const box = dialog("Conventions", body);
  const draw = () => [
    h(
      "p.note",
      "Books leave some choices open, and what a search counts depends on them. A preset makes all of them; each can be changed by itself.",
    ),
    presets(catalogue),
    ...grouped(catalogue.conventions).map(([title, group]) =>
      h(
        "fieldset.group",
        h("legend", title),
        group.map((convention) => conventionField(catalogue, convention)),
      ),
    ),
    engineField(catalogue),
    h("div.row", docsLinks(catalogue, "conventions")),
  ];
  const stop = live(body, [problem], draw);
  box.addEventListener("close", stop);
}

/** The conventions by group; what no group names, a new one perhaps, comes last. */
function grouped(conventions) {
  const named = Object.values(GROUPS).flat();
  const find = (names) => names.flatMap((one) => conventions.filter(({ name }) => name === one));
  const others = conventions.filter(({ name }) => !named.includes(name));
  const groups = Object.entries(GROUPS).map(([title, names]) => [title, find(names)]);
  return others.length ? [...groups, ["Others", others]] : groups;
}

function presets(catalogue) {
  const chosen = presetOf(catalogue).name;
  const option = ({ name, title, summary }) =>
    h(
      "label.preset",
      h("input", {
        type: "radio",
        name: "preset",
        value: name,
        checked: name === chosen,
        onchange: () => problem.update({ preset: name, conventions: {} }),
      }),
      h("span", h("b", title), ` ${summary} `, h("code", name)),
    );
  return h("fieldset.group.presets", h("legend", "Preset"), catalogue.presets.map(option));
}

/** A choice as a sentence: its subject, and what each value does. */
function conventionField(catalogue, choice) {
  const { name, subject, effects, kind, values } = choice;
  const standard = presetOf(catalogue).conventions[name];
  const value = conventionsOf(catalogue)[name];
  const set = (chosen) => choose(catalogue, name, chosen);
  const back =
    value === standard
      ? null
      : h(
          "button.link-button.small-text",
          { onclick: () => set(standard) },
          `Put back: ${choiceWords(choice, standard)}`,
        );
  const isRandom = String(value).startsWith("random");
  const options = isRandom ? [...values, value] : values;
  const control = select(
    options.map((one) => [one, effects[one] ?? effects.random]),
    kind === "yes-or-no" ? (value ? "yes" : "no") : value,
    (chosen) => set(kind === "yes-or-no" ? chosen === "yes" : chosen),
  );
  return h(
    "div",
    { class: value === standard ? "" : "changed" },
    field(`${subject} …`, control),
    back,
  );
}

function engineField({ engines }) {
  const { engine } = problem.value;
  return h(
    "fieldset.group",
    h("legend", "Engine"),
    field(
      "Engine",
      select(
        engines.map((name) => [name, ENGINES[name] ?? name]),
        engines.includes(engine) ? engine : "auto",
        (name) => problem.update({ engine: name }),
      ),
      h("p.note", "Both engines count the same. Films are always the textbook's."),
    ),
  );
}
