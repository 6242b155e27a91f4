// Style sheets of elements that stand alone. A constructed sheet passes the strictest content
// security policy, where an inline style would not.

export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}
