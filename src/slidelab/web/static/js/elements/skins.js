// What the tiles look like: plain numbers, colours by home row, or a picture from a file.

import { BROWSER, Store } from "../storage.js";

/** The picture that boards with skin="picture" show: a data URL. */
const picture = new Store("picture", "", BROWSER);

/**
 * Read an image file, crop it to the board's proportions and keep it, small enough to store.
 * @param {File} file @param {Shape} shape
 */
export async function takePicture(file, { rows, cols }) {
  const image = await createImageBitmap(file);
  const ratio = cols / rows;
  const width = Math.min(image.width, image.height * ratio);
  const height = width / ratio;
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(720, Math.round(width));
  canvas.height = Math.round(canvas.width / ratio);
  const [x, y] = [(image.width - width) / 2, (image.height - height) / 2];
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  picture.set(canvas.toDataURL("image/jpeg", 0.85));
}

// Lightness carries the order as well as hue does, so the rows stay apart for every eye.
const ROW_COLOURS = [
  ["#12455c", "#ffffff"],
  ["#1f7a8c", "#ffffff"],
  ["#8fcfd1", "#10242b"],
  ["#f3e3b3", "#2b2410"],
  ["#f2b25c", "#2b1a05"],
  ["#c65d21", "#ffffff"],
  ["#8c2f39", "#ffffff"],
  ["#5b2a5e", "#ffffff"],
  ["#3a3f70", "#ffffff"],
  ["#2c5f4a", "#ffffff"],
];

/**
 * Give the tiles the looks that the board asks for.
 * @param {HTMLElement} board @param {HTMLElement} frame
 * @param {HTMLElement[]} tiles by their numbers
 * @param {number[]} home @param {Shape} shape
 */
export function paintSkin(board, frame, tiles, home, { rows, cols }) {
  const skin = board.getAttribute("skin") ?? "numbers";
  const source = skin === "picture" ? picture.value : "";
  frame.classList.toggle("picture", Boolean(source));
  tiles.forEach((element, tile) => {
    if (!element) return;
    const face = /** @type {HTMLElement} */ (element.firstElementChild);
    const row = Math.floor(home[tile] / cols);
    const col = home[tile] % cols;
    if (skin === "colours") {
      const [fill, ink] = ROW_COLOURS[row % ROW_COLOURS.length];
      face.style.setProperty("--face", fill);
      face.style.setProperty("--face-ink", ink);
    } else if (source) {
      face.style.backgroundImage = `url(${source})`;
      face.style.backgroundPosition = `${part(col, cols)}% ${part(row, rows)}%`;
    }
  });
}

/** @type {(at: number, count: number) => number} */
const part = (at, count) => (count > 1 ? (at / (count - 1)) * 100 : 0);
