"""How much the order of the children matters: random orders against each other."""

from dataclasses import replace

import numpy as np

from slidelab.lab.many_boards import Outcomes
from slidelab.lab.studies import Findings, Request, Table, study
from slidelab.lab.studies._study import GOAL, Cell
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import SearchSpec

BOARDS = 40
SEEDS = 50
SEARCHES = {
    "bfs": SearchSpec("bfs"),
    "dfs": SearchSpec("dfs"),
    "greedy manhattan": SearchSpec("greedy", "manhattan"),
    "astar manhattan": SearchSpec("astar", "manhattan"),
    "astar manhattan, ties last in": SearchSpec(
        "astar", "manhattan", conventions=replace(TEXTBOOK, ties="last-in")
    ),
}

READING = [
    "**BFS** must finish all layers before the goal's; the order only says where in the last layer "
    "the goal stands. The path is a shortest one whatever the order.",
    "**A\\*** expands every node with f below the cost of the solution, whatever the order; only "
    "nodes with f equal to it are a matter of luck. When ties go to the node that came first, even "
    "that luck is gone: within the last layer of f, h falls as g rises, first-in works through it "
    "by breadth, and the goal, with h = 0, is at its very end. So all of the layer is expanded, "
    "and the count does not depend on the order at all. When ties go to the last in, half of the "
    "nodes are saved, and the order decides how many.",
    "**Greedy search** follows h and meets ties all the time, so the order sends it down different "
    "valleys: both the nodes and the path change.",
    "**DFS** is nothing but its order. Its path is a walk of tens of thousands of moves, and on "
    "one board the largest count is some forty times the smallest. A single figure for DFS on one "
    "board says next to nothing; even the mean of a fixed order over all boards is off.",
]


@study(
    title="Random child order",
    question="Programs try the blank's moves in some order. How much of a count is due to the "
    "search, and how much to that order? Each board is searched again and again with the moves "
    "shuffled anew at every expansion.",
    cost="Nodes expanded. *Spread* is the standard deviation over the random orders of one board, "
    "as a share of that board's mean, averaged over the boards; *most/fewest* is the largest count "
    "over the smallest of one board, median over the boards.",
)
def child_order(request: Request) -> Findings:
    """Search from random boards, each with many random orders."""
    starts = request.random_boards(BOARDS)
    nodes: list[tuple[Cell, ...]] = []
    paths: list[tuple[Cell, ...]] = []
    for name, spec in SEARCHES.items():
        fixed = request.search(f"{name}, fixed order", starts, GOAL, spec)
        shuffled = []
        for seed in range(SEEDS):
            conventions = replace(spec.conventions, seed=request.seed * SEEDS + seed)
            doing = f"{name}, random order {seed + 1} of {SEEDS}"
            random = replace(spec, conventions=conventions)
            shuffled.append(request.search(doing, starts, GOAL, random))
        nodes.append((name, *_figures(fixed, shuffled, "expanded")))
        paths.append((name, *_figures(fixed, shuffled, "cost")))
    headings = ("search", "UDLR: mean", "random: mean", "spread", "most/fewest")
    return Findings(
        [
            Table("Nodes expanded", headings, nodes),
            Table("Path cost", headings, paths),
        ],
        boards=f"{len(starts):,} random boards of 3x3 (seed {request.seed}), goal blank-first, "
        f"each with the order UDLR and with {SEEDS} random orders.",
        reading=READING,
    )


def _figures(fixed: Outcomes, shuffled: list[Outcomes], measure: str) -> tuple[float, ...]:
    table = np.array([outcomes[measure] for outcomes in shuffled])
    spread = table.std(axis=0) / np.maximum(table.mean(axis=0), 1)
    ratio = table.max(axis=0) / np.maximum(table.min(axis=0), 1)
    return (
        float(fixed[measure].mean()),
        float(table.mean()),
        float(spread.mean()),
        float(np.median(ratio)),
    )
