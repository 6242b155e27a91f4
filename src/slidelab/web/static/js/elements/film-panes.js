// What each pane of a film shows at a moment.

import { FRONTIER_WORDS, frontierAt, tieWords } from "../film/frontier.js";
import { shortNumber } from "../film/narrate.js";
import { describe, paintStrip, placeInStrip, STRIP_HEIGHT, stripCapacity } from "../paint/strip.js";
import { h, whole } from "../ui/dom.js";

/**
 * @import { FilmParts } from "./film-parts.js"
 * @import { Unrolled } from "./search-film.js"
 * @import { StripItem } from "../paint/strip.js"
 * @typedef {{title: string, total: number, items: StripItem[]}} StripGroup
 * @typedef {(parts: FilmParts, unrolled: Unrolled, event: number) => void} Show
 * @typedef {HTMLCanvasElement & {items: StripItem[]}} StripCanvas
 */

/**
 * Write the pseudo-code, or only light a line of it.
 * @param {HTMLElement} list @param {PseudocodeLine[] | null} pseudocode
 */
export function showCode(list, pseudocode, lit = -1) {
  if (pseudocode) {
    list.replaceChildren(
      ...pseudocode.map((line) => {
        const indent = line.text.length - line.text.trimStart().length;
        const item = h("li", h("code", line.text.trim().replaceAll("`", "") || " "));
        item.style.setProperty("--indent", `${indent / 4}`);
        return item;
      }),
    );
  }
  [.../** @type {HTMLCollectionOf<HTMLElement>} */ (list.children)].forEach((item, at) => {
    if (item.classList.contains("lit") === (at === lit)) return;
    item.classList.toggle("lit", at === lit);
    if (at === lit) {
      item.setAttribute("aria-current", "step");
      reveal(list, item);
    } else item.removeAttribute("aria-current");
  });
}

/**
 * Scroll to an item of the list, never the page.
 * @param {HTMLElement} list @param {HTMLElement} item
 */
function reveal(list, item) {
  const top = item.offsetTop - list.offsetTop;
  const bottom = top + item.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

/** @type {Show} */
export function showCounters(parts, { film, tallies, reached }, event) {
  const bound = film.boundAt(event);
  /** @type {Record<string, string | null>} */
  const values = { reached: whole(reached.count(event)), bound: bound && shortNumber(bound[1]) };
  for (const [key, count] of Object.entries(tallies.at(event))) values[key] = whole(count);
  for (const { key, value, row } of parts.counterRows) {
    row.hidden = values[key] === null;
    value.textContent = values[key];
  }
}

/** @type {Show} */
export function showFrontier(parts, { film, prepared, home }, event) {
  const words = FRONTIER_WORDS[film.frontierKind] ?? FRONTIER_WORDS.priority;
  const width = parts.frontier.clientWidth || 300;
  const rows = Math.max(1, Math.floor(parts.frontier.clientHeight / STRIP_HEIGHT));
  const groups = frontierAt(film, prepared, event, stripCapacity(width) * rows);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const title = `Frontier: ${words.title.toLowerCase()}`;
  if (parts.frontierTitle.textContent !== title) parts.frontierTitle.textContent = title;
  const ties = tieWords(film);
  parts.frontierRule.textContent = `${whole(total)} ${words.held ?? "waiting"} · ${words.rule}${ties ? ` · ${ties}` : ""}`;
  /** @type {StripGroup[]} */
  const shown = groups.map(({ nodes, ...group }) => ({
    ...group,
    items: nodes.map((node, at) => ({ node, mark: at === 0 ? "next" : "" })),
  }));
  const label = describe(film, groups, words);
  paintGroups(parts.frontier, film, home, shown, {
    width,
    label,
    rows: shown.length > 1 ? 1 : rows,
  });
}

/** @type {Show} */
export function showReached(parts, { film, reached, home }, event) {
  const width = parts.reached.clientWidth || 300;
  if (!reached.remembers) {
    parts.reachedNote.textContent = "none are kept";
    parts.reached.replaceChildren();
    return;
  }
  const count = reached.count(event);
  parts.reachedNote.textContent = `${whole(count)}, newest first`;
  const rows = Math.max(1, Math.floor(parts.reached.clientHeight / STRIP_HEIGHT));
  /** @type {StripItem[]} */
  const items = reached
    .latest(event, stripCapacity(width) * rows)
    .map(({ node, expanded }) => ({ node, mark: expanded ? "expanded" : "" }));
  const label = `Reached set: ${count} boards`;
  paintGroups(parts.reached, film, home, [{ title: "", total: count, items }], {
    width,
    label,
    rows,
  });
}

/**
 * Paint a canvas for each group; a click on a board fires `node` with its node.
 * @type {(box: HTMLElement, film: Film, home: number[], groups: StripGroup[],
 *   options: {width: number, label: string, rows: number}) => void}
 */
function paintGroups(box, film, home, groups, { width, label, rows }) {
  while (box.children.length > groups.length) box.lastElementChild?.remove();
  while (box.children.length < groups.length) {
    const onclick = (/** @type {PointerEvent} */ event) => {
      const canvas = /** @type {StripCanvas} */ (event.currentTarget);
      const item = canvas.items[placeInStrip(event.offsetX, event.offsetY, canvas.clientWidth)];
      const detail = item?.node;
      if (item) box.dispatchEvent(new CustomEvent("node", { detail, bubbles: true }));
    };
    box.append(h("figure", h("figcaption"), h("canvas", { role: "img", onclick })));
  }
  groups.forEach((group, at) => {
    const figure = box.children[at];
    const [caption, canvas] = /** @type {[HTMLElement, StripCanvas]} */ ([...figure.children]);
    caption.hidden = !group.title;
    caption.textContent = group.title ? `${group.title}: ${whole(group.total)}` : "";
    canvas.items = group.items;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${STRIP_HEIGHT * rows}px`;
    canvas.setAttribute("aria-label", label);
    paintStrip(canvas, film, home, group.items, width, rows);
  });
}
