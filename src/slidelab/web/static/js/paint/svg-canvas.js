// A canvas that writes what is painted on it as SVG: the same painters make the screen and the file.

const ANCHORS = { left: "start", center: "middle", right: "end" };
const BASELINES = { middle: "central", top: "text-before-edge", alphabetic: "alphabetic" };
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text) => String(text).replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]);
const short = (value) => Number(value.toFixed(2));

/** As much of a canvas as the painters ask for, and of its context as they use. */
export class SvgCanvas {
  constructor(width, height, paper) {
    this.clientWidth = width;
    this.clientHeight = height;
    this.width = width;
    this.height = height;
    this._parts = [`<rect width="100%" height="100%" fill="${paper}"/>`];
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

  // A file is as sharp as can be by itself, and begins empty.
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

  translate(x, y) {
    this._x += x * this._scale;
    this._y += y * this._scale;
  }

  scale(factor) {
    this._scale *= factor;
  }

  setLineDash(dash) {
    this._dash = dash;
  }

  beginPath() {
    this._path = "";
  }

  moveTo(x, y) {
    this._path += `M${this._at(x, y)}`;
  }

  lineTo(x, y) {
    this._path += `${this._path ? "L" : "M"}${this._at(x, y)}`;
  }

  bezierCurveTo(...points) {
    const [a, b, c, d, e, f] = points;
    this._path += `C${this._at(a, b)} ${this._at(c, d)} ${this._at(e, f)}`;
  }

  rect(x, y, width, height) {
    this.moveTo(x, y);
    this._path += `h${this._long(width)}v${this._long(height)}h${this._long(-width)}z`;
  }

  roundRect(x, y, width, height, radius) {
    const r = Math.min(radius, width / 2, height / 2);
    const arc = (dx, dy) =>
      `a${this._long(r)} ${this._long(r)} 0 0 1 ${this._long(dx)} ${this._long(dy)}`;
    this.moveTo(x + r, y);
    this._path += `h${this._long(width - 2 * r)}${arc(r, r)}v${this._long(height - 2 * r)}${arc(-r, r)}`;
    this._path += `h${this._long(2 * r - width)}${arc(-r, -r)}v${this._long(2 * r - height)}${arc(r, -r)}z`;
  }

  fill() {
    this._add(`<path d="${this._path}" fill="${this.fillStyle}"`);
  }

  stroke() {
    const dash = this._dash.length
      ? ` stroke-dasharray="${this._dash.map((d) => this._long(d))}"`
      : "";
    this._add(
      `<path d="${this._path}" fill="none" stroke="${this.strokeStyle}" stroke-width="${this._long(this.lineWidth)}"${dash}`,
    );
  }

  fillRect(x, y, width, height) {
    const before = this._path;
    this._path = "";
    this.rect(x, y, width, height);
    this.fill();
    this._path = before;
  }

  strokeRect(x, y, width, height) {
    const before = this._path;
    this._path = "";
    this.rect(x, y, width, height);
    this.stroke();
    this._path = before;
  }

  measureText(text) {
    return { width: String(text).length * this._fontSize() * 0.58 };
  }

  fillText(text, x, y) {
    const [, weight = "400", , family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const size = this._long(this._fontSize());
    const [left, top] = this._at(x, y).split(" ");
    this._add(
      `<text x="${left}" y="${top}" fill="${this.fillStyle}" font-family="${escaped(family ?? "sans-serif")}" font-size="${size}" font-weight="${weight}" text-anchor="${ANCHORS[this.textAlign] ?? "start"}" dominant-baseline="${BASELINES[this.textBaseline] ?? "alphabetic"}"`,
      escaped(text),
    );
  }

  _fontSize() {
    return Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 10);
  }

  _at(x, y) {
    return `${short(this._x + x * this._scale)} ${short(this._y + y * this._scale)}`;
  }

  _long(length) {
    return short(length * this._scale);
  }

  _add(start, inside = "") {
    const faint = this.globalAlpha < 1 ? ` opacity="${short(this.globalAlpha)}"` : "";
    const clipped = this._clip ? ` clip-path="url(#${this._clip})"` : "";
    const [, tag] = /^<(\w+)/.exec(start);
    this._parts.push(`${start}${faint}${clipped}>${inside}</${tag}>`);
  }
}
