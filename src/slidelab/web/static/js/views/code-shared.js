// Code that came with a link: it is shown, and nothing of it runs before one agrees.

import { findFile, freeName, putFile, sharedCode } from "../own-code.js";
import { unpackCode } from "../puzzle/code-link.js";
import { encodeLink } from "../puzzle/link.js";
import { comparison, lanes, problem } from "../store.js";
import { h } from "../ui/dom.js";
import { notice } from "../ui/notice.js";
import { EXAMPLES } from "./code-examples.js";

/** The files that came with the link and are not here yet. */
async function newFiles() {
  if (!sharedCode.value) return [];
  try {
    const files = await unpackCode(sharedCode.value.code);
    return files.filter(({ name, text }) => findFile(name)?.text !== text);
  } catch {
    notice("The code in this link can't be read. Ask for the link again.", "bad");
    return [];
  }
}

const isExample = (file) => EXAMPLES.some(({ text }) => text === file?.text);

/** Keeps the files; where one of this name was written here, the new one gets another. */
function take(files) {
  const renamed = files.map(({ name, kind, text }) => {
    const free = isExample(findFile(name)) ? name : freeName(name);
    putFile({ name: free, kind, text, used: null });
    return [name, free];
  });
  const rename = (words) =>
    renamed.reduce((text, [before, now]) => text.replace(`${before}:`, `${now}:`), words);
  const { algorithm, heuristic } = problem.value;
  problem.update({ algorithm: rename(algorithm), heuristic: rename(heuristic) });
  lanes.set(lanes.value.map(rename));
  const { rows } = comparison.value;
  if (rows) comparison.set({ ...comparison.value, rows: rows.map(rename) });
  return renamed.map(([, now]) => now);
}

/** Leaves the question behind: the address says no more that there is code. */
function end() {
  const { view } = sharedCode.value;
  sharedCode.clear();
  history.replaceState(null, "", encodeLink("code", problem.value));
  return view;
}

/**
 * The question, or null where there is none. `onend` hears the names of the files that were taken,
 * and that of the view that the link leads to.
 * @param {(names: string[], view: string) => void} onend
 */
export async function sharedQuestion(onend) {
  const files = await newFiles();
  if (!files.length) {
    if (sharedCode.value) onend([], end());
    return null;
  }
  const use = () => onend(take(files), end());
  const discard = () => {
    end();
    onend([], "code");
  };
  return h(
    "section.card.stack",
    { "aria-label": "Code from a link" },
    h("h2", "This link brings code"),
    h("p", "Nothing of it has run. Read it, and use it only if you trust it."),
    files.flatMap(({ name, text }) => [h("h3.mono", name), h("pre.shared", text)]),
    h(
      "div.row.tight",
      h("button.primary", { onclick: use }, "Use code"),
      h("button", { onclick: discard }, "Discard"),
    ),
  );
}
