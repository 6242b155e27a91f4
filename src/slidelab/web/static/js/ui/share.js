// A link to exactly what is on the screen.

import { problem } from "../problem.js";
import { encodeLink } from "../puzzle/link.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { notice } from "./notice.js";

/** Copies the link to `view`; `extras` says what it carries besides the problem. */
export function shareButton(view, extras = () => ({}), size = "") {
  const share = async () => {
    const name = typeof view === "function" ? view() : view;
    const link = location.origin + location.pathname + encodeLink(name, problem.value, extras());
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      notice("The link is copied.");
    } catch {
      notice("The address bar now holds the link.");
    }
  };
  return h("button", { type: "button", class: size, onclick: share }, icon("share"), "Share");
}
