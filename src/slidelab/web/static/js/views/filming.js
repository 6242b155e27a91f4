// What is shown while a search is filmed: how far it is, and a way to end it.

import { h, whole } from "../ui/dom.js";

/** How far a film is, in words. */
export const filmingWords = ({ counters, events }) =>
  `Filming… ${whole(counters?.expanded ?? 0)} nodes expanded, ${whole(events ?? 0)} events`;

/** {element, onqueued, onprogress}: what hears of a film shows it in the element. */
export function filmingBox(oncancel) {
  const words = h("p", { "aria-live": "off" }, "Filming…");
  const bar = h("progress", { "aria-label": "Filming" });
  return {
    element: h("div.row.filming", words, bar, h("button", { onclick: oncancel }, "Cancel")),
    onqueued({ position }) {
      words.textContent = position ? `Waiting: number ${position} in the queue.` : "Filming…";
    },
    onprogress(progress) {
      words.textContent = `${filmingWords(progress)}.`;
      // How full the film is; before the search there may be something to prepare.
      if (progress.events) bar.value = progress.fraction;
    },
  };
}
