// Making elements in one line each.

/**
 * Make an element: h("button.quiet", { onclick: f }, "Text", child). Classes follow the tag; the
 * attributes and listeners may be left out; children are texts, nodes or lists of them.
 * @param {string} name
 * @param {...any} parts
 * @returns {any}
 */
export function h(name, ...parts) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  const given = parts[0]?.constructor === Object ? parts.shift() : {};
  const type = tag === "button" ? "button" : null; // the standard would be "submit"
  const named = [...classes, given.class].filter(Boolean).join(" ");
  for (const [key, value] of Object.entries({ type, ...given, class: named || null })) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...parts.flat(9).filter((part) => part !== null && part !== undefined));
  return element;
}

/** Make a part of an SVG drawing. */
export function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat());
  return element;
}

/** Text in which `backticks` set off names, as the lab's own descriptions are written. */
export const marked = (text) =>
  text.split("`").map((part, at) => (at % 2 ? h("code", part) : part));

let counter = 0;
export const freshId = (prefix) => `${prefix}-${++counter}`;

/**
 * A label above its control.
 * @param {string} label
 */
export function field(label, control, note = null) {
  control.id ||= freshId("field");
  return h("div.field", h("label", { for: control.id }, label), control, note);
}

/**
 * @param {Function} onchange
 */
export function select(options, value, onchange) {
  const element = h("select", { onchange: () => onchange(element.value) });
  for (const option of options) {
    const [key, text] = Array.isArray(option) ? option : [option, option];
    element.append(h("option", { value: key }, text));
  }
  element.value = value;
  return element;
}

/**
 * A row of choices of which one is chosen, worked by arrow keys like any radio group.
 * @param {Function} onchange
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
    { onchange: (event) => onchange(event.target.value) },
    h("legend.hidden-text", legend),
    inputs,
  );
}

const CONTROLS = "select, input, button, summary";

/** Puts new children in a place; the keyboard's place is kept. */
export function redraw(place, ...children) {
  const controls = () => [...place.querySelectorAll(CONTROLS)];
  const at = controls().indexOf(document.activeElement);
  place.replaceChildren(...children.flat(9).filter((child) => child !== null));
  if (at >= 0) controls()[at]?.focus({ preventScroll: true });
}

/**
 * Draws a place from what is in the stores, now and at every change. Returns what ends that.
 * @param {Function} draw
 */
export function live(place, stores, draw) {
  const again = () => redraw(place, draw());
  for (const store of stores) store.addEventListener("change", again);
  again();
  return () => {
    for (const store of stores) store.removeEventListener("change", again);
  };
}

/**
 * A dialog with a title and a button that closes it, opened at once and gone when closed.
 * @param {string} title
 */
export function dialog(title, body, head = null) {
  const id = freshId("dialog");
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

/**
 * Says on a button that its work is under way, until it is done.
 * @param {string} words
 */
export async function whileBusy(button, words, work) {
  const before = [...button.childNodes];
  button.setAttribute("aria-busy", "true");
  button.replaceChildren(words);
  try {
    return await work();
  } finally {
    button.removeAttribute("aria-busy");
    button.replaceChildren(...before);
  }
}

export const whole = (value) => Math.round(value).toLocaleString("en");

export function seconds(value) {
  if (value === null || value === undefined) return "–";
  if (value < 0.001) return `${Math.round(value * 1e6)} µs`;
  if (value < 1) return `${(value * 1000).toPrecision(3)} ms`;
  return `${value.toPrecision(3)} s`;
}

export function bytes(value) {
  if (!value) return "–";
  const units = ["B", "kB", "MB", "GB"];
  const power = Math.min(3, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** power).toFixed(power > 1 ? 1 : 0)} ${units[power]}`;
}

/**
 * Save a file, without the server.
 * @param {string} name
 * @param {string | Blob} content
 */
export function download(name, content, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
