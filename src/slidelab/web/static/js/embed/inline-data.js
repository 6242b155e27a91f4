// What an element shows can be written into it as JSON.

/** Hands on what is written, if anything; a page that is still being read has not all of it yet. */
export function readInlineData(element, use) {
  const read = () => {
    const written = element.querySelector(":scope > script[type='application/json']");
    if (written) use(JSON.parse(written.textContent));
  };
  if (document.readyState === "loading")
    document.addEventListener("DOMContentLoaded", read, { once: true });
  else read();
}
