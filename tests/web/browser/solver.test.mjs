import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { applyMoves, target } from "../../../src/slidelab/web/static/js/puzzle/grid.js";
import { neighbours, OUTSIDE } from "../../../src/slidelab/web/static/js/solver/board.js";
import { Solver } from "../../../src/slidelab/web/static/js/solver/solver.js";
import { makePieceSearch } from "../../../src/slidelab/web/static/js/solver/windows.js";

const WEIGHTS = new URL("../../../src/slidelab/web/static/js/solver/weights.bin", import.meta.url);
const bytes = await readFile(WEIGHTS);
const readWeights = async () => new Int16Array(new Uint8Array(bytes).buffer);
const cache = new Map();
const asCache = {
  get: async (name) => cache.get(name),
  set: async (...entry) => cache.set(...entry),
};
const solver = new Solver(asCache, readWeights);

let state = 1;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
function shuffled(count) {
  const board = [...Array(count).keys()];
  for (let at = count - 1; at > 0; at--) {
    const other = random(at + 1);
    [board[at], board[other]] = [board[other], board[at]];
  }
  return board;
}
function walk(board, shape, steps) {
  const beside = neighbours(shape);
  const cells = board.slice();
  for (let blank = cells.indexOf(0), step = 0; step < steps; step++) {
    const options = [...beside.subarray(4 * blank, 4 * blank + 4)].filter(
      (cell) => cell !== OUTSIDE,
    );
    const to = options[random(options.length)];
    [cells[blank], cells[to]] = [cells[to], 0];
    blank = to;
  }
  return cells;
}

test("paths on every shape of up to 16 cells lead to any goal, and none is shorter", async () => {
  for (let rows = 2; rows <= 8; rows++) {
    for (let cols = 2; rows * cols <= 16; cols++) {
      const shape = { rows, cols };
      const goal = shuffled(rows * cols);
      for (let boards = 0; boards < 3; boards++) {
        const cells = walk(goal, shape, 40);
        const { moves, proven, lowerBound } = await solver.solve({ cells, goal, shape });
        assert.ok(proven && lowerBound === moves.length);
        assert.deepEqual(applyMoves(cells, moves, shape), goal);
        const search = makePieceSearch(shape, 0)(cells, goal, moves.length);
        search.next(); // the number of nodes
        assert.equal(search.next().value, null, `there is a shorter path on ${rows}x${cols}`);
      }
    }
  }
});

test("boards of 3x3 need as many moves as a breadth-first search says", async () => {
  const shape = { rows: 3, cols: 3 };
  const goal = [1, 2, 3, 8, 0, 4, 7, 6, 5];
  let layer = [goal];
  const seen = new Set([goal.join()]);
  for (let depth = 0; layer.length; depth++) {
    const cells = layer[random(layer.length)];
    assert.equal((await solver.solve({ cells, goal, shape })).moves.length, depth);
    const next = [];
    for (const board of layer) {
      for (const letter of "UDLR") {
        if (target(board.indexOf(0), letter, shape) < 0) continue;
        const moved = applyMoves(board, letter, shape);
        if (!seen.has(moved.join())) next.push(moved);
        seen.add(moved.join());
      }
    }
    layer = next;
  }
  assert.equal(seen.size, 181_440);
});

test("the first of Korf's boards needs 57 moves", async () => {
  const cells = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
  const request = { cells, goal: [...cells.keys()], shape: { rows: 4, cols: 4 } };
  const bounds = [];
  const answer = await solver.solve(request, {
    report: ({ lowerBound }) => bounds.push(lowerBound),
  });
  assert.equal(answer.moves.length, 57);
  assert.equal(answer.patterns, "5-5-5");
  assert.deepEqual(
    bounds,
    bounds.toSorted((one, other) => one - other),
  );
});

test("large boards get shorter and shorter paths up to a time limit", async () => {
  for (const [rows, cols] of [
    [5, 5],
    [2, 10],
    [10, 10],
    [16, 16],
  ]) {
    const shape = { rows, cols };
    const goal = shuffled(rows * cols);
    const cells = walk(goal, shape, 3000);
    const lengths = [];
    const report = ({ moves }) => moves && lengths.push(moves.length);
    const answer = await solver.solve({ cells, goal, shape, seconds: 0.2 }, { report });
    assert.deepEqual(applyMoves(cells, answer.moves, shape), goal);
    assert.ok(answer.lowerBound <= answer.moves.length);
    assert.deepEqual(
      lengths,
      lengths.toSorted((one, other) => other - one),
    );
  }
});

test("a search that is stopped ends within moments with what it knows", async () => {
  const cells = walk([...Array(100).keys()], { rows: 10, cols: 10 }, 3000);
  const stopping = new AbortController();
  const request = { cells, goal: [...cells.keys()], shape: { rows: 10, cols: 10 } };
  const report = ({ moves }) => moves && stopping.abort();
  const answer = await solver.solve(request, { report, signal: stopping.signal });
  assert.ok(answer.moves && !answer.proven);
});

test("goals that cannot be reached are refused, and databases are cached", async () => {
  const shape = { rows: 3, cols: 3 };
  const request = { cells: [0, 2, 1, 3, 4, 5, 6, 7, 8], goal: [...Array(9).keys()], shape };
  await assert.rejects(solver.solve(request), /cannot be reached/);
  assert.ok([...cache.keys()].some((name) => name.startsWith("4x4 blank 0")));
});
