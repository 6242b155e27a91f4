// Share the problem: as a link, or as text with the command that solves it.

import { problem } from "../problem.js";
import { problemText } from "../puzzle/command.js";
import { encodeLink } from "../puzzle/link.js";
import { dialog, h } from "./dom.js";
import { icon } from "./icons.js";
import { notice } from "./notice.js";

/** @typedef {() => {name: string, view?: import("./view.js").View}} Shown the view that is shown */

/** @param {Shown} shown */
export function shareButton(shown, size = "") {
  const open = () => openShareDialog(shown());
  return h("button", { class: size, onclick: open }, icon("share"), "Share");
}

/** @param {ReturnType<Shown>} shown */
function openShareDialog({ name, view }) {
  const fragment = encodeLink(name, problem.value, view?.extras());
  const link = location.origin + location.pathname + fragment;
  history.replaceState(null, "", link);
  /** @type {HTMLInputElement} */
  const field = h("input.mono", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": "Link",
    onfocus: () => field.select(),
  });
  const copy = (/** @type {string} */ text, /** @type {string} */ done) => async () => {
    try {
      await navigator.clipboard.writeText(text);
      notice(done);
    } catch {
      field.focus(); // so that it can be copied by hand
      notice("The browser does not allow copying. Select the text and copy it yourself.");
    }
  };
  const copyText = copy(problemText(problem.value), "The text is copied.");
  dialog(
    "Share",
    h(
      "div.dialog-body.stack.share",
      h("p.note", "The link opens this view with this problem. The text has the command for it."),
      field,
      h(
        "div.row",
        h("button.primary", { onclick: copy(link, "The link is copied.") }, "Copy link"),
        h("button", { onclick: copyText }, "Copy text"),
      ),
    ),
  );
}
