"""Running the searches that conventions lead to."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from slidelab.engines.engine import ENGINES
from slidelab.puzzle import Board, Move
from slidelab.search import Conventions, Counts, Limits, Run, SearchSpec, Status
from slidelab.solving.choose import engine_for

Stopped = Callable[[Counts], bool]
"""Whether a search with these counts should stop."""


class CountedRun(NamedTuple):
    """A finished search and its counts."""

    status: Status
    moves: list[Move] | None
    counts: Counts


_NODES_A_RUN = {True: 1_000, False: 20}
"""Nodes that take as long as it takes to begin a search, compiled and by the textbook engine."""


class Budget:
    """Nodes that searches may expand in all, so that an answer takes seconds at most.

    Those that one engine spends are not the other's.
    """

    def __init__(self, compiled: int = 8_000_000, textbook: int = 600_000) -> None:
        self._left = {True: compiled, False: textbook}

    def allows(self, compiled: bool) -> bool:
        """Return whether a search may begin."""
        return self._left[compiled] > 0

    def spend(self, compiled: bool, nodes: int) -> None:
        """Count what a search has expanded."""
        self._left[compiled] -= nodes + _NODES_A_RUN[compiled]


def is_compiled(spec: SearchSpec, conventions: Conventions, board: Board) -> bool:
    """Return whether there is a compiled version of a search."""
    spec = replace(spec, conventions=conventions)
    return engine_for(spec, board.shape) == "compiled"


def search(
    start: Board,
    goal: Board,
    spec: SearchSpec,
    conventions: Conventions,
    limits: Limits,
    stopped: Stopped = lambda counts: False,
) -> CountedRun:
    """Search, compiled if there is such a search; even from a board without a solution.

    `conventions` take the place of the spec's. `stopped` is asked often whether to stop.
    """
    spec = replace(spec, conventions=conventions)
    engine = ENGINES[engine_for(spec, start.shape)]
    run = Run(engine.start(start, goal, spec), conventions)
    status = run.advance(limits, cancelled=lambda: stopped(run.counts))
    return CountedRun(status, run.path(), run.counts)
