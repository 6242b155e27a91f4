"""The figures of a report: what is averaged, and what each means in words."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from slidelab.lab.branching import effective_branching_factor
from slidelab.lab.report.results import Row
from slidelab.search.counters import COUNTERS


class Figure(NamedTuple):
    """Something to average over cells."""

    name: str
    title: str
    definition: str
    value: Callable[[Row], float | None]
    """The figure of one solved cell, or None where it has none."""


def _counter(name: str, title: str) -> Figure:
    return Figure(name, title, COUNTERS[name].meaning, lambda row: row[name])


@lru_cache(maxsize=1 << 16)
def _branching(nodes: int, depth: int) -> float | None:
    return effective_branching_factor(nodes, depth)


FIGURES = (
    Figure("cost", "Path cost", "The number of moves of the path found.", lambda row: row["cost"]),
    Figure(
        "excess",
        "Path cost over the shortest",
        "The number of moves of the path found, divided by that of a shortest path, where that is "
        "known.",
        lambda row: row["cost"] / row["distance"] if row.get("distance") else None,
    ),
    _counter("expanded", "Nodes expanded"),
    _counter("generated", "Nodes generated"),
    Figure(
        "branching",
        "Effective branching factor",
        "The b for which a uniform tree as deep as the path found has as many nodes as were "
        "generated: N + 1 = 1 + b + b² + … + b^d, where N counts the nodes generated without the "
        "root and d is the path cost. It is taken of each cell, then averaged.",
        lambda row: _branching(row["generated"] - 1, row["cost"]),
    ),
    _counter("max_frontier", "Largest frontier"),
    _counter("max_depth", "Maximum depth"),
    Figure(
        "milliseconds",
        "Time in milliseconds",
        COUNTERS["seconds"].meaning,
        lambda row: 1000 * row["seconds"],
    ),
)
"""All figures, in the order of a report."""
