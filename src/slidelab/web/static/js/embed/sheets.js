// The page's style sheets, adapted to a shadow root on any page: lengths do not depend on its font
// size, and widths are those of the element.

import base from "../../css/base.css" with { type: "text" };
import content from "../../css/content.css" with { type: "text" };
import controls from "../../css/controls.css" with { type: "text" };
import film from "../../css/film.css" with { type: "text" };
import tokens from "../../css/tokens.css" with { type: "text" };
import { sheet } from "../elements/host.js";

const ROOT_PIXELS = 16;

/** @param {string} css */
const fit = (css) =>
  css
    .replaceAll(/([\d.]+)rem\b/g, (_, length) => `${Number(length) * ROOT_PIXELS}px`)
    .replaceAll("@media (max-width", "@container (max-width");

/**
 * Use the layout with tabs, as on a phone, in notebook cells too: they are wide but low.
 * @param {string} css
 */
const useTabs = (css) =>
  css.replaceAll(/@media \(max-width: 720px\)(, .*?\))?/g, "@media (max-width: 1000px)");

/**
 * Return the colours as rules for one selector; its surroundings decide whether they are dark.
 * @param {string} selector
 */
export const colours = (selector) =>
  tokens
    .replaceAll(/:root\[.*?\{.*?\}/gs, "")
    .replace("color-scheme: light dark;", "")
    .replace(":root", selector);

const HOST = `
:host { display: block; container-type: inline-size; text-align: start; }
:host([hidden]) { display: none; }
.embedded { font: 400 16px/1.5 var(--sans); color: var(--ink); }
.embedded:has(.film) { background: var(--paper); padding: 10px; border-radius: var(--radius); }
@container (min-width: 1001px) { .film { height: 620px; } }
.film .transport { margin-inline: 0; border-radius: var(--radius); }
.film .film-place { display: inline; }
`;

export const colourSheet = sheet(fit(colours(":host")));
export const partSheets = [
  colourSheet,
  ...[base, controls, content, useTabs(film)].map(fit).map(sheet),
  sheet(HOST),
];
