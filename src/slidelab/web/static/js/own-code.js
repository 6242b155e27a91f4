// Heuristics and algorithms that were typed on the page: files, each as it is written and as it is
// in use. A file comes into use once it was loaded without an error.

import { BROWSER, Store } from "./storage.js";

/**
 * What a file offers, as the catalogue has it, and the text that does.
 * @typedef {{text: string, heuristics: HeuristicPage[], algorithms: AlgorithmPage[]}} Used
 */
/**
 * `kind` says what its plain functions are.
 * @typedef {{name: string, kind: "heuristic" | "algorithm", text: string, used: Used | null}} OwnFile
 */

const NAME = /^[A-Za-z]\w{0,39}\.py$/;

/** All files of this browser, the oldest first. */
export const ownCode = new Store("code", /** @type {OwnFile[]} */ ([]), BROWSER);
/** The name of the file that is open. */
export const openFile = new Store("code.file", "");

export const findFile = (/** @type {string} */ name) =>
  ownCode.value.find((file) => file.name === name);

/** Add a file, or put it in the place of the one with its name. */
export function putFile(/** @type {OwnFile} */ file) {
  const at = ownCode.value.findIndex(({ name }) => name === file.name);
  ownCode.set(at < 0 ? [...ownCode.value, file] : ownCode.value.with(at, file));
}

export const removeFile = (/** @type {string} */ name) =>
  ownCode.set(ownCode.value.filter((file) => file.name !== name));

/**
 * Return the name itself, or the first like it that no file has: `mine.py`, `mine2.py`.
 * @param {string} wanted
 */
export function freeName(wanted, taken = ownCode.value.map(({ name }) => name)) {
  const first = NAME.test(wanted) ? wanted : "mine.py";
  let name = first;
  for (let number = 2; taken.includes(name); number++)
    name = first.replace(/\d*\.py$/, `${number}.py`);
  return name;
}

/** The files that Python loads. */
export const codeInUse = () =>
  ownCode.value.flatMap(({ name, used }) => (used ? [{ name, ...used }] : []));

/**
 * Whether an algorithm, a heuristic or a row names something from such a file.
 * @param {string} words
 */
export const isOwn = (words) => words.includes(".py:");

/**
 * The files that a problem and rows use.
 * @param {{algorithm?: string | null, heuristic?: string | null, rows?: string[]}} problem
 */
export const filesUsed = ({ algorithm = "", heuristic = "", rows = [] }) => {
  const words = [algorithm, heuristic, ...rows].flatMap((row) => row?.split(" ") ?? []);
  return ownCode.value.filter(({ name }) => words.some((word) => word.startsWith(`${name}:`)));
};

/**
 * Offer the code in use among what the catalogue lists, now and after every change, which fires
 * `cataloguechange`.
 * @param {Catalogue} catalogue
 */
export function keepOffering(catalogue) {
  const builtIn = { ...catalogue };
  const offer = () => {
    const own = codeInUse();
    catalogue.heuristics = [...builtIn.heuristics, ...own.flatMap((file) => file.heuristics)];
    catalogue.algorithms = [...builtIn.algorithms, ...own.flatMap((file) => file.algorithms)];
  };
  let before = "";
  ownCode.addEventListener("change", () => {
    const now = JSON.stringify(codeInUse());
    if (now === before) return;
    before = now;
    offer();
    document.dispatchEvent(new CustomEvent("cataloguechange"));
  });
  offer();
  return catalogue;
}

/** Return the line and the words of an error in typed code; null for any other error. */
export function faultIn(/** @type {string} */ message) {
  const found = /^(.*) \(\w+\.py, line (\d+)\)$/s.exec(message);
  return found && { words: found[1], line: Number(found[2]) };
}
