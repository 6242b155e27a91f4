import assert from "node:assert/strict";
import { test } from "node:test";
import { paintBoard } from "../../../src/slidelab/web/static/js/paint/board.js";
import { SvgCanvas } from "../../../src/slidelab/web/static/js/paint/svg-canvas.js";
import { boardPicture } from "../../../src/slidelab/web/static/js/puzzle/export.js";
import { fileName } from "../../../src/slidelab/web/static/js/ui/save-picture.js";

const SHAPE = { rows: 2, cols: 3 };
const CELLS = [1, 2, 5, 3, 4, 0];
const COLOURS = { well: "#eee", home: "#cdf", tile: "#fff", ink: "#000" };

const texts = (svg) => [...svg.matchAll(/<text[^>]*>(\d+)<\/text>/g)].map(([, text]) => text);

test("a canvas that writes SVG shows what is painted on it", () => {
  const canvas = new SvgCanvas(120, 80, "#fff");
  paintBoard(canvas.getContext("2d"), CELLS, [0, 1, 2, 3, 4, 5], SHAPE, 0, 0, 120, COLOURS);
  const svg = canvas.toString();
  assert.deepEqual(texts(svg), ["1", "2", "5", "3", "4"]);
  assert.equal(svg.match(/<path/g).length, 6, "the well, and five tiles");
});

test("places and lengths are those of the camera, until it is restored", () => {
  const canvas = new SvgCanvas(10, 10, "#fff");
  canvas.save();
  canvas.translate(5, 7);
  canvas.scale(2, 2);
  canvas.globalAlpha = 0.5;
  canvas.beginPath();
  canvas.moveTo(1, 1);
  canvas.lineTo(2, 3);
  canvas.stroke();
  canvas.restore();
  canvas.fillRect(1, 2, 3, 4);
  const svg = canvas.toString();
  assert.match(svg, /d="M7 9L9 13"[^>]*stroke-width="2" opacity="0.5"/);
  assert.match(svg, /d="M1 2h3v4h-3z" fill="#000">/);
});

test("what is painted between clip and restore stays inside the path", () => {
  const canvas = new SvgCanvas(10, 10, "#fff");
  canvas.save();
  canvas.beginPath();
  canvas.rect(1, 1, 4, 4);
  canvas.clip();
  canvas.fillRect(0, 0, 9, 9);
  canvas.restore();
  canvas.fillRect(5, 5, 1, 1);
  const svg = canvas.toString();
  const [, id] = /<clipPath id="(\w+)"><path d="M1 1h4v4h-4z"\/>/.exec(svg);
  assert.match(svg, new RegExp(`d="M0 0h9v9h-9z"[^>]*clip-path="url\\(#${id}\\)"`));
  assert.match(svg, /d="M5 5h1v1h-1z" fill="#000">/);
});

test("text is escaped", () => {
  const canvas = new SvgCanvas(10, 10, "#fff");
  canvas.fillText("a<b", 0, 0);
  assert.match(canvas.toString(), />a&lt;b</);
});

test("a board is drawn without its blank, and files are named after what they show", () => {
  assert.deepEqual(texts(boardPicture(CELLS, SHAPE)), ["1", "2", "5", "3", "4"]);
  assert.equal(fileName("Lowest h so far", "svg"), "lowest-h-so-far.svg");
  assert.equal(fileName("…", "png"), "picture.png");
});
