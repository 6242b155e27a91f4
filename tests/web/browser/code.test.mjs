import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= /** @type {any} */ (new EventTarget());
const JS = "../../../src/slidelab/web/static/js";
const { dedent, indent, newLine } = await import(`${JS}/puzzle/indenting.js`);
const { codeInUse, faultIn, filesUsed, freeName, keepOffering, ownCode, putFile } = await import(
  `${JS}/own-code.js`
);
const { packCode, unpackCode } = await import(`${JS}/puzzle/code-link.js`);
const { decodeLink, encodeLink } = await import(`${JS}/puzzle/link.js`);
const { triedWords } = await import(`${JS}/views/code-offers.js`);

/** A text in which | is the caret, or each end of a selection. */
function read(marked) {
  const start = marked.indexOf("|");
  const last = marked.lastIndexOf("|");
  return { text: marked.replaceAll("|", ""), start, end: last > start ? last - 1 : start };
}

function write({ text, start, end }) {
  const marked = `${text.slice(0, end)}|${text.slice(end)}`;
  return start === end ? marked : `${marked.slice(0, start)}|${marked.slice(start)}`;
}

test("keys indent as Python wants it", () => {
  assert.equal(write(indent(read("a|b"))), "a   |b");
  assert.equal(write(indent(read("|if x:\n    y|\nz"))), "    |if x:\n        y|\nz");
  assert.equal(write(dedent(read("    if x:\n  |  y\n|z"))), "    if x:\n|y\n|z");
  assert.equal(write(dedent(read("no|thing"))), "no|thing");
  assert.equal(write(newLine(read("def h(board):|"))), "def h(board):\n    |");
  assert.equal(
    write(newLine(read("    for x in y:  # all|"))),
    "    for x in y:  # all\n        |",
  );
  assert.equal(write(newLine(read("    return 1|\n"))), "    return 1\n    |\n");
});

test("the line of an error is read from what Python says", () => {
  const message = "the heuristic mine.py:h, asked about 1 2 0: KeyError: 7 (mine.py, line 12)";
  assert.deepEqual(faultIn(message), {
    words: "the heuristic mine.py:h, asked about 1 2 0: KeyError: 7",
    name: "mine.py",
    line: 12,
  });
  assert.equal(faultIn("there is no heuristic 'x' here"), null);
});

test("no two files have one name", () => {
  assert.equal(freeName("mine.py", []), "mine.py");
  assert.equal(freeName("mine.py", ["mine.py", "mine2.py"]), "mine3.py");
  assert.equal(freeName("mine2.py", ["mine.py"]), "mine2.py");
  assert.equal(freeName("../etc.py", []), "mine.py");
});

test("code in use is in the catalogue as long as it is there", () => {
  const catalogue = keepOffering({ heuristics: [{ name: "zero" }], algorithms: [] });
  const names = () => catalogue.heuristics.map(({ name }) => name);
  let changes = 0;
  document.addEventListener("cataloguechange", () => changes++);
  const page = { name: "mine.py:h", summary: "" };
  const used = { text: "def h", heuristics: [page], algorithms: [] };
  const file = { name: "mine.py", kind: "heuristic", text: "def h", used };
  putFile(file);
  assert.deepEqual(names(), ["zero", "mine.py:h"]);
  putFile({ ...file, text: "def h(" });
  assert.equal(changes, 1, "what is being typed is not in use");
  assert.equal(codeInUse()[0].text, "def h");
  assert.deepEqual(filesUsed({ algorithm: "astar", heuristic: "mine.py:h" }).length, 1);
  assert.deepEqual(filesUsed({ algorithm: "bfs", heuristic: null, rows: ["astar zero"] }), []);
  assert.equal(filesUsed({ rows: ["bfs", "astar mine.py:h"] }).length, 1);
  assert.deepEqual(filesUsed({ rows: ["astar /srv/mine.py:h"] }), [], "a file of the server");
  ownCode.set([]);
  assert.deepEqual(names(), ["zero"]);
});

test("code travels in a link, and nothing but code does", async () => {
  const files = [
    { name: "mine.py", kind: "heuristic", text: "def h(board):\n    return 0  # ←\n" },
  ];
  const code = await packCode(files);
  assert.match(code, /^[\w-]+$/);
  const problem = { shape: { rows: 2, cols: 2 }, cells: [0, 1, 2, 3], goal: "blank-first" };
  const link = encodeLink("solve", { ...problem, conventions: {}, parameters: {} }, { code });
  assert.deepEqual(await unpackCode(decodeLink(link).code), files);
  assert.equal(await packCode([]), "");
  assert.equal(decodeLink("#/code?f=<script>").code, "");
  for (const wrong of [[{ ...files[0], name: "../x.py" }], [{ ...files[0], kind: "x" }]])
    await assert.rejects(unpackCode(await packCode(wrong)));
  await assert.rejects(unpackCode("AAAA"));
  assert.equal(await packCode([{ ...files[0], text: "#".repeat(300_000) }]), null);
});

test("what came of trying it is said in words", () => {
  assert.match(triedWords({ start: 7, goal: 0 }), /7 on your board and 0 at the goal/);
  assert.match(triedWords({ start: 7, goal: 2.5 }), /2.5 at the goal, where it should be 0/);
  assert.match(triedWords({ easy: "solved", cost: 4 }), /a path of 4 moves/);
});
