// A* with Manhattan distance; its first argument names the mistake that it makes, or `right`.

const [mistake, text] = process.argv.slice(2);
const GOAL = "0,1,2,3,4,5,6,7,8";
const STEPS = { U: [-1, 0], D: [1, 0], L: [0, -1], R: [0, 1] };
const away = (a, b) => Math.abs(Math.floor(a / 3) - Math.floor(b / 3)) + Math.abs((a % 3) - (b % 3));

function estimate(state) {
  let sum = 0;
  state.forEach((tile, cell) => {
    if (tile === 0 && mistake !== "counts-blank") return;
    sum += mistake === "misplaced" ? Number(tile !== cell) : away(cell, tile);
  });
  return mistake === "doubles-h" ? 2 * sum : sum;
}

function* children(state) {
  const blank = state.indexOf(0);
  for (const [move, [down, right]] of Object.entries(STEPS)) {
    const [row, col] = [Math.floor(blank / 3) + down, (blank % 3) + right];
    if (row < 0 || row > 2 || col < 0 || col > 2) continue;
    const child = state.slice();
    child[blank] = child[row * 3 + col];
    child[row * 3 + col] = 0;
    yield [move, child];
  }
}

function search(start) {
  const best = new Map(mistake === "skips-start" ? [] : [[start.join(), 0]]);
  const lists = [[{ state: start, path: "" }]]; // a list for each f; the first in is out first
  for (let f = 0, expanded = 0; f < lists.length; f++) {
    const list = (lists[f] ??= []);
    while (list.length) {
      const { state, path } = list.shift();
      if (path.length > best.get(state.join())) continue;
      if (state.join() === GOAL && (path || mistake !== "skips-start")) return { path, expanded };
      expanded++;
      let least = f;
      for (const [move, child] of children(state)) {
        const g = path.length + 1;
        if (g >= (best.get(child.join()) ?? 99)) continue;
        best.set(child.join(), g);
        const value = estimate(child) + (mistake === "forgets-g" ? 0 : g);
        (lists[value] ??= []).push({ state: child, path: path + move });
        least = Math.min(least, value);
      }
      if (least < f) {
        f = least - 1;
        break;
      }
    }
  }
}

const start = text.split(",").map(Number);
const inversions = start.flatMap((a, i) => start.slice(i).filter((b) => b && a > b)).length;
if (start.slice().sort().join() !== GOAL) {
  console.error("not a valid board");
  process.exitCode = 1;
} else if (inversions % 2 && mistake !== "solves-anything") {
  console.log("no solution");
} else {
  const { path, expanded } = inversions % 2 ? { path: "UD", expanded: 2 } : search(start);
  const cost = path.length + (mistake === "counts-states" ? 1 : 0);
  console.log(`path: ${path}\ncost: ${cost}\nexpanded: ${expanded}`);
}
