// A canvas that writes what is painted on it as SVG: the same painters make the screen and the file.

/** @type {Record<string, string>} */
const ANCHORS = { left: "start", center: "middle", right: "end" };
/** @type {Record<string, string>} */
const BASELINES = { middle: "central", top: "text-before-edge", alphabetic: "alphabetic" };
/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]);

/** @param {number} value */
const short = (value) => Number(value.toFixed(2));

/** The parts of a canvas and of its context that the painters use. */
export class SvgCanvas {
  /**
   * @param {number} width @param {number} height
   * @param {string} paper the colour of its ground
   */
  constructor(width, height, paper) {
    this.clientWidth = width;
    this.clientHeight = height;
    this.width = width;
    this.height = height;
    this._parts = [`<rect width="100%" height="100%" fill="${paper}"/>`];
    /** @type {object[]} what `restore` brings back */
    this._kept = [];
    this._path = "";
    this._clip = "";
    this._x = 0;
    this._y = 0;
    this._scale = 1;
    /** @type {number[]} */
    this._dash = [];
    this.fillStyle = "#000";
    this.strokeStyle = "#000";
    this.globalAlpha = 1;
    this.lineWidth = 1;
    this.font = "10px sans-serif";
    this.textAlign = "left";
    this.textBaseline = "alphabetic";
  }

  getContext() {
    return this;
  }

  toString() {
    const { clientWidth: width, clientHeight: height } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${this._parts.join("")}</svg>\n`;
  }

  // An SVG is sharp at every scale, and begins empty.
  setTransform() {}
  clearRect() {}

  /** Limit what follows to the path, until `restore`. */
  clip() {
    this._clip = `clip${this._parts.length}`;
    this._parts.push(`<clipPath id="${this._clip}"><path d="${this._path}"/></clipPath>`);
  }

  save() {
    const { _kept, _parts, _path, ...state } = this;
    this._kept.push(state);
  }

  restore() {
    Object.assign(this, this._kept.pop());
  }

  /** @type {CanvasRenderingContext2D["translate"]} */
  translate(x, y) {
    this._x += x * this._scale;
    this._y += y * this._scale;
  }

  /** @param {number} factor */
  scale(factor) {
    this._scale *= factor;
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this._dash = dash;
  }

  beginPath() {
    this._path = "";
  }

  /** @type {CanvasRenderingContext2D["moveTo"]} */
  moveTo(x, y) {
    this._path += `M${this._at(x, y)}`;
  }

  /** @type {CanvasRenderingContext2D["lineTo"]} */
  lineTo(x, y) {
    this._path += `${this._path ? "L" : "M"}${this._at(x, y)}`;
  }

  /** @param {number[]} points */
  bezierCurveTo(...points) {
    const [a, b, c, d, e, f] = points;
    this._path += `C${this._at(a, b)} ${this._at(c, d)} ${this._at(e, f)}`;
  }

  /** @type {CanvasRenderingContext2D["rect"]} */
  rect(x, y, width, height) {
    this.moveTo(x, y);
    this._path += `h${this._long(width)}v${this._long(height)}h${this._long(-width)}z`;
  }

  /** @type {(x: number, y: number, width: number, height: number, radius: number) => void} */
  roundRect(x, y, width, height, radius) {
    const r = Math.min(radius, width / 2, height / 2);
    const arc = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      `a${this._long(r)} ${this._long(r)} 0 0 1 ${this._long(dx)} ${this._long(dy)}`;
    this.moveTo(x + r, y);
    this._path += `h${this._long(width - 2 * r)}${arc(r, r)}v${this._long(height - 2 * r)}${arc(-r, r)}`;
    this._path += `h${this._long(2 * r - width)}${arc(-r, -r)}v${this._long(2 * r - height)}${arc(r, -r)}z`;
  }

  fill() {
    this._add("path", `d="${this._path}" fill="${this.fillStyle}"`);
  }

  stroke() {
    const dash = this._dash.length
      ? ` stroke-dasharray="${this._dash.map((d) => this._long(d))}"`
      : "";
    this._add(
      "path",
      `d="${this._path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${this._long(this.lineWidth)}"${dash}`,
    );
  }

  /** @type {CanvasRenderingContext2D["fillRect"]} */
  fillRect(x, y, width, height) {
    const before = this._path;
    this._path = "";
    this.rect(x, y, width, height);
    this.fill();
    this._path = before;
  }

  /** @type {CanvasRenderingContext2D["strokeRect"]} */
  strokeRect(x, y, width, height) {
    const before = this._path;
    this._path = "";
    this.rect(x, y, width, height);
    this.stroke();
    this._path = before;
  }

  /** @param {string} text */
  measureText(text) {
    return { width: text.length * this._fontSize() * 0.58 };
  }

  /** @type {CanvasRenderingContext2D["fillText"]} */
  fillText(text, x, y) {
    const [, weight = "400", , family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const size = this._long(this._fontSize());
    const [left, top] = this._at(x, y).split(" ");
    this._add(
      "text",
      `x="${left}" y="${top}" fill="${this.fillStyle}" font-family="${escaped(family ?? "sans-serif")}" font-size="${size}" font-weight="${weight}" text-anchor="${ANCHORS[this.textAlign] ?? "start"}" dominant-baseline="${BASELINES[this.textBaseline] ?? "alphabetic"}"`,
      escaped(text),
    );
  }

  _fontSize() {
    return Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 10);
  }

  /** @type {(x: number, y: number) => string} */
  _at(x, y) {
    return `${short(this._x + x * this._scale)} ${short(this._y + y * this._scale)}`;
  }

  /** @param {number} length */
  _long(length) {
    return short(length * this._scale);
  }

  /** @type {(tag: string, attributes: string, inside?: string) => void} */
  _add(tag, attributes, inside = "") {
    const faint = this.globalAlpha < 1 ? ` opacity="${short(this.globalAlpha)}"` : "";
    const clipped = this._clip ? ` clip-path="url(#${this._clip})"` : "";
    this._parts.push(`<${tag} ${attributes}${faint}${clipped}>${inside}</${tag}>`);
  }
}
