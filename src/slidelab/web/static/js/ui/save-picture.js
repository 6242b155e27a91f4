// The one way to save a picture: any drawing of the page as a PNG or SVG file.

import { download, h } from "./dom.js";

const SCALE = 2; // sharp on paper too

/** A file name made of what a picture shows. @param {string} title @param {string} ending */
export function fileName(title, ending) {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ["picture"];
  return `${words.join("-")}.${ending}`;
}

/**
 * Draw the text of an SVG on the page's background.
 * @param {string} text @returns {Promise<Blob>}
 */
async function png(text) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width: SCALE * image.width, height: SCALE * image.height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob))));
}

/**
 * Two small buttons, PNG and SVG.
 * @param {string} title
 * @param {() => string | Promise<string>} picture returns the text of an SVG
 */
export function saveMenu(title, picture) {
  /** @type {(kind: string, convert: (text: string) => string | Promise<Blob>, type: string) => Node} */
  const button = (kind, convert, type) => {
    const save = async () =>
      download(fileName(title, kind.toLowerCase()), await convert(await picture()), type);
    const names = { "aria-label": `Save ${title} as ${kind}`, title: `Save as ${kind}` };
    return h("button.link-button", { ...names, onclick: save }, kind);
  };
  return h(
    "span.save-picture",
    button("PNG", png, "image/png"),
    button("SVG", (text) => text, "image/svg+xml"),
  );
}
