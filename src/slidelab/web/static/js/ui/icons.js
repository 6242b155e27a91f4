// The icons of buttons, as SVG paths. They are decoration: the buttons have labels.

import { svg } from "./dom.js";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.6v14H7zM13.4 5H17v14h-3.6z",
  next: "M6 5l9 7-9 7zM16 5h2.4v14H16z",
  previous: "M18 5l-9 7 9 7zM5.6 5H8v14H5.6z",
  first: "M19 5l-7 7 7 7zM11.6 5l-7 7 7 7z",
  last: "M5 5l7 7-7 7zM12.4 5l7 7-7 7z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  undo: "M9 5L4 10l5 5v-3.6h5a3.3 3.3 0 010 6.6H9v2h5a5.3 5.3 0 000-10.6H9z",
  redo: "M15 5l5 5-5 5v-3.6h-5a3.3 3.3 0 000 6.6h5v2h-5a5.3 5.3 0 010-10.6h5z",
  sun: "M12 8a4 4 0 110 8 4 4 0 010-8zM11 2h2v3h-2zM11 19h2v3h-2zM2 11h3v2H2zM19 11h3v2h-3zM4.2 5.6l1.4-1.4 2.1 2.1-1.4 1.4zM16.3 17.7l1.4-1.4 2.1 2.1-1.4 1.4zM4.2 18.4l2.1-2.1 1.4 1.4-2.1 2.1zM16.3 6.3l2.1-2.1 1.4 1.4-2.1 2.1z",
  moon: "M20 14.5A8.5 8.5 0 119.5 4a7 7 0 0010.500 10.500z",
  share:
    "M10 13.500a1 1 0 001.400 0l6.600-6.600V11h2V3.500h-7.500v2h4.100L10 12.100a1 1 0 000 1.400zM5 6h5v2H6v10h10v-4h2v6H4V6z",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export const icon = (name) =>
  svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" },
    svg("path", { d: PATHS[name] }),
  );

/** Change the picture on a button. @param {HTMLElement} button @param {IconName} name */
export const setIcon = (button, name) => button.querySelector("svg")?.replaceWith(icon(name));
