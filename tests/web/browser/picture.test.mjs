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
  assert.equal(svg.match(/<rect/g).length, 7, "the ground, the well, and five tiles");
});

test("what follows a transformation is transformed", () => {
  const canvas = new SvgCanvas(10, 10, "#fff");
  canvas.fillRect(1, 2, 3, 4);
  canvas.translate(5, 7);
  canvas.scale(2, 2);
  canvas.globalAlpha = 0.5;
  canvas.beginPath();
  canvas.moveTo(1, 1);
  canvas.lineTo(2, 3);
  canvas.stroke();
  const [before, after] = canvas.toString().split('<g transform="translate(5 7)">');
  assert.match(before, /<rect x="1" y="2" width="3" height="4" fill="#000">/);
  assert.match(after, /^<g transform="scale\(2\)"><path d="M1 1L2 3"[^>]*opacity="0.5"/);
  assert.match(after, /<\/g><\/g><\/svg>\n$/);
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
