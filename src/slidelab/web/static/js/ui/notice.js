// Messages: short notices at the foot of the page, errors, and banners.

import { problem } from "../problem.js";
import { goalCells, sameCells } from "../puzzle/grid.js";
import { h } from "./dom.js";

let timer = 0;

/** Show a text at the foot of the page for some seconds. @param {string} text */
export function notice(text) {
  const place = document.querySelector("#notices");
  place?.replaceChildren(h("p.notice", text));
  clearTimeout(timer);
  timer = setTimeout(() => place?.replaceChildren(), 6000);
}

/**
 * Return a box with an error: its title and all its problems.
 * @param {unknown} error
 */
export function problemBox(error) {
  const { title, problems = [], message } = /** @type {Error & Partial<Failure>} */ (error);
  const reasons = problems.length ? problems : [message];
  return h(
    "div.problem",
    { role: "alert" },
    h("strong", title ?? "That didn't work"),
    h(
      "ul",
      reasons.map((text) => h("li", text)),
    ),
  );
}

/**
 * Return a banner for results of another problem, with its board and a button that restores it.
 * @param {Problem} searched
 */
export function staleBanner(searched) {
  const board = h("slide-board", { readonly: true, label: "Board of these results" });
  board.set({
    shape: searched.shape,
    cells: searched.cells,
    goal: goalCells(searched.goal, searched.shape),
  });
  const isSameBoard = sameCells(searched.cells, problem.cells);
  const [of, back] = isSameBoard
    ? ["other settings", "Restore settings"]
    : ["an earlier board", "Restore board"];
  return h(
    "div.ask.earlier",
    { role: "note" },
    board,
    h("p", `These results are for ${of}.`),
    h("button.small", { onclick: () => problem.update(searched) }, back),
  );
}
