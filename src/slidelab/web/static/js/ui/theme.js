// The light or dark theme: that of the system until the visitor chooses one.

import { BROWSER, Store } from "../storage.js";

/** "light" or "dark" once the visitor chose. */
const chosen = new Store("theme", /** @type {string | null} */ (null), BROWSER);
const system = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => document.documentElement.dataset.theme === "dark";

function apply() {
  document.documentElement.dataset.theme = chosen.value ?? (system.matches ? "dark" : "light");
  // Canvases read their colours from the page only when they are drawn.
  document.dispatchEvent(new CustomEvent("themechange"));
}

export function startTheme() {
  apply();
  system.addEventListener("change", apply);
  chosen.addEventListener("change", apply);
}

export const toggleTheme = () => chosen.set(isDark() ? "light" : "dark");

/** @type {HTMLElement | null} */
let probe = null;

/**
 * Return a colour by its name in tokens.css, as a canvas needs it.
 * @param {string} name
 */
export function colour(name) {
  if (!probe) {
    probe = document.createElement("i");
    probe.hidden = true;
    probe.className = "colour-probe"; // on another page only this element has the colours
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
