// Keeping a picture: any drawing of the page as a PNG or SVG file, without the server.

import { h } from "./dom.js";

const SCALE = 2; // sharp on paper too
const STYLES = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity"],
  ...["font-family", "font-size", "font-weight", "opacity", "text-anchor"],
];

/** A file name made of what a picture shows. */
export const fileName = (title, ending) =>
  `${
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "") || "picture"
  }.${ending}`;

/** An SVG element as a text of its own: what style sheets say of its parts is written into them. */
function svgText(svg) {
  const copy = svg.cloneNode(true);
  const parts = [...svg.querySelectorAll("*")];
  for (const [at, part] of [...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(parts[at]);
    for (const name of STYLES) part.style.setProperty(name, style.getPropertyValue(name));
    part.removeAttribute("class");
  }
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy);
}

/** Draws an SVG text on a canvas of its own, on the page's paper. */
async function drawn(text) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function keep(name, address) {
  h("a", { href: address, download: name }).click();
}

const saveSvg = (title, text) =>
  keep(fileName(title, "svg"), `data:image/svg+xml,${encodeURIComponent(text)}`);

const savePng = async (title, text) =>
  keep(fileName(title, "png"), (await drawn(text)).toDataURL("image/png"));

/**
 * Two small buttons, PNG and SVG; `picture()` returns an SVG element or an SVG text, now or later.
 * @param {string} title
 */
export function saveMenu(title, picture) {
  const text = async () => {
    const found = await picture();
    return typeof found === "string" ? found : svgText(found);
  };
  const button = (kind, save) =>
    h(
      "button.link-button",
      { "aria-label": `Save ${title} as ${kind}`, title: `Save as ${kind}`, onclick: save },
      kind,
    );
  return h(
    "span.save-picture",
    button("PNG", async () => savePng(title, await text())),
    button("SVG", async () => saveSvg(title, await text())),
  );
}
