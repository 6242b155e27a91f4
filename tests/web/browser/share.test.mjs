import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf, problemText } from "../../../src/slidelab/web/static/js/puzzle/command.js";
import { DEFAULTS } from "../../../src/slidelab/web/static/js/puzzle/link.js";

const PROBLEM = {
  shape: { rows: 2, cols: 3 },
  cells: [1, 2, 5, 3, 4, 0],
  goal: "blank-last",
  ...DEFAULTS,
  conventions: {},
  parameters: {},
};

test("the text says the command that searches for the same", () => {
  assert.equal(commandOf(PROBLEM), 'slidelab solve "1 2 5 / 3 4 0" --goal blank-last');
  const chosen = {
    ...PROBLEM,
    goal: [1, 2, 3, 0, 4, 5],
    algorithm: "wastar",
    preset: "driver",
    parameters: { weight: 2 },
    conventions: { duplicates: "tree", count_blank: false, order: "random:7" },
  };
  assert.equal(
    commandOf(chosen),
    'slidelab solve "1 2 5 / 3 4 0" --goal "1 2 3 / 0 4 5" -a wastar -H "manhattan" --set weight=2' +
      " --preset driver --set duplicates=tree --set count_blank=no --set order=random:7",
  );
  assert.match(
    problemText(PROBLEM),
    /^Start: 1 2 5 \/ 3 4 0\nGoal: 1 2 3 \/ 4 5 0\nslidelab solve/,
  );
});
