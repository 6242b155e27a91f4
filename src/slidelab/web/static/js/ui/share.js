// Handing on exactly what is on the screen: a link, a text, or a file that needs no server.

import { backend } from "../backend/chosen.js";
import { problem } from "../problem.js";
import { boardPicture } from "../puzzle/export.js";
import { encodeLink } from "../puzzle/link.js";
import { problemText, wholePage } from "../puzzle/piece.js";
import { dialog, download, h } from "./dom.js";
import { icon } from "./icons.js";
import { notice } from "./notice.js";
import { saveMenu } from "./save-picture.js";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** For whom a link to this page opens, in words. */
export const linkReach = ({ hostname, host }, hasServer = backend.hasServer) =>
  LOOPBACK.test(hostname)
    ? `The link opens on this computer only, while ${hasServer ? "slidelab is running" : "this page is served"} here. To send it to somebody else, copy the text or save an HTML file.`
    : `The link opens for everybody who can reach ${host}${hasServer ? " and knows its access token" : ""}.`;

/** `shown()` is the view that is shown: {name, title, view}. */
export function shareButton(shown, size = "") {
  const open = () => openShareDialog(shown());
  return h("button", { class: size, onclick: open }, icon("share"), "Share");
}

function openShareDialog({ name, title, view }) {
  const fragment = encodeLink(name, problem.value, view?.extras());
  const link = location.origin + location.pathname + fragment;
  history.replaceState(null, "", link);
  const field = h("input.mono", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": "Link",
    onfocus: () => field.select(),
  });
  const copy = async (text, done) => {
    try {
      await navigator.clipboard.writeText(text);
      notice(done);
    } catch {
      field.focus(); // the browser lets nobody write there: it can be copied by hand
      notice("The browser does not allow copying. Select the text and copy it yourself.");
    }
  };
  const save = async () => {
    try {
      const script = await (await fetch("embed.js")).text();
      const heading = `${title}: ${problem.shape.rows} × ${problem.shape.cols} puzzle · slidelab`;
      download(
        `slidelab-${name}.html`,
        wholePage(heading, view?.piece() ?? "", script),
        "text/html",
      );
    } catch {
      notice("The file needs the server, which does not answer.", "bad");
    }
  };
  const button = (label, onclick, main = "") => h("button", { class: main, onclick }, label);
  dialog(
    "Share",
    h(
      "div.dialog-body.stack.share",
      h("p.note", linkReach(location)),
      field,
      h(
        "div.row",
        button("Copy link", () => copy(link, "The link is copied."), "primary"),
        button("Copy text", () => copy(problemText(problem.value), "The text is copied.")),
        button("Save HTML", save),
      ),
      h("p.note", "An HTML file opens anywhere by itself, also without a network."),
      h(
        "p.row.tight",
        "Picture of the board: ",
        saveMenu("board", () => boardPicture(problem.cells, problem.shape)),
      ),
    ),
  );
}
