"""Run a search under many conventions, and return the counts of each."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np

from slidelab.engines.compiled import is_available
from slidelab.engines.compiled.small import KINDS, SmallRun, SmallSearches
from slidelab.engines.compiled.small_space import MOST_CELLS
from slidelab.puzzle import Board, Move, is_solvable
from slidelab.search import Conventions, Counts, Limits, Problem, Run, SearchSpec
from slidelab.search.generator_run import GeneratorRun
from slidelab.system.progress import Cancelled

CountArrays = Any
"""The counts of many runs: `Counts` whose fields are arrays with an entry for each run."""

NODES_A_RUN = 20
"""Nodes of the textbook engine that take as long as it takes to begin a search."""
NODES_AT_ONCE = 4_000_000
"""Nodes that kernels expand, at most, before it is asked whether to stop."""
MOST_NODES = 2_000_000
"""Nodes of a search on a small board; it keeps all of them."""


@dataclass
class Budget:
    """Nodes that may still be expanded, so that an answer takes seconds on any machine."""

    textbook: int
    kernels: int


def run_each(
    spec: SearchSpec,
    start: Board,
    goal: Board,
    variants: Sequence[Conventions],
    limit: int,
    budget: Budget,
    cancelled: Cancelled,
) -> CountArrays:
    """Search under each of the conventions.

    A cost of -1 means that no path was found within `limit` nodes; a number of expanded nodes of -1
    that the search was not tried, because the budget was spent or somebody cancelled.
    """
    if is_small(spec, start, goal):
        small = _small_searches(goal)
        most = max(1, min(limit, MOST_NODES))
        options: Any = {"heuristic": spec.estimate, "limit": most, **spec.values}
        options = {name: value for name, value in options.items() if name in _OPTIONS}
        parts: list[CountArrays] = []
        number = min(500, 1 + NODES_AT_ONCE // most)
        for at in range(0, len(variants), number):
            if budget.kernels <= 0 or cancelled():
                break
            chunk = variants[at : at + number]
            parts.append(small.run_each(spec.method.name, start, chunk, **options))
            budget.kernels -= int(parts[-1].expanded.sum())
        return _join(parts, len(variants))
    found = []
    for conventions in variants:
        if budget.textbook <= 0 or cancelled():
            break
        most = min(limit, budget.textbook)
        run, path = _run_textbook(spec, start, goal, conventions, most, cancelled)
        budget.textbook -= run.counts.expanded + NODES_A_RUN
        if path is None and run.counts.expanded == most < limit:
            break
        found.append(run.counts)
    arrays: Any = {
        each.name: np.array([-1 if (n := getattr(c, each.name)) is None else n for c in found], int)
        for each in fields(Counts)
    }
    return _join([Counts(**arrays)], len(variants))


def find_path(
    spec: SearchSpec, start: Board, goal: Board, conventions: Conventions, limit: int
) -> list[Move] | None:
    """Return the path of one search; None if it finds none within `limit` nodes."""
    if not is_small(spec, start, goal):
        return _run_textbook(spec, start, goal, conventions, limit, lambda: False)[1]
    options: Any = {name: value for name, value in spec.values.items() if name in _OPTIONS}
    run = SmallRun(spec.method.name, start, goal, conventions, heuristic=spec.estimate, **options)
    return run.path() if run.step(min(limit, MOST_NODES)).name == "SOLVED" else None


def is_small(spec: SearchSpec, start: Board, goal: Board) -> bool:
    """Return whether the kernels for small boards know such a search."""
    known = spec.method.name in KINDS and not spec.method.is_own
    parameters = {name for name, value in spec.values.items() if value} <= _OPTIONS
    fits = start.shape.cells <= MOST_CELLS and is_solvable(start, goal)
    return is_available() and known and parameters and fits


_OPTIONS = {"heuristic", "limit", "weight", "depth_limit"}


@lru_cache(maxsize=4)
def _small_searches(goal: Board) -> SmallSearches:
    return SmallSearches(goal)


def _run_textbook(
    spec: SearchSpec,
    start: Board,
    goal: Board,
    conventions: Conventions,
    limit: int,
    cancelled: Cancelled,
) -> tuple[Run, list[Move] | None]:
    estimate = spec.estimate
    h = None if estimate is None else estimate.bind(goal, conventions.count_blank)
    problem = Problem(start, goal, conventions, h)
    run = Run(GeneratorRun(spec.method(problem, **spec.values)), conventions)
    run.advance(Limits(nodes=limit), cancelled=cancelled)
    return run, run.path()


def _join(parts: Sequence[CountArrays], number: int) -> CountArrays:
    """Join counts of several calls; runs that are missing have -1 everywhere."""
    joined: Any = {}
    for each in fields(Counts):
        values = [getattr(part, each.name) for part in parts]
        done = np.concatenate(values) if values else np.empty(0, int)
        joined[each.name] = np.concatenate([done, np.full(number - len(done), -1)])
    return Counts(**joined)
