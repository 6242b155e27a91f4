// A game in retrospect, beside the board on which it is shown: how far the goal was after each move,
// which moves lost ground, and any board of it to play on from.

import { paintDistances, stepAt } from "../paint/distances.js";
import { palette } from "../paint/palette.js";
import { SvgCanvas } from "../paint/svg-canvas.js";
import { measureGame } from "../puzzle/game-distances.js";
import { applyMoves, moveWords } from "../puzzle/grid.js";
import { Review } from "../puzzle/review.js";
import { review as kept } from "../store.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { problemBox } from "../ui/notice.js";
import { saveMenu } from "../ui/save-picture.js";

const MOST_LISTED = 40;

/**
 * {element, move}: `onstep(cells)` shows a board of the game, `onplay(cells)` begins a game from it,
 * and `onclose` puts the review away. `move(by)` goes through the moves.
 */
export function reviewCard(game, { onstep, onplay, onclose }) {
  const body = h("div.stack", h("p", { role: "status" }, "Checking boards…"));
  const abort = new AbortController();
  const close = () => {
    abort.abort();
    onclose();
  };
  const card = h(
    "section.card.stack.review",
    { "aria-label": "Game review" },
    h(
      "div.row.spread",
      h("h2", { tabindex: "-1" }, "Game review"),
      h("button.quiet.small", { onclick: close }, "Close"),
    ),
    body,
  );
  /** @type {(by: number) => void} */
  let move = () => {};
  ask(game, abort.signal, body).then((review) => {
    if (!review) return;
    const pages = leafThrough(game, review, { onstep, onplay }, abort.signal);
    move = pages.move;
    body.replaceChildren(...pages.parts);
  });
  return { element: card, move: (by) => move(by) };
}

async function ask(game, signal, body) {
  const known = kept.value.found;
  if (known) return new Review(known.at_least, known.at_most);
  const onprogress = (done, total) => {
    body.firstChild.textContent = `Checking boards: ${done} of ${total}…`;
  };
  try {
    const found = await measureGame(game, { onprogress, signal });
    signal.throwIfAborted();
    kept.set({ ...kept.value, found });
    return new Review(found.at_least, found.at_most);
  } catch (error) {
    if (error.name !== "AbortError") body.replaceChildren(problemBox(error));
    return null;
  }
}

function leafThrough(game, review, { onstep, onplay }, signal) {
  const picture = () => {
    const canvas = new SvgCanvas(chart.clientWidth, chart.clientHeight, palette().surface);
    paintDistances(canvas, review, step);
    return canvas.toString();
  };
  const { start, shape, path } = game;
  let step = 0;
  const chart = h("canvas.distances", { "aria-hidden": "true" });
  const words = h("p", { "aria-live": "polite" });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: review.length,
    "aria-label": "Move of the game",
    oninput: () => go(Number(slider.value)),
  });
  const button = (name, label, by) =>
    h(
      "button.icon-only",
      { "aria-label": label, title: label, onclick: () => go(step + by) },
      icon(name),
    );
  const go = (to) => {
    step = Math.min(review.length, Math.max(0, to));
    onstep(applyMoves(start, path.slice(0, step), shape));
    words.textContent = stepWords(game, review, step);
    slider.value = step;
    slider.setAttribute("aria-valuetext", words.textContent);
    paintDistances(chart, review, step);
    kept.set({ ...kept.value, step });
  };
  const point = (event) => {
    if (event.type === "pointermove" && !event.buttons) return;
    go(stepAt(event.offsetX, review.length, chart.clientWidth));
  };
  chart.addEventListener("pointerdown", point);
  chart.addEventListener("pointermove", point);
  new ResizeObserver(() => paintDistances(chart, review, step)).observe(chart);
  document.addEventListener("themechange", () => paintDistances(chart, review, step), { signal });
  go(kept.value.step);
  const parts = [
    words,
    h(
      "div.row.tight",
      button("previous", "Move back", -1),
      button("next", "Move on", 1),
      h(
        "button",
        { onclick: () => onplay(applyMoves(start, path.slice(0, step), shape)) },
        "Play on from here",
      ),
    ),
    slider,
    chart,
    h("p", review.words()),
    ...lostList(review, go),
    h(
      "p.row.tight.spread",
      h("span.note.keys", "The arrow keys go through the moves."),
      h("span", saveMenu("distances", picture)),
    ),
  ];
  return { parts, move: (by) => go(step + by) };
}

function stepWords({ start, shape, path }, review, step) {
  if (!step) return `The start: ${review.left(0)}.`;
  const before = applyMoves(start, path.slice(0, step - 1), shape);
  const move = `Move ${step}: ${moveWords(before, path[step - 1], shape)}. ${review.left(step)}`;
  return review.lost.includes(step) ? `${move}: a mistake.` : `${move}.`;
}

function lostList(review, go) {
  const { lost } = review;
  if (!lost.length) return [];
  const more = lost.length - MOST_LISTED;
  const list = h(
    "div.row.tight.lost",
    { role: "group", "aria-label": "Mistakes" },
    h("span.note", "Lost ground:"),
    lost
      .slice(0, MOST_LISTED)
      .map((at) =>
        h("button.small", { "aria-label": `Move ${at}`, onclick: () => go(at) }, String(at)),
      ),
    more > 0 ? h("span.note", `and ${more} more`) : null,
  );
  return [list];
}
