// The files of heuristics and algorithms that a visitor typed on the page. Searches use the last
// version of each file that worked, which `used` holds.

import { BROWSER, Store } from "./storage.js";

/**
 * A version of a file that worked, with the catalogue's descriptions of what it defines.
 * @typedef {{text: string, heuristics: HeuristicPage[], algorithms: AlgorithmPage[]}} Used
 */
/**
 * `text` is as last typed; `kind` says what the plain functions of the file are.
 * @typedef {{name: string, kind: "heuristic" | "algorithm", text: string, used: Used | null}} OwnFile
 */

const NAME = /^[A-Za-z]\w{0,39}\.py$/;

/** The files of this browser, oldest first. */
export const ownCode = new Store("code", /** @type {OwnFile[]} */ ([]), BROWSER);
/** The name of the file in the editor. */
export const openFile = new Store("code.file", "");

export const findFile = (/** @type {string} */ name) =>
  ownCode.value.find((file) => file.name === name);

/** Add a file, or replace the one with its name. */
export function putFile(/** @type {OwnFile} */ file) {
  const at = ownCode.value.findIndex(({ name }) => name === file.name);
  ownCode.set(at < 0 ? [...ownCode.value, file] : ownCode.value.with(at, file));
}

export const removeFile = (/** @type {string} */ name) =>
  ownCode.set(ownCode.value.filter((file) => file.name !== name));

/**
 * Return a name that no file has: `mine.py`, `mine2.py`, …
 * @param {string} wanted
 */
export function unusedName(wanted, taken = ownCode.value.map(({ name }) => name)) {
  const first = NAME.test(wanted) ? wanted : "mine.py";
  let name = first;
  for (let number = 2; taken.includes(name); number++)
    name = first.replace(/\d*\.py$/, `${number}.py`);
  return name;
}

/** Return the working versions of the files, which Python loads. */
export const workingCode = () =>
  ownCode.value.flatMap(({ name, used }) => (used ? [{ name, ...used }] : []));

/**
 * Return whether an algorithm, a heuristic or a row names something in such a file.
 * @param {string} words
 */
export const isOwn = (words) => words.includes(".py:");

/**
 * Return the files that a problem and the rows of a comparison use.
 * @param {{algorithm?: string | null, heuristic?: string | null, rows?: string[]}} problem
 */
export const filesUsed = ({ algorithm = "", heuristic = "", rows = [] }) => {
  const words = [algorithm, heuristic, ...rows].flatMap((row) => row?.split(" ") ?? []);
  return ownCode.value.filter(({ name }) => words.some((word) => word.startsWith(`${name}:`)));
};

/**
 * List the visitor's own code in the catalogue, now and after each change, which fires
 * `cataloguechange`.
 * @param {Catalogue} catalogue
 */
export function addOwnCode(catalogue) {
  const builtIn = { ...catalogue };
  const update = () => {
    const own = workingCode();
    catalogue.heuristics = [...builtIn.heuristics, ...own.flatMap((file) => file.heuristics)];
    catalogue.algorithms = [...builtIn.algorithms, ...own.flatMap((file) => file.algorithms)];
  };
  let before = "";
  ownCode.addEventListener("change", () => {
    const now = JSON.stringify(workingCode());
    if (now === before) return;
    before = now;
    update();
    document.dispatchEvent(new CustomEvent("cataloguechange"));
  });
  update();
  return catalogue;
}

/** Return message and line of an error in typed code; null for any other error. */
export function parseCodeError(/** @type {string} */ message) {
  const found = /^(.*) \(\w+\.py, line (\d+)\)$/s.exec(message);
  return found && { words: found[1], line: Number(found[2]) };
}
