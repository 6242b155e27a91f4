"""Anytime search for the driver, which owns its limits: the compiled version of `anytime`."""

from __future__ import annotations

from typing import Any

from slidelab.kernels.anysize.loading import load
from slidelab.kernels.anytime.search import AnytimeSearch
from slidelab.kernels.resumable import FoundNode
from slidelab.puzzle import Board
from slidelab.search import Limits
from slidelab.search.conventions import Conventions
from slidelab.search.driver import SlicedSearch
from slidelab.search.events import GOAL, SLICE, Event


class SlicedAnytimeSearch(SlicedSearch):
    """Yields the goal each time that a shorter path is found, and ends with a proof."""

    code = "AnySize"

    def __init__(
        self, start: Board, goal: Board, conventions: Conventions, parallel: bool = False
    ) -> None:
        super().__init__()
        self._search = AnytimeSearch(
            start,
            goal,
            limits=Limits(),
            seed=conventions.seed or 0,
            workers=None if parallel else 1,
        )
        self._steps = self._search.steps()
        self._shortest: int | None = None

    @property
    def lower_bound(self) -> int:
        """No path has fewer moves than this."""
        return self._search.lower_bound

    def load(self) -> None:
        """Have the code ready."""
        load()

    def __next__(self) -> tuple[Event, Any]:
        search, tally = self._search, self.tally
        search.limits = Limits(memory=self.limits.memory)
        next(self._steps)
        tally.expanded = tally.generated = search.nodes
        moves = search.moves
        if moves is not None and (self._shortest is None or len(moves) < self._shortest):
            self._shortest = tally.deepest_generated = len(moves)
            return GOAL, FoundNode(moves, len(moves))
        return SLICE, tally
