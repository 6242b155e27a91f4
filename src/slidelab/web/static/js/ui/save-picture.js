// Buttons that save a picture of the page.

import { download, h } from "./dom.js";

/**
 * Return a small button for each kind of file.
 * @param {string} title what the picture shows
 * @param {string[]} kinds "PNG" or "SVG"
 * @param {(kind: string) => unknown} save
 */
export const saveButtons = (title, kinds, save) =>
  h(
    "span.save-picture",
    kinds.map((kind) => {
      const names = { "aria-label": `Save ${title} as ${kind}`, title: `Save as ${kind}` };
      return h("button.link-button", { ...names, onclick: () => save(kind) }, kind);
    }),
  );

/**
 * Return a button that saves a canvas, with its background.
 * @param {string} title @param {HTMLCanvasElement} canvas
 */
export const saveCanvas = (title, canvas) =>
  saveButtons(title, ["PNG"], () => {
    const { width, height } = canvas;
    const copy = h("canvas", { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
    const ground = /** @type {HTMLElement} */ (canvas.parentElement);
    context.fillStyle = getComputedStyle(ground).backgroundColor;
    context.fillRect(0, 0, width, height);
    context.drawImage(canvas, 0, 0);
    copy.toBlob((blob) => blob && download(`${title.replaceAll(" ", "-")}.png`, blob, "image/png"));
  });
