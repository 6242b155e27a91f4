import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ANY_BOARD, problem } from "../../../src/slidelab/web/static/js/problem.js";
import { clock, Game } from "../../../src/slidelab/web/static/js/puzzle/game.js";
import {
  applyMoves,
  countSlides,
  describeBoard,
  goalCells,
  inverseMoves,
  moveWords,
  parseShape,
  slideLetters,
} from "../../../src/slidelab/web/static/js/puzzle/grid.js";
import { KnownPath } from "../../../src/slidelab/web/static/js/puzzle/known-path.js";
import {
  readBoard,
  readField,
  writeRows,
} from "../../../src/slidelab/web/static/js/puzzle/notation.js";
import { addGame } from "../../../src/slidelab/web/static/js/puzzle/records.js";
import { gameVerdict, mistakesIn } from "../../../src/slidelab/web/static/js/puzzle/review.js";
import { scramble } from "../../../src/slidelab/web/static/js/puzzle/scramble.js";
import {
  boardProblems,
  findSwap,
  goalName,
  inversionPairs,
  isSolvable,
  swapTiles,
} from "../../../src/slidelab/web/static/js/puzzle/solvability.js";
import { Store } from "../../../src/slidelab/web/static/js/storage.js";

const TABLE = JSON.parse(
  readFileSync(new URL("../../puzzle/board_texts.json", import.meta.url), "utf8"),
);
const THREE = { rows: 3, cols: 3 };
const FOUR = { rows: 4, cols: 4 };
const GOAL = goalCells("blank-first", THREE);

test("moves name the blank's direction", () => {
  assert.deepEqual(applyMoves([1, 2, 5, 3, 4, 0, 6, 7, 8], "ULL", THREE), GOAL);
  assert.throws(() => applyMoves(GOAL, "U", THREE), RangeError);
  assert.equal(inverseMoves("ULL"), "RRD");
  assert.equal(moveWords([1, 2, 5, 3, 4, 0, 6, 7, 8], "U", THREE), "tile 5 slides down");
});

test("a click slides every tile between it and the blank", () => {
  assert.equal(slideLetters(GOAL, 2, THREE), "RR");
  assert.equal(slideLetters(GOAL, 6, THREE), "DD");
  assert.equal(slideLetters(GOAL, 4, THREE), "");
  assert.equal(slideLetters(GOAL, 0, THREE), "");
});

test("a slide of several tiles counts once in the second metric", () => {
  assert.equal(countSlides("ULLDDD"), 3);
  assert.equal(countSlides(""), 0);
});

test("a board can be heard", () => {
  assert.equal(describeBoard([1, 0, 2, 3], { rows: 2, cols: 2 }), "row 1: 1 blank; row 2: 2 3");
});

test("solvability agrees with boards of known answer", () => {
  assert.ok(isSolvable([1, 2, 5, 3, 4, 0, 6, 7, 8], GOAL, THREE));
  assert.ok(!isSolvable([0, 2, 1, 3, 4, 5, 6, 7, 8], GOAL, THREE));
  // Sam Loyd's prize puzzle: 14 and 15 swapped.
  const last = goalCells("blank-last", FOUR);
  assert.ok(!isSolvable(swapTiles(last, [14, 15]), last, FOUR));
  assert.ok(isSolvable(last, goalCells("blank-first", FOUR), FOUR) === false);
});

test("exactly half of all 2x3 boards can be solved, and a swap fixes every other one", () => {
  const shape = { rows: 2, cols: 3 };
  const goal = goalCells("blank-first", shape);
  let solvable = 0;
  for (const board of permutations([0, 1, 2, 3, 4, 5])) {
    if (isSolvable(board, goal, shape)) solvable++;
    else assert.ok(isSolvable(swapTiles(board, findSwap(board, goal, shape)), goal, shape));
  }
  assert.equal(solvable, 360);
});

test("no move changes solvability", () => {
  let board = scramble(goalCells("blank-last", FOUR), FOUR);
  for (const letter of "LURDLURDLLUURRDD") {
    try {
      board = applyMoves(board, letter, FOUR);
    } catch {
      continue;
    }
    assert.ok(isSolvable(board, goalCells("blank-last", FOUR), FOUR));
  }
});

test("inversions are the pairs the wrong way round", () => {
  assert.deepEqual(inversionPairs([3, 1, 0, 2]), [
    [3, 1],
    [3, 2],
  ]);
});

test("a bad board says everything that is wrong, and where", () => {
  const problems = boardProblems([1, 1, "x", 2.5, 99, 0, 6, 7, null], THREE);
  const texts = problems.map(({ text }) => text).join("; ");
  assert.match(texts, /tile 1 appears 2 times/);
  assert.match(texts, /x is not a whole number/);
  assert.match(texts, /2\.5 is not a whole number/);
  assert.match(texts, /99 is not on this board/);
  assert.match(texts, /missing: 2, 3, 4, 5, 8/);
  assert.deepEqual(problems.find(({ text }) => text.includes("tile 1")).cells, [0, 1]);
});

test("shuffles are solvable and never the goal", () => {
  for (const text of ["2x2", "2x3", "3x2", "3x3", "4x4", "5x4", "10x10"]) {
    const shape = parseShape(text);
    for (const name of ["blank-first", "blank-last"]) {
      const goal = goalCells(name, shape);
      const board = scramble(goal, shape);
      assert.ok(isSolvable(board, goal, shape));
      assert.notDeepEqual(board, goal);
      assert.deepEqual(boardProblems(board, shape), []);
    }
  }
});

test("boards are read or refused as Python reads them", () => {
  for (const { text, asked, shape, cells } of TABLE.boards) {
    const found = readBoard(text, asked ? parseShape(asked) : null);
    assert.deepEqual(found, cells && { cells, shape: parseShape(shape) }, text);
  }
});

test("shapes are read or refused as Python reads them", () => {
  for (const { text, rows, cols } of TABLE.shapes) {
    if (rows === null) assert.throws(() => parseShape(text), RangeError, text);
    else assert.deepEqual(parseShape(text), { rows, cols });
  }
});

test("one field is a whole number or the blank", () => {
  assert.equal(readField("_"), 0);
  assert.equal(readField("12"), 12);
  assert.equal(readField("seven"), null);
  assert.equal(readField(""), null);
});

test("boards are written in rows", () => {
  assert.equal(writeRows([1, 2, 5, 3, 4, 0, 6, 7, 8], THREE), "1 2 5 / 3 4 0 / 6 7 8");
});

test("goals are known by name", () => {
  assert.equal(goalName([1, 2, 3, 4, 5, 6, 7, 8, 0], THREE), "blank-last");
  assert.equal(goalName("blank-first", THREE), "blank-first");
  assert.equal(goalName([1, 2, 3, 8, 0, 4, 7, 6, 5], THREE), "own");
});

test("a game counts both ways, undoes and redoes", () => {
  const game = new Game([1, 2, 5, 3, 4, 0, 6, 7, 8], GOAL, THREE);
  assert.equal(game.elapsed(99), 0);
  game.play("U", 1000);
  game.play("LL", 3500);
  assert.ok(game.solved);
  assert.deepEqual([game.moves, game.slides, game.elapsed(9000)], [3, 2, 2500]);
  const other = new Game([1, 2, 5, 3, 4, 0, 6, 7, 8], GOAL, THREE);
  other.play("L", 0);
  other.play("L", 0);
  assert.equal(other.undo(), "R");
  assert.equal(other.moves, 1);
  assert.equal(other.redo(), "L");
  assert.equal(other.redo(), "");
  other.undo();
  other.play("U", 0);
  assert.ok(!other.canRedo);
  assert.equal(other.path, "LU");
});

test("clocks are written as people read them", () => {
  assert.equal(clock(75300), "1:15.3");
  assert.equal(clock(0), "0:00.0");
  assert.equal(clock(3600_000 + 65_000), "1:01:05.0");
});

test("records keep bests, and survive a broken storage", () => {
  const kept = new Map();
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
  const store = new Store("bests", {}, storage);
  assert.deepEqual(addGame(store, "3x3", { moves: 30, milliseconds: 5000 }), ["time", "moves"]);
  assert.deepEqual(addGame(store, "3x3", { moves: 28, milliseconds: 6000 }), ["moves"]);
  assert.deepEqual(addGame(store, "3x3", { moves: 50, milliseconds: 20000 }), []);
  const bests = new Store("bests", {}, storage).value["3x3"];
  assert.deepEqual(bests, { games: 3, moves: 28, milliseconds: 5000 });
  const broken = {
    getItem: () => "{nonsense",
    setItem: () => {
      throw new Error("full");
    },
    removeItem: () => {},
  };
  const game = { moves: 30, milliseconds: 5000 };
  assert.equal(addGame(new Store("bests", {}, broken), "3x3", game).length, 2);
});

test("a store keeps its value and tells of every change", () => {
  const kept = new Map();
  const area = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
  };
  const store = new Store("film", { step: 0 }, area);
  const events = [];
  store.addEventListener("change", ({ detail }) => events.push(detail));
  store.set({ step: 3 }, { source: "link" });
  assert.deepEqual(new Store("film", null, area).value, { step: 3 });
  assert.deepEqual(events, [{ value: { step: 3 }, source: "link" }]);
  const homeless = new Store("film", 1, null);
  homeless.set(2);
  assert.equal(homeless.value, 2);
});

test("the problem tells whether its board changed, and who changed it", () => {
  const events = [];
  problem.addEventListener("change", ({ detail }) => events.push([detail.board, detail.source]));
  problem.update({ algorithm: "ida" });
  problem.update({ goal: "blank-first" }, "link");
  problem.update({ goal: "blank-last" }, ANY_BOARD);
  assert.deepEqual(events, [
    [false, null],
    [false, "link"],
    [true, ANY_BOARD],
  ]);
  assert.deepEqual(problem.drawn, { distance: null });
});

test("only a freshly shuffled board without help counts", () => {
  const start = [1, 2, 5, 3, 4, 0, 6, 7, 8];
  assert.match(new Game(start, GOAL, THREE).uncounted, /shuffled/);
  const game = new Game(start, GOAL, THREE, { distance: null });
  assert.equal(game.uncounted, "");
  assert.equal(game.again().uncounted, ""); // nothing was tried yet
  game.play("U", 0);
  assert.match(game.again().uncounted, /shuffled/);
  assert.equal(Game.restored(JSON.parse(JSON.stringify(game.saved(5))), 9).uncounted, "");
  game.helped = true;
  assert.match(game.uncounted, /hints/);
});

test("a review names the mistakes", () => {
  assert.deepEqual(mistakesIn([3, 4, 3, 2, 1, 0]), [1]);
  assert.match(gameVerdict([3, 4, 3, 2, 1, 0]), /5 moves .*3.*1 mistake/);
  assert.match(gameVerdict([1, 0]), /the minimum/);
});

function* permutations(items) {
  if (!items.length) yield [];
  for (const [at, item] of items.entries()) {
    for (const rest of permutations(items.filter((_, other) => other !== at)))
      yield [item, ...rest];
  }
}

test("a known way stays known, along it and away from it", () => {
  const way = new KnownPath("ULLD", 4);
  const along = way.after("UL");
  assert.equal(along.letters, "LD");
  assert.ok(along.shortest);
  const away = along.after("R");
  assert.equal(away.letters, "LLD");
  assert.equal(away.needed, 1); // one move may have brought the goal one nearer
  assert.ok(!away.shortest);
  assert.equal(away.after("L").letters, "LD");
});
