"""How much the order of the children matters: random orders against each other."""

from dataclasses import replace

import numpy as np

from slidelab.lab.batch_solve import Outcomes
from slidelab.lab.studies import Cell, Findings, Request, StudyTable, read_specs, tables_only
from slidelab.search.conventions import TEXTBOOK
from slidelab.solving import SearchSpec

BOARDS = 40
SEEDS = 50
LAST_IN = SearchSpec("astar", "manhattan", conventions=replace(TEXTBOOK, ties="last-in"))
SEARCHES = read_specs("bfs", "dfs", "greedy manhattan", "astar manhattan")
SEARCHES |= {"astar manhattan, ties last in": LAST_IN}


@tables_only
def child_order(request: Request) -> Findings:
    """Search from random boards, each with many random orders."""
    starts, which = request.random_boards(BOARDS)
    nodes: list[tuple[Cell, ...]] = []
    paths: list[tuple[Cell, ...]] = []
    for name, spec in SEARCHES.items():
        fixed = request.search(f"{name}, fixed order", starts, spec)
        shuffled = []
        for seed in range(SEEDS):
            conventions = replace(spec.conventions, seed=request.seed * SEEDS + seed)
            doing = f"{name}, random order {seed + 1} of {SEEDS}"
            random = replace(spec, conventions=conventions)
            shuffled.append(request.search(doing, starts, random))
        nodes.append((name, *_measure(fixed, shuffled, "expanded")))
        paths.append((name, *_measure(fixed, shuffled, "cost")))
    headings = ("search", "UDLR: mean", "random: mean", "spread", "most/fewest")
    return Findings(
        [StudyTable("Nodes expanded", headings, nodes), StudyTable("Path cost", headings, paths)],
        boards=f"{which}, each with the order UDLR and with {SEEDS} random orders.",
    )


def _measure(fixed: Outcomes, shuffled: list[Outcomes], measure: str) -> tuple[float, ...]:
    table = np.array([outcomes[measure] for outcomes in shuffled])
    spread = table.std(axis=0) / np.maximum(table.mean(axis=0), 1)
    ratio = table.max(axis=0) / np.maximum(table.min(axis=0), 1)
    return (
        float(fixed[measure].mean()),
        float(table.mean()),
        float(spread.mean()),
        float(np.median(ratio)),
    )
