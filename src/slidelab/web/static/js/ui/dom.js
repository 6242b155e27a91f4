// Make elements, fields, menus and dialogs.

/**
 * Make an element: h("button.quiet", { onclick: f }, "Text", child). Classes follow the tag; the
 * attributes and listeners may be left out; children are texts, nodes or lists of them.
 * @template {string} Name
 * @param {Name} name
 * @param {...(Attributes | Child)} parts
 * @returns {ElementOf<Name>}
 */
export function h(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  const given = /** @type {Attributes} */ (parts[0]?.constructor === Object ? parts.shift() : {});
  const type = tag === "button" ? "button" : null; // the standard would be "submit"
  const named = [...classes, given.class].filter(Boolean).join(" ");
  const attributes = /** @type {Record<string, unknown>} */ ({
    type,
    ...given,
    class: named || null,
  });
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on"))
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...flatten(/** @type {Child[]} */ (parts)));
  return /** @type {ElementOf<Name>} */ (element);
}

/** @param {readonly Child[]} children */
const flatten = (children) =>
  /** @type {(string | Node)[]} */ (children.flat(9)).filter(
    (child) => child !== null && child !== undefined,
  );

/**
 * Make a part of an SVG drawing.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Child} children
 */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...flatten(children));
  return element;
}

/**
 * Return a text with the parts in `backticks` as code.
 * @param {string} text
 */
export const marked = (text) =>
  text.split("`").map((part, at) => (at % 2 ? h("code", part) : part));

let counter = 0;
/** @param {string} prefix */
export const freshId = (prefix) => `${prefix}-${++counter}`;

/**
 * Return a control below its label.
 * @param {string} label @param {HTMLElement} control @param {Child} note
 */
export function field(label, control, note = null) {
  control.id ||= freshId("field");
  return h("div.field", h("label", { for: control.id }, label), control, note);
}

/**
 * Choices are [key, text], or a key that is also the text.
 * @typedef {readonly (string | readonly string[])[]} Choices
 */

/**
 * Return a menu.
 * @param {Choices} options @param {string} value @param {(key: string) => void} onchange
 */
export function select(options, value, onchange) {
  /** @type {HTMLSelectElement} */
  const element = h("select", { onchange: () => onchange(element.value) });
  for (const option of options) {
    const [key, text] = typeof option === "string" ? [option, option] : option;
    element.append(h("option", { value: key }, text));
  }
  element.value = value;
  return element;
}

/**
 * Return a row of choices, which is a radio group.
 * @param {string} legend @param {readonly (readonly string[])[]} options @param {string} value
 * @param {(key: string) => void} onchange
 */
export function segmented(legend, options, value, onchange) {
  const name = freshId("choice");
  const inputs = options.map(([key, text]) =>
    h(
      "label",
      h("input", { type: "radio", name, value: key, checked: key === value }),
      h("span", text),
    ),
  );
  return h(
    "fieldset.segmented",
    { onchange: ({ target }) => onchange(/** @type {HTMLInputElement} */ (target).value) },
    h("legend.hidden-text", legend),
    inputs,
  );
}

const CONTROLS = "select, input, button, summary";

/**
 * Replace the children of an element, and keep the focus.
 * @param {HTMLElement} place @param {...Child} children
 */
export function redraw(place, ...children) {
  const controls = () => /** @type {HTMLElement[]} */ ([...place.querySelectorAll(CONTROLS)]);
  const at = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  place.replaceChildren(...flatten(children));
  if (at >= 0) controls()[at]?.focus({ preventScroll: true });
}

/**
 * Draw the children of an element now and whenever a store changes; return a function that stops it.
 * @param {HTMLElement} place @param {EventTarget[]} stores @param {() => Child} draw
 */
export function drawOnChange(place, stores, draw) {
  const again = () => redraw(place, draw());
  for (const store of stores) store.addEventListener("change", again);
  again();
  return () => {
    for (const store of stores) store.removeEventListener("change", again);
  };
}

/**
 * Open a dialog with a title and a button that closes it.
 * @param {string} title @param {Child} body @param {Child} head
 */
export function dialog(title, body, head = null) {
  const id = freshId("dialog");
  /** @type {HTMLDialogElement} */
  const box = h(
    "dialog",
    { "aria-labelledby": id, onclose: () => box.remove() },
    h(
      "div.dialog-head.row.spread",
      h("h2", { id }, title),
      head,
      h("button.quiet", { onclick: () => box.close() }, "Close"),
    ),
    body,
  );
  document.body.append(box);
  box.showModal();
  return box;
}

/** @param {number} value */
export const whole = (value) => Math.round(value).toLocaleString("en");

/** @param {number | null} [value] */
export function seconds(value) {
  if (value === null || value === undefined) return "–";
  if (value < 0.001) return `${Math.round(value * 1e6)} µs`;
  if (value < 1) return `${(value * 1000).toPrecision(3)} ms`;
  return `${value.toPrecision(3)} s`;
}

/** @param {number | null} [value] */
export function bytes(value) {
  if (!value) return "–";
  const units = ["B", "kB", "MB", "GB"];
  const power = Math.min(3, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}

/** Save a file, without the server. @param {string} name @param {string | Blob} content */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
