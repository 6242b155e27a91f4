// Making parts of a drawing.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export function text(content, x, y, anchor) {
  const element = make("text", { x, y, "text-anchor": anchor });
  element.textContent = content;
  return element;
}
