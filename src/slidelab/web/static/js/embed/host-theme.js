// Fit the elements into a page that is not slidelab's own: follow its light or dark theme, and bring
// their style sheets.

import { host } from "../elements/host.js";
import { colourSheet, colours, partSheets } from "./sheets.js";

const ELEMENTS = "slide-board, slide-player, search-film, .colour-probe";
const scheme = new CSSStyleSheet();
/** @type {boolean | null} */
let dark = null;

/** Return whether the page is dark: then its letters are light, in every notebook and theme. */
function isDark() {
  const canvas = document.createElement("canvas");
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = getComputedStyle(document.body).color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return 0.3 * red + 0.6 * green + 0.1 * blue > 140;
}

function follow() {
  const now = isDark();
  if (now === dark) return;
  dark = now;
  const words = `color-scheme: ${dark ? "dark" : "light"};`;
  scheme.replaceSync(`${ELEMENTS} { ${words} } ${colours(".colour-probe")}`);
  document.dispatchEvent(new CustomEvent("themechange"));
}

/** @param {HTMLElement} element */
function rootOf(element) {
  const shadow = element.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = partSheets;
  const root = document.createElement("div");
  root.className = "embedded";
  shadow.append(root);
  return root;
}

/**
 * Load a film that is written into the page as JSON, as `slidelab draw` and notebooks do.
 * @param {SearchFilm} element
 */
function loadInlineData(element) {
  // While the page is read, the script may not be complete.
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", () => loadInlineData(element), { once: true });
    return;
  }
  const written = element.querySelector(":scope > script[type='application/json']");
  if (!written) return;
  const { film, ...choices } = JSON.parse(written.textContent);
  const step = Number(element.getAttribute("step") ?? 0);
  element.load(film, { ...choices, step });
}

host.sheets = [colourSheet];
host.root = rootOf;
host.connected = (element) => {
  if (!element.film) loadInlineData(element);
};

document.adoptedStyleSheets = [...document.adoptedStyleSheets, scheme];
follow();
const observer = new MutationObserver(follow);
for (const place of [document.documentElement, document.body])
  observer.observe(place, { attributes: true });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", follow);
