"""Remembering reached states or not: graph search against tree search."""

from dataclasses import replace

import numpy as np

from slidelab.lab.batch_solve import Outcomes
from slidelab.lab.studies import Cell, Findings, Request, Study, StudyTable, read_specs
from slidelab.search import Limits
from slidelab.search.conventions import TEXTBOOK

BOARDS = 5
DEPTHS = (2, 4, 6, 8, 10, 12, 14, 16, 18)
NODE_LIMIT = 100_000
TREE = replace(TEXTBOOK, graph=False)
SEARCHES = read_specs("bfs", "dfs", "ids", "greedy manhattan", "astar manhattan")


@Study
def graph_or_tree(request: Request) -> Findings:
    """Search from boards of rising depth, with and without memory."""
    boards, which = request.boards_at(DEPTHS, BOARDS)
    tables, curves = [], {}
    for name, spec in SEARCHES.items():
        rows: list[tuple[Cell, ...]] = []
        for d, starts in boards.items():
            doing = f"{name}, depth {d}"
            graph = request.search(doing, starts, spec)
            tree = replace(spec, conventions=TREE)
            without = request.search(f"{doing}, tree", starts, tree, Limits(nodes=NODE_LIMIT))
            solved = f"{_count_solved(without)} of {len(starts)}"
            means = _average(graph), _average(without)
            ratio = means[1] / means[0] if means[0] and means[1] else None
            rows.append((d, len(starts), *means, ratio, solved))
        headings = ("depth", "boards", "graph", "tree", "tree/graph", "solved by tree")
        tables.append(StudyTable(name, headings, rows))
        for kind, column in (("graph", 2), ("tree", 3)):
            points = tables[-1].points(0, column)
            if len(points) > 1 and spec.algorithm in ("bfs", "astar", "ids"):
                curves[f"{name.split()[0]} {kind}"] = points
    return Findings(
        tables,
        boards=which,
        curves=curves,
        x_label="depth of the solution",
        y_label="nodes expanded (mean)",
    )


def _count_solved(outcomes: Outcomes) -> int:
    return int((~np.isnan(outcomes["cost"])).sum())


def _average(outcomes: Outcomes) -> float | None:
    """The mean, if all boards were solved: a mean over the easy ones alone would mislead."""
    solved = _count_solved(outcomes) == len(outcomes["cost"])
    return float(outcomes["expanded"].mean()) if solved else None
