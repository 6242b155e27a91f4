"""Remembering reached states or not: graph search against tree search."""

from dataclasses import replace

import numpy as np

from slidelab.lab.many_boards import Outcomes
from slidelab.lab.state_space import state_space
from slidelab.lab.studies import Findings, Request, Table, study
from slidelab.lab.studies._study import GOAL, Cell
from slidelab.search import Limits
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import SearchSpec

BOARDS = 5
DEPTHS = (2, 4, 6, 8, 10, 12, 14, 16, 18)
NODE_LIMIT = 100_000
TREE = replace(TEXTBOOK, graph=False)
SEARCHES = {
    "bfs": SearchSpec("bfs"),
    "dfs": SearchSpec("dfs"),
    "ids": SearchSpec("ids"),
    "greedy manhattan": SearchSpec("greedy", "manhattan"),
    "astar manhattan": SearchSpec("astar", "manhattan"),
}

READING = [
    "**Time.** A tree search meets a state once for each way that leads there. Without memory, BFS "
    "on the 8-puzzle grows by a factor of about 2.7 a move (1.7 if it never undid a move), while "
    "the number of different states soon grows much more slowly: there are only 181,440.",
    "**A\\*** suffers less: a detour raises g, so most copies of a state have an f above the "
    "solution's cost and are never expanded. At depth 10 it pays with 3 times the nodes, where BFS "
    "pays with 39 times; but it pays too, and more with every move.",
    "**Iterative deepening** never undoes a move in either version. Its memory of one iteration "
    "saves little at first and more with depth; it gives up what made the search attractive: that "
    "it needs no memory.",
    "**DFS and greedy search** need the memory to end at all. Their tree versions run in circles: "
    "greedy goes back and forth between two boards once h has no way down.",
]


@study(
    title="Graph search against tree search",
    question="A graph search remembers the states it has reached and drops copies. What does a "
    "tree search pay for doing without?",
    cost="Nodes expanded, mean over the boards. Tree searches are stopped at "
    f"{NODE_LIMIT:,} nodes; where one was, a dash stands for the mean, and the number solved says "
    "how many were not. "
    "The largest frontier is the tree search's share of the memory; a graph search also keeps all "
    "reached states.",
)
def graph_or_tree(request: Request) -> Findings:
    """Search from boards of rising depth, with and without memory."""
    count = BOARDS if request.boards is None else request.boards
    space = state_space(GOAL)
    tables, curves = [], {}
    for name, spec in SEARCHES.items():
        rows: list[tuple[Cell, ...]] = []
        for d in DEPTHS:
            starts = [space.board(n) for n in space.numbers_at(d, count, request.seed)]
            doing = f"{name}, depth {d}"
            graph = request.search(doing, starts, GOAL, spec)
            tree = replace(spec, conventions=TREE)
            without = request.search(f"{doing}, tree", starts, GOAL, tree, Limits(nodes=NODE_LIMIT))
            solved = f"{_solved(without)} of {len(starts)}"
            means = _mean(graph), _mean(without)
            ratio = means[1] / means[0] if means[0] and means[1] else None
            rows.append((d, len(starts), *means, ratio, solved))
        headings = ("depth", "boards", "graph", "tree", "tree/graph", "solved by tree")
        tables.append(Table(name, headings, rows))
        for kind, column in (("graph", 2), ("tree", 3)):
            points = [(float(r[0] or 0), float(r[column] or 0)) for r in rows if r[column]]
            if len(points) > 1 and spec.algorithm in ("bfs", "astar", "ids"):
                curves[f"{name.split()[0]} {kind}"] = points
    return Findings(
        tables,
        boards=f"Up to {count:,} boards of 3x3 at each of the distances "
        f"{', '.join(map(str, DEPTHS))} from the goal blank-first (seed {request.seed}).",
        reading=READING,
        curves=curves,
        x_label="depth of the solution",
        y_label="nodes expanded (mean)",
    )


def _solved(outcomes: Outcomes) -> int:
    return int((~np.isnan(outcomes["cost"])).sum())


def _mean(outcomes: Outcomes) -> float | None:
    """The mean, if all boards were solved: a mean over the easy ones alone would mislead."""
    solved = _solved(outcomes) == len(outcomes["cost"])
    return float(outcomes["expanded"].mean()) if solved else None
