import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= /** @type {any} */ (new EventTarget());
const JS = "../../../src/slidelab/web/static/js";
const { workingCode, parseCodeError, filesUsed, unusedName, addOwnCode, ownCode, putFile } =
  await import(`${JS}/own-code.js`);

test("the line of an error is read from what Python says", () => {
  const message = "the heuristic mine.py:h, asked about 1 2 0: KeyError: 7 (mine.py, line 12)";
  assert.deepEqual(parseCodeError(message), {
    words: "the heuristic mine.py:h, asked about 1 2 0: KeyError: 7",
    line: 12,
  });
  assert.equal(parseCodeError("there is no heuristic 'x' here"), null);
});

test("no two files have one name", () => {
  assert.equal(unusedName("mine.py", []), "mine.py");
  assert.equal(unusedName("mine.py", ["mine.py", "mine2.py"]), "mine3.py");
  assert.equal(unusedName("mine2.py", ["mine.py"]), "mine2.py");
  assert.equal(unusedName("../etc.py", []), "mine.py");
});

test("code in use is in the catalogue as long as it is there", () => {
  const catalogue = addOwnCode({ heuristics: [{ name: "zero" }], algorithms: [] });
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
  assert.equal(workingCode()[0].text, "def h");
  assert.deepEqual(filesUsed({ algorithm: "astar", heuristic: "mine.py:h" }).length, 1);
  assert.deepEqual(filesUsed({ algorithm: "bfs", heuristic: null, rows: ["astar zero"] }), []);
  assert.equal(filesUsed({ rows: ["bfs", "astar mine.py:h"] }).length, 1);
  assert.deepEqual(filesUsed({ rows: ["astar /srv/mine.py:h"] }), [], "a file of the server");
  ownCode.set([]);
  assert.deepEqual(names(), ["zero"]);
});
