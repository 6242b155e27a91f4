// Handing on what is on the screen: a link, a text, a picture.

import { backend } from "../backend/chosen.js";
import { problem } from "../problem.js";
import { problemText } from "../puzzle/command.js";
import { boardPicture } from "../puzzle/export.js";
import { encodeLink } from "../puzzle/link.js";
import { dialog, h } from "./dom.js";
import { icon } from "./icons.js";
import { notice } from "./notice.js";
import { saveMenu } from "./save-picture.js";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @typedef {() => {name: string, view?: import("./view.js").View}} Shown the view that is shown */

/**
 * For whom a link to this page opens, in words.
 * @param {{hostname: string, host: string}} address
 */
export const linkReach = ({ hostname, host }, hasServer = backend.hasServer) =>
  LOOPBACK.test(hostname)
    ? `The link opens on this computer only, while ${hasServer ? "slidelab is running" : "this page is served"} here. To send it to somebody else, copy the text.`
    : `The link opens for everybody who can reach ${host}${hasServer ? " and knows its access token" : ""}.`;

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
      field.focus(); // the browser lets nobody write there: it can be copied by hand
      notice("The browser does not allow copying. Select the text and copy it yourself.");
    }
  };
  const copyText = copy(problemText(problem.value), "The text is copied.");
  const picture = () => boardPicture(problem.cells, problem.shape);
  dialog(
    "Share",
    h(
      "div.dialog-body.stack.share",
      h("p.note", linkReach(location)),
      field,
      h(
        "div.row",
        h("button.primary", { onclick: copy(link, "The link is copied.") }, "Copy link"),
        h("button", { onclick: copyText }, "Copy text"),
      ),
      h("p.row.tight", "Picture of the board: ", saveMenu("board", picture)),
    ),
  );
}
