// Light or dark: as the system says, until a person chooses.

const KEY = "slidelab.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => document.documentElement.dataset.theme === "dark";

function apply(theme) {
  document.documentElement.dataset.theme = theme;
  // Canvases read their colours from the page and have to be told.
  document.dispatchEvent(new CustomEvent("themechange"));
}

export function startTheme() {
  const chosen = () => localStorage.getItem(KEY);
  apply(chosen() ?? (system.matches ? "dark" : "light"));
  system.addEventListener("change", () => chosen() ?? apply(system.matches ? "dark" : "light"));
}

export function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  localStorage.setItem(KEY, theme);
  apply(theme);
}

let probe = null;

/** A colour of the page by its name in tokens.css, as a canvas understands it. */
export function colour(name) {
  if (!probe) {
    probe = document.createElement("i");
    probe.hidden = true;
    probe.className = "colour-probe"; // on a foreign page the colours are there alone
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
