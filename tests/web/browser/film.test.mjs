import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Census } from "../../../src/slidelab/web/static/js/film/census.js";
import { Counts } from "../../../src/slidelab/web/static/js/film/counts.js";
import {
  BOUND,
  DUPLICATE,
  EVENT_NAMES,
  EXPAND,
  GOAL,
} from "../../../src/slidelab/web/static/js/film/events.js";
import { Film } from "../../../src/slidelab/web/static/js/film/film.js";
import { Frontier } from "../../../src/slidelab/web/static/js/film/frontier.js";
import { layoutTree } from "../../../src/slidelab/web/static/js/film/layout.js";
import {
  describeFate,
  lettersTo,
  narrate,
} from "../../../src/slidelab/web/static/js/film/narrate.js";
import { Playhead, sliderOf, speedOf } from "../../../src/slidelab/web/static/js/film/playhead.js";
import { rankings, SearchTrace } from "../../../src/slidelab/web/static/js/film/trace.js";
import { childLists, visibleTree } from "../../../src/slidelab/web/static/js/film/tree.js";
import { applyMoves } from "../../../src/slidelab/web/static/js/puzzle/grid.js";

const NAMES = [
  "bfs",
  "dfs",
  "astar",
  "astar-forms",
  "astar-slides",
  "greedy",
  "ids",
  "ida",
  "rbfs",
  "bidirectional",
  "beam",
  "hill-climbing",
];
const load = (name) => {
  const { film, ...truth } = JSON.parse(
    readFileSync(new URL(`films/${name}.json`, import.meta.url)),
  );
  return { film: new Film(film), ...truth };
};

for (const name of NAMES) {
  test(`${name}: every board follows from its parent by its move`, () => {
    const { film } = load(name);
    for (let node = 0; node < film.nodeCount; node++) {
      const parent = film.parent[node];
      if (parent < 0) continue;
      assert.deepEqual(
        [...film.cells(node)],
        applyMoves(
          [...film.cells(parent)],
          "UDLR"[film.move[node]].repeat(film.tilesMoved(node)),
          film.shape,
        ),
      );
    }
  });

  test(`${name}: a sentence for every event, and the counters of the search at the end`, () => {
    const { film, counters } = load(name);
    for (let event = 0; event < film.length; event++) assert.ok(narrate(film, event).length > 5);
    if (film.truncated) return;
    const { expanded, generated, duplicates } = new Counts(film, true).at(film.length - 1);
    assert.deepEqual({ expanded, generated, duplicates }, counters);
    assert.equal(film.kind[film.length - 1], GOAL);
    assert.deepEqual([...film.cells(film.focus(film.length - 1))], film.goal);
  });
}

for (const name of [
  "bfs",
  "dfs",
  "astar",
  "astar-forms",
  "astar-slides",
  "greedy",
  "bidirectional",
]) {
  test(`${name}: the frontier is what the search held, in its order, at every event`, () => {
    const { film, frontiers } = load(name);
    const frontier = new Frontier(film);
    const counts = new Counts(film, true);
    for (let event = 0; event < film.length; event++) {
      if (film.kind[event] === GOAL) continue;
      if (EVENT_NAMES[film.kind[event]] === "start") continue; // the root joins with the next event
      const groups = frontier.at(event).map(({ nodes }) => nodes);
      const truth = frontiers[event].map((part) => part.filter((node) => node >= 0));
      assert.deepEqual(groups, truth, `event ${event}`);
      assert.equal(counts.at(event).frontier, truth.flat().length, `size at ${event}`);
    }
  });
}

for (const name of ["ids", "ida"]) {
  test(`${name}: the frontier is the path`, () => {
    const { film, frontiers } = load(name);
    const frontier = new Frontier(film);
    for (let event = 0; event < film.length; event++) {
      if (film.kind[event] === BOUND || EVENT_NAMES[film.kind[event]] === "start") continue;
      if (film.kind[event] === DUPLICATE) continue;
      assert.deepEqual(frontier.at(event)[0].nodes, frontiers[event][0]);
    }
  });
}

test("beam: beam and candidates together are what waits", () => {
  const { film, frontiers } = load("beam");
  const frontier = new Frontier(film);
  for (let event = 2; event < film.length - 1; event++) {
    if (film.kind[event] !== EXPAND) continue;
    const held = frontier.at(event).flatMap(({ nodes }) => nodes);
    assert.deepEqual(held.sort(byNumber), frontiers[event].flat().sort(byNumber));
  }
});

test("under heapq's ties the order is that in which nodes really leave", () => {
  const { film } = load("greedy");
  film.ties = "heap";
  const { nodes } = new Frontier(film).at(60)[0];
  for (let at = 1; at < nodes.length; at++) assert.ok(film.f[nodes[at - 1]] <= film.f[nodes[at]]);
});

test("the reached set grows with new boards and forgets at each bound", () => {
  const { film } = load("bfs");
  const { generated, duplicates, reached } = new Counts(film, true).at(film.length - 1);
  assert.equal(reached, generated - duplicates);
  assert.ok(!new Counts(load("ida").film, true).remembers);
  const ids = load("ids").film;
  const counts = new Counts(ids, true);
  assert.ok(counts.remembers);
  assert.equal(counts.at(ids.bounds[1][0]).reached, 0);
  const last = ids.length - 1;
  assert.equal(counts.latest(last, 9).length, 3); // the root, a child and the goal
  assert.deepEqual([...ids.cells(counts.latest(last, 1)[0])], ids.goal);
});

test("bounds rise and are found", () => {
  const { film } = load("ida");
  const bounds = film.bounds.map(([, bound]) => bound);
  assert.deepEqual(bounds, [...bounds].sort(byNumber));
  assert.equal(film.boundAt(film.length - 1)[1], 10);
  assert.equal(film.boundAt(0), null);
});

for (const name of NAMES) {
  test(`${name}: every node drawn has its place, at every event`, () => {
    const { film } = load(name);
    const lists = childLists(film);
    for (let event = 0; event < film.length; event += 3) {
      const view = visibleTree(film, lists, event);
      const placed = layoutTree(view.roots, (node) => view.nodes.get(node).children);
      assert.equal(placed.size, view.nodes.size, `event ${event}`);
    }
  });
}

test("the tree shows the path and counts what it hides", () => {
  const { film } = load("greedy");
  const lists = childLists(film);
  const event = film.length - 1;
  const view = visibleTree(film, lists, event, new Set(), 60);
  assert.ok(view.shown <= 60 && view.total > 60);
  for (const node of film.pathTo(film.focus(event))) assert.ok(view.nodes.has(node));
  let [drawn, hidden] = [0, 0];
  for (const entry of view.nodes.values()) {
    drawn += entry.children.length;
    hidden += entry.hidden;
  }
  assert.equal(drawn, view.shown - 1);
  assert.ok(hidden > 0);
  const whole = visibleTree(film, lists, event, new Set(), 10_000);
  assert.equal(whole.shown, film.nodeCount);
  const early = visibleTree(film, lists, 10);
  assert.equal(early.shown, early.total);
});

test("an iteration shows its own tree, under the root that all share", () => {
  const { film } = load("ids");
  const lists = childLists(film);
  for (const [event] of film.bounds) {
    const view = visibleTree(film, lists, event);
    assert.deepEqual([view.shown, view.total, film.focus(event)], [1, 1, 0]);
  }
  const last = visibleTree(film, lists, film.length - 1);
  assert.deepEqual([last.shown, last.total], [3, 3]);
});

test("a path of thousands of nodes is drawn with its middle left out", () => {
  const count = 5000;
  const film = chainFilm(count);
  const view = visibleTree(film, childLists(film), film.length - 1);
  assert.ok(view.shown < 230);
  assert.ok(view.nodes.has(0) && view.nodes.has(count - 1));
  assert.equal([...view.nodes.values()].filter(({ jumped }) => jumped).length, 1);
});

test("no two nodes of a level stand closer than one unit, and parents stand over their children", () => {
  const { film } = load("astar");
  const view = visibleTree(film, childLists(film), film.length - 1);
  const placesOf = layoutTree(view.roots, (node) => view.nodes.get(node).children);
  const levels = new Map();
  for (const [node, { x, y }] of placesOf) {
    levels.set(y, [...(levels.get(y) ?? []), x]);
    const { children } = view.nodes.get(node);
    if (!children.length) continue;
    const xs = children.map((child) => placesOf.get(child).x);
    assert.ok(Math.abs(x - (Math.min(...xs) + Math.max(...xs)) / 2) < 1e-9);
  }
  for (const xs of levels.values()) {
    xs.sort(byNumber);
    for (let at = 1; at < xs.length; at++) assert.ok(xs[at] - xs[at - 1] >= 1 - 1e-9);
  }
});

test("a film runs both ways, jumps, and stops at its end", () => {
  const { film } = load("ida");
  const head = new Playhead(film);
  head.jump("expansion");
  assert.equal(film.kind[head.at], EXPAND);
  const first = head.at;
  head.jump("expansion");
  assert.ok(head.jump("expansion", -1));
  assert.equal(head.at, first);
  head.go(0);
  assert.ok(head.jump("bound"));
  assert.equal(film.kind[head.at], BOUND);
  assert.ok(head.jump("goal"));
  assert.ok(!head.jump("goal"));
  head.go(-5);
  assert.equal(head.at, 0);
  head.speed = 10;
  head.toggle();
  assert.ok(!head.advance(0.05));
  assert.ok(head.advance(0.05));
  assert.equal(head.at, 1);
  head.advance(1e6);
  assert.ok(head.atEnd && !head.playing);
  head.toggle();
  assert.equal(head.at, 0);
  assert.ok(Math.abs(speedOf(sliderOf(6, [0.5, 100]), [0.5, 100]) - 6) < 1e-9);
});

/** A trace as the server sends it: one moment for each number of expansions. */
const traceOf = (expanded, cost = 10) => ({
  status: cost === null ? "exhausted" : "solved",
  cost,
  shape: "2x2",
  expanded,
  frontier: expanded,
  depth: expanded,
  lowest_h: expanded.map(() => null),
  boards: btoa(String.fromCharCode(...expanded.flatMap((at) => [at, 0, 1, 0, 2, 0, 3, 0]))),
});

test("traces are kept in step, and equal ones share a rank", () => {
  const [trace, ...others] = [
    new SearchTrace(traceOf([1, 2, 4, 8, 8])),
    new SearchTrace(traceOf([1, 9], 12)),
    new SearchTrace(traceOf([1, 8])),
    new SearchTrace(traceOf([1, 2], null)),
  ];
  assert.deepEqual(rankings([trace, ...others]), [1, 3, 1, null]);
  assert.deepEqual(
    [0, 1, 3, 4, 7, 8, 99].map((count) => trace.momentAt(count)),
    [0, 0, 1, 2, 2, 4, 4],
  );
  assert.deepEqual(trace.cells(2), [4, 1, 2, 3]);
});

test("the curve of a long film keeps its peaks", () => {
  const { curves } = new Counts(chainFilm(5000), true);
  assert.equal(curves.frontier.length, 600);
  assert.equal(Math.max(...curves.frontier), 5000);
});

const byNumber = (one, other) => one - other;

/** A search that walks to and fro: a path as long as wanted. */
function chainFilm(count) {
  const parent = Int32Array.from({ length: count }, (_, node) => node - 1);
  const move = Uint8Array.from({ length: count }, (_, node) => (node ? (node % 2 ? 3 : 2) : 255));
  const g = Int32Array.from({ length: count }, (_, node) => node);
  const none = new Float32Array(count).fill(NaN);
  const kind = new Uint8Array(count);
  const node = Int32Array.from({ length: count }, (_, at) => at);
  const pack = ({ buffer }) => Buffer.from(buffer).toString("base64");
  return new Film({
    algorithm: "dfs",
    frontier: "stack",
    ties: "first-in",
    truncated: false,
    status: "solved",
    start: [0, 1, 2, 3],
    goal: [0, 1, 2, 3],
    shape: "2x2",
    nodes: { parent: pack(parent), move: pack(move), g: pack(g), h: pack(none), f: pack(none) },
    events: { kind: pack(kind), node: pack(node), value: pack(new Float64Array(0)) },
    roots: { 0: [0, 1, 2, 3] },
    result: { cost: 0, moves: "" },
  });
}

for (const name of NAMES) {
  test(`${name}: the census counts each node of the iteration at its g and h`, () => {
    const { film } = load(name);
    const census = new Census(film);
    const sum = (counts) => counts.reduce((total, count) => total + count, 0);
    for (const event of [0, film.length >> 1, film.length - 1]) {
      const { generated, expanded } = census.at(event);
      const events = [...film.kind.keys()].slice(film.iterationStart(event), event + 1);
      const expansions = events.filter((at) => film.kind[at] === EXPAND);
      assert.equal(sum(expanded), expansions.length);
      const isNew = (at) => film.createdAt[film.node[at]] === at && film.kind[at] !== DUPLICATE;
      assert.equal(sum(generated), events.filter(isNew).length);
    }
    for (let node = 0; node < film.nodeCount; node++) {
      const [g, h] = [Math.floor(film.g[node] / census.step), Math.floor(film.h[node] || 0)];
      assert.equal(Math.floor(census.cellOf(node) / census.rows), g);
      if (!census.usesManhattan) assert.equal(census.cellOf(node) % census.rows, h);
    }
  });

  test(`${name}: the inspector says what happened to each node`, () => {
    const { film } = load(name);
    for (let node = 0; node < film.nodeCount; node += 7) {
      const [path, fate] = [lettersTo(film, node), describeFate(film, node)];
      const root = film.pathTo(node)[0];
      assert.deepEqual(applyMoves([...film.cells(root)], path, film.shape), [...film.cells(node)]);
      const tiles = film
        .pathTo(node)
        .slice(1)
        .map((at) => film.tilesMoved(at));
      assert.equal(
        path.length,
        tiles.reduce((sum, moved) => sum + moved, 0),
      );
      if (film.root[node] === 0 && name !== "hill-climbing")
        assert.equal(tiles.length, film.g[node]);
      if (film.rank[node]) assert.equal(film.kind[film.expandedAt[node]], EXPAND);
      if (film.rank[node]) assert.ok(["expanded", "the goal"].includes(fate));
      if (film.kind[film.createdAt[node]] === DUPLICATE) assert.match(fate, /^dropped/);
    }
  });
}

test("a search without h is usesManhattan one, so that all can be seen alike", () => {
  const blind = new Census(load("bfs").film);
  const informed = new Census(load("astar").film);
  assert.deepEqual([blind.usesManhattan, informed.usesManhattan], [true, false]);
  const { film } = load("bfs");
  const goal = film.node[film.length - 1];
  assert.equal(blind.cellOf(goal) % blind.rows, 0); // at the goal nothing is left to go
});

test("a node that is opened shows all its children, whatever the cap", () => {
  const { film } = load("bfs");
  const lists = childLists(film);
  const event = film.length - 1;
  const capped = visibleTree(film, lists, event, new Set(), 20);
  const [node] = [...capped.nodes].find(([, entry]) => entry.hidden > 0);
  assert.match(capped.nodes.get(node).mark, /^\+\d/);
  const view = visibleTree(film, lists, event, new Set([node]), 20);
  assert.deepEqual([view.nodes.get(node).hidden, view.nodes.get(node).mark], [0, "−"]);
});

test("the bound at any moment is the last that was set", () => {
  const { film } = load("ids");
  for (let event = 0; event < film.length; event++) {
    const expected = film.bounds.filter(([at]) => at <= event).at(-1) ?? null;
    assert.deepEqual(film.boundAt(event), expected);
  }
});

test("a node has one number, on its badge as in the narration", async () => {
  // The module of the colours listens for another theme.
  globalThis.document ??= new EventTarget();
  globalThis.matchMedia ??= () => new EventTarget();
  const { paintTree } = await import("../../../src/slidelab/web/static/js/paint/tree.js");
  const { film } = load("astar");
  const event = film.kind.lastIndexOf(EXPAND);
  const view = visibleTree(film, childLists(film), event);
  const placed = layoutTree(view.roots, (node) => view.nodes.get(node).children);
  const [width, height, camera] = [9000, 9000, { x: 4500, y: 100, scale: 1 }];
  const texts = [];
  const context = new Proxy(
    { fillText: (text) => texts.push(text), measureText: () => ({ width: 9 }) },
    { get: (known, name) => known[name] ?? (() => null) },
  );
  const scene = { film, event, view, places: placed, camera, width, height, focus: 0 };
  paintTree(context, scene, new Proxy({}, { get: () => "#000" }));
  const badges = texts.map(Number).filter((number) => !Number.isNaN(number));
  const beyondTiles = (numbers) => numbers.filter((number) => number > 8).sort((a, b) => a - b);
  const numbers = beyondTiles([...view.nodes.keys()].map((node) => node + 1));
  assert.deepEqual(beyondTiles(badges), numbers);
  const expanded = film.node[event];
  assert.ok(numbers.includes(expanded + 1) && film.rank[expanded] !== expanded + 1);
  assert.match(narrate(film, event), new RegExp(`^Expand node ${expanded + 1} `));
});
