// How elements adapt to the page they are on. embed.js sets this on pages that are not slidelab's;
// slidelab's own page has the style sheets and uses the defaults.

export const host = {
  // The colours, for elements that always have a shadow root.
  /** @type {CSSStyleSheet[]} */
  sheets: [],
  /** Return the node to which an element adds its parts. @type {(element: HTMLElement) => HTMLElement} */
  root: (element) => element,
  /** Called when a film is added to the page. @type {(film: SearchFilm) => void} */
  connected: () => {},
};

/**
 * Make a style sheet of an element. A constructed one passes the strictest content security policy,
 * where an inline style would not.
 * @param {string} css
 */
export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}
