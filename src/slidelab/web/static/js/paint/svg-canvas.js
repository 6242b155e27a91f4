// A canvas that writes what is painted on it as SVG: the same painters make the screen and the file.

/** @type {Record<string, string>} */
const ANCHORS = { left: "start", center: "middle", right: "end" };
/** @type {Record<string, string>} */
const BASELINES = { middle: "central", top: "text-before-edge", bottom: "text-after-edge" };
/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** Join numbers, rounded. @param {...number} values */
const short = (...values) => values.map((value) => Number(value.toFixed(2))).join(" ");

/** The parts of a canvas and of its context that the painters use. */
export class SvgCanvas {
  fillStyle = "#000";
  strokeStyle = "#000";
  globalAlpha = 1;
  lineWidth = 1;
  font = "10px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  _path = "";
  /** @type {number[]} */
  _dash = [];
  _groups = 0;

  /** @param {number} width @param {number} height @param {string} paper the colour of its ground */
  constructor(width, height, paper) {
    this.clientWidth = this.width = width;
    this.clientHeight = this.height = height;
    this._parts = [`<rect width="100%" height="100%" fill="${paper}"/>`];
  }

  getContext() {
    return this;
  }

  toString() {
    const { clientWidth: width, clientHeight: height } = this;
    const content = this._parts.join("") + "</g>".repeat(this._groups);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`;
  }

  // An SVG is sharp at every scale, and begins empty.
  setTransform() {}
  clearRect() {}

  /** @type {(x: number, y: number) => void} */
  translate(x, y) {
    this._transform(`translate(${short(x, y)})`);
  }

  /** @param {number} factor */
  scale(factor) {
    this._transform(`scale(${factor})`);
  }

  /** Transform all that follows. @param {string} how */
  _transform(how) {
    this._parts.push(`<g transform="${how}">`);
    this._groups++;
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this._dash = dash;
  }

  beginPath() {
    this._path = "";
  }

  /** @type {(x: number, y: number) => void} */
  moveTo(x, y) {
    this._path += `M${short(x, y)}`;
  }

  /** @type {(x: number, y: number) => void} */
  lineTo(x, y) {
    this._path += `L${short(x, y)}`;
  }

  /** @param {number[]} points */
  bezierCurveTo(...points) {
    this._path += `C${short(...points)}`;
  }

  /** @type {(x: number, y: number, width: number, height: number, radius: number) => void} */
  roundRect(x, y, width, height, radius) {
    const r = Math.min(radius, width / 2, height / 2);
    const arc = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `a${short(r, r, 0, 0, 1, dx, dy)}`;
    this.moveTo(x + r, y);
    this._path += `h${short(width - 2 * r)}${arc(r, r)}v${short(height - 2 * r)}${arc(-r, r)}`;
    this._path += `h${short(2 * r - width)}${arc(-r, -r)}v${short(2 * r - height)}${arc(r, -r)}z`;
  }

  fill() {
    this._add(`path d="${this._path}" fill="${this.fillStyle}"`);
  }

  stroke() {
    this._add(`path d="${this._path}" fill="none" ${this._pen()}`);
  }

  /** @type {(x: number, y: number, width: number, height: number) => void} */
  fillRect(...place) {
    this._rect(place, `fill="${this.fillStyle}"`);
  }

  /** @type {(x: number, y: number, width: number, height: number) => void} */
  strokeRect(...place) {
    this._rect(place, `fill="none" ${this._pen()}`);
  }

  /** @param {string} text */
  measureText(text) {
    return { width: text.length * this._fontSize() * 0.58 };
  }

  /** @type {(text: string, x: number, y: number) => void} */
  fillText(text, x, y) {
    const [, weight = "400", , family = ""] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const font = `font-family="${escaped(family)}" font-size="${this._fontSize()}" font-weight="${weight}"`;
    const anchor = `text-anchor="${ANCHORS[this.textAlign]}" dominant-baseline="${BASELINES[this.textBaseline] ?? this.textBaseline}"`;
    this._add(
      `text x="${short(x)}" y="${short(y)}" fill="${this.fillStyle}" ${font} ${anchor}`,
      escaped(text),
    );
  }

  _fontSize() {
    return Number(/([\d.]+)px/.exec(this.font)?.[1]);
  }

  _pen() {
    const dash = this._dash.length ? ` stroke-dasharray="${this._dash.join(" ")}"` : "";
    return `stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}"${dash}`;
  }

  /** @param {number[]} place @param {string} look */
  _rect([x, y, width, height], look) {
    const at = `x="${short(x)}" y="${short(y)}"`;
    this._add(`rect ${at} width="${short(width)}" height="${short(height)}" ${look}`);
  }

  /** Add an element, which may hold a text. @param {string} element @param {string} text */
  _add(element, text = "") {
    const faint = this.globalAlpha < 1 ? ` opacity="${short(this.globalAlpha)}"` : "";
    const [name] = element.split(" ");
    this._parts.push(`<${element}${faint}>${text}</${name}>`);
  }
}
