// An 8-puzzle solver that speaks JSON: {"algorithm", "board", "goal"} on standard input, and
// {"moves", "expanded", "max_depth"} on standard output.

import { readFileSync } from "node:fs";

const STEPS = { Up: [-1, 0], Down: [1, 0], Left: [0, -1], Right: [0, 1] };

function* children(node, rows, cols) {
  const blank = node.cells.indexOf(0);
  for (const [move, [down, right]] of Object.entries(STEPS)) {
    const row = Math.floor(blank / cols) + down;
    const col = (blank % cols) + right;
    if (row < 0 || row >= rows || col < 0 || col >= cols) continue;
    const cells = node.cells.slice();
    cells[blank] = cells[row * cols + col];
    cells[row * cols + col] = 0;
    yield { cells, key: cells.join(), parent: node, move, g: node.g + 1 };
  }
}

function manhattan(goal, cols) {
  const home = new Map(goal.map((tile, cell) => [tile, cell]));
  const across = (a, b) => Math.abs(Math.floor(a / cols) - Math.floor(b / cols));
  const along = (a, b) => Math.abs((a % cols) - (b % cols));
  return (cells) =>
    cells.reduce((h, tile, cell) => {
      if (tile === 0) return h;
      return h + across(cell, home.get(tile)) + along(cell, home.get(tile));
    }, 0);
}

/** A priority queue with a list for each f, which is a small number; the first in is out first. */
class Buckets {
  lists = [];
  push(f, node) {
    this.lists[f] ??= { at: 0, nodes: [] };
    this.lists[f].nodes.push(node);
  }
  pop() {
    const list = this.lists.find((each) => each && each.at < each.nodes.length);
    return list?.nodes[list.at++];
  }
}

function frontierOf(algorithm, h) {
  const nodes = [];
  let at = 0;
  switch (algorithm) {
    case "bfs":
      return { push: (node) => nodes.push(node), pop: () => nodes[at++] };
    case "dfs":
      return { push: (node) => nodes.push(node), pop: () => nodes.pop() };
    case "astar": {
      const buckets = new Buckets();
      return { push: (node) => buckets.push(node.g + h(node.cells), node), pop: () => buckets.pop() };
    }
    default:
      throw new Error(`there is no algorithm ${algorithm}`);
  }
}

function search(algorithm, board, goal) {
  const [rows, cols] = [board.length, board[0].length];
  const target = goal.flat().join();
  const frontier = frontierOf(algorithm, manhattan(goal.flat(), cols));
  const root = { cells: board.flat(), key: board.flat().join(), g: 0 };
  const reached = new Map([[root.key, 0]]);
  let expanded = 0;
  let maxDepth = 0;
  frontier.push(root);
  for (let node = frontier.pop(); node; node = frontier.pop()) {
    if (node.g > reached.get(node.key)) continue;
    if (node.key === target) return { node, expanded, max_depth: maxDepth };
    expanded++;
    const next = [...children(node, rows, cols)];
    for (const child of algorithm === "dfs" ? next.reverse() : next) {
      const better = algorithm === "astar" && child.g < reached.get(child.key);
      if (reached.has(child.key) && !better) continue;
      reached.set(child.key, child.g);
      maxDepth = Math.max(maxDepth, child.g);
      frontier.push(child);
    }
  }
  return null;
}

function isBoard(board) {
  const cells = Array.isArray(board) ? board.flat() : [];
  const tiles = new Set(cells);
  return cells.length > 3 && cells.every((_, tile) => tiles.has(tile));
}

let asked;
try {
  asked = JSON.parse(readFileSync(0, "utf8"));
} catch {
  asked = {};
}
if (isBoard(asked.board)) {
  const found = search(asked.algorithm, asked.board, asked.goal);
  if (found === null) {
    console.log(JSON.stringify({ moves: null, status: "no solution" }));
  } else {
    const { node, ...counts } = found;
    const moves = [];
    for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
    console.log(JSON.stringify({ moves, cost: moves.length, ...counts }));
  }
} else {
  console.log(JSON.stringify({ moves: null, status: "invalid board" }));
}
