// What an element needs on a page that is not slidelab's own. There embed.js fills this in before the
// first element is made; slidelab's own pages have the sheets and leave this as it is.

export const host = {
  // The colours, for elements with a shadow of their own.
  /** @type {CSSStyleSheet[]} */
  sheets: [],
  /** Return where an element puts its parts. @type {(element: HTMLElement) => HTMLElement} */
  root: (element) => element,
  /** Called when a film is put on the page. @type {(film: SearchFilm) => void} */
  arrived: () => {},
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
