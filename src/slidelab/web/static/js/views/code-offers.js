// What a file of one's own offers: what came of trying each function, and ways to use it.

import { proof } from "../store.js";
import { h } from "../ui/dom.js";
import { useSearch, withHeuristic } from "./formula-use.js";

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** What came of trying it, in words. */
export function triedWords({ start, goal, easy, cost }) {
  if (easy === "solved") return `On an easy board it finds a path of ${cost} moves.`;
  if (easy) return `On an easy board it finds no path (${easy}).`;
  const value = `h is ${NUMBER.format(start)} on your board`;
  return goal === 0
    ? `${value} and 0 at the goal.`
    : `${value} and ${NUMBER.format(goal)} at the goal, where it should be 0.`;
}

function proveButton(name) {
  const go = () => {
    proof.set({ ...proof.value, wanted: name });
    location.hash = "#/heuristics";
  };
  return h("button.small", { onclick: go }, "Prove");
}

export function offers({ heuristics, algorithms, tried }) {
  const wordsOf = (name) => triedWords(tried.find((one) => one.name === name));
  const card = (page, uses) =>
    h(
      "section.card.stack",
      { "aria-label": page.name },
      h("h2.mono", page.name),
      h("p.note", page.summary),
      h("p", wordsOf(page.name)),
      h("div.row.tight", uses),
    );
  return h(
    "div.stack",
    heuristics.map((page) => card(page, [...withHeuristic(page.name), proveButton(page.name)])),
    algorithms.map((page) => card(page, useSearch({ algorithm: page.name }))),
  );
}
