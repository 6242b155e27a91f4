// Short words at the foot of the page, for things that need no answer.

import { faultIn, findFile, openFile } from "../own-code.js";
import { h } from "./dom.js";

let place = null;
let timer = 0;

/**
 * @param {string} text
 */
export function notice(text, kind = "plain") {
  place ??= document.querySelector("#notices");
  place.replaceChildren(h("p", { class: `notice ${kind}` }, text));
  clearTimeout(timer);
  timer = setTimeout(() => place.replaceChildren(), 6000);
}

/** A problem where it belongs: a heading and every reason the server gave. */
export function problemBox(error) {
  const problems = error.problems?.length ? error.problems : [error.message];
  return h(
    "div.problem",
    { role: "alert" },
    h("strong", error.title ?? "That did not work"),
    h(
      "ul",
      problems.map((text) => h("li", text, showLine(text))),
    ),
  );
}

/** A link to the line of one's own code that is to blame, if it is here. */
function showLine(text) {
  const fault = faultIn(text);
  if (!fault || !findFile(fault.name)) return null;
  const open = () => openFile.set({ name: fault.name, fault });
  return h("a.show-line", { href: "#/code", onclick: open }, `Show line ${fault.line}`);
}
