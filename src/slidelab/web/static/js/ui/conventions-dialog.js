// The dialog of all conventions, in groups. Choices that differ from the preset are marked.

import { problem } from "../problem.js";
import { choose, conventionsOf, presetOf } from "./conventions.js";
import { dialog, drawOnChange, field, h, select } from "./dom.js";

const GROUPS = {
  "How the search proceeds": ["order", "goal_test", "dfs_push", "deepening"],
  "What joins the frontier, and what leaves it first": ["duplicates", "marked", "ties"],
  "What is counted": ["count_blank", "expanded", "max_depth"],
};

/** @type {Record<string, string>} */
const ENGINES = {
  auto: "Automatic",
  textbook: "Textbook, in Python",
  compiled: "Compiled, for speed",
  gpu: "On a graphics processor",
};

/** @param {Catalogue} catalogue */
export function openConventionsDialog(catalogue) {
  const body = h("div.dialog-body.stack");
  const box = dialog("Conventions", body);
  const group = (/** @type {string} */ title, /** @type {Child} */ content) =>
    h("fieldset.group.columns", h("legend", title), content);
  const conventionFields = (/** @type {string[]} */ names) =>
    catalogue.conventions
      .filter(({ name }) => names.includes(name))
      .map((convention) => conventionField(catalogue, convention));
  const draw = () => [
    h(
      "p.note",
      "Books leave some choices open, and what a search counts depends on them. A preset makes all of them; each can be changed by itself.",
    ),
    ...Object.entries(GROUPS).map(([title, names]) => group(title, conventionFields(names))),
    group("Engine", engineField(catalogue)),
    h("a", { href: "#/help/conventions" }, "Help"),
  ];
  box.addEventListener("close", drawOnChange(body, [problem], draw));
}

/**
 * Return a menu for a choice: its label begins a sentence that each value completes.
 * @param {Catalogue} catalogue @param {ConventionPage} choice
 */
function conventionField(catalogue, choice) {
  const { name, subject, effects, kind, values } = choice;
  const standard = presetOf(catalogue).conventions[name];
  const value = conventionsOf(catalogue)[name];
  const written = String(value);
  const isYesOrNo = kind === "yes-or-no";
  const options = written.startsWith("random") ? [...values, written] : values;
  const control = select(
    options.map((one) => [one, effects[one] ?? effects.random]),
    isYesOrNo ? (value ? "yes" : "no") : written,
    (chosen) => choose(catalogue, name, isYesOrNo ? chosen === "yes" : chosen),
  );
  return h("div", { class: value === standard ? "" : "changed" }, field(`${subject} …`, control));
}

/** @param {Catalogue} catalogue */
function engineField({ engines }) {
  const { engine } = problem.value;
  const names = engines.map((name) => [name, ENGINES[name] ?? name]);
  const chosen = engines.includes(engine) ? engine : "auto";
  return field(
    "Engine",
    select(names, chosen, (name) => problem.update({ engine: name })),
    h("p.note", "Both engines count the same. Films are always the textbook's."),
  );
}
