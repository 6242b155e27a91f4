// What explains the numbers of another program: the conventions that lead to them, or the nearest.

import { spoken } from "../puzzle/grid.js";
import { problem } from "../store.js";
import { h } from "../ui/dom.js";
import { sentence, words } from "../ui/words.js";

const SHOWN = 5;

/** The matches that come first, as list items. */
export const matchItems = (matches) => matches.slice(0, SHOWN).map(matchItem);

/** `ontake` is asked to take the board that tells the explanations apart. */
export function explanation({ matches, found, nearest, hints, warning, next_board: next }, ontake) {
  const warned = warning ? [h("p", warning)] : [];
  if (!matches.length)
    return [
      h("h3", "No conventions produce these numbers"),
      ...warned,
      h(
        "ul",
        hints.map((text) => h("li", text)),
      ),
      ...(nearest.length ? [h("h3", "Nearest")] : []),
      h("ol", nearest.map(matchItem)),
    ];
  const more = found > SHOWN ? `, the first ${SHOWN} of them here` : "";
  return [
    h("h3", found === 1 ? "One explanation" : `${found} explanations${more}`),
    h("ol", matchItems(matches)),
    ...warned,
    ...(next ? nextBoard(next, ontake) : []),
  ];
}

function matchItem(match) {
  const { algorithm, heuristic, preset, deviations, reasons, differences = {} } = match;
  const what = heuristic ? `${algorithm} with ${words(heuristic)}` : algorithm;
  const changes = Object.entries(deviations).map(([name, value]) => `${words(name)} ${value}`);
  const counted = [preset, changes.join(", ")].filter(Boolean).join(", but ");
  const instead = Object.entries(differences).map(
    ([name, { printed, came_out }]) =>
      `${sentence(words(name))}: ${came_out ?? "none"} instead of ${printed}.`,
  );
  const use = () =>
    problem.update({
      algorithm,
      heuristic: heuristic ?? problem.value.heuristic,
      preset,
      conventions: deviations,
    });
  return h(
    "li",
    h("p", h("strong", `${sentence(what)}, counted as ${counted}`)),
    [...reasons, ...instead].map((text) => h("p.note", text)),
    h("button.small", { onclick: use }, "Count like this"),
  );
}

function nextBoard(next, ontake) {
  const numbers = [...new Set(next.predictions)];
  return [
    h(
      "p",
      `They differ most on the board ${spoken(next.board, problem.shape)}: ${words(next.counter)} `,
      numbers.map((number) => number ?? "very many").join(" or "),
      ".",
    ),
    h("button", { onclick: () => ontake(next) }, "Take this board"),
  ];
}
