"""Anytime search for the driver, which owns its limits: the compiled version of `anytime`."""

from __future__ import annotations

from typing import Any

from slidelab.engines.anytime.load import code_for, load
from slidelab.engines.anytime.search import AnytimeSearch
from slidelab.engines.compiled.driver_adapter import FoundNode
from slidelab.puzzle import Board, Move, length_of
from slidelab.puzzle.metric import most_tiles
from slidelab.search import Limits
from slidelab.search.conventions import Conventions
from slidelab.search.driver import SlicedSearch
from slidelab.search.events import GOAL, SLICE, Event


class SlicedAnytimeSearch(SlicedSearch):
    """Yields the goal each time that a shorter path is found, and ends with a proof.

    It looks for few moves of one tile. In the multi-tile metric, it tells of those paths that have
    fewer slides than the ones before, and what is proved is a bound.
    """

    def __init__(
        self, start: Board, goal: Board, conventions: Conventions, parallel: bool = False
    ) -> None:
        super().__init__()
        self.code = code_for(start.shape.cells)
        self._metric = conventions.metric
        self._most_tiles = most_tiles(start.shape, self._metric)
        self._search = AnytimeSearch(
            start,
            goal,
            limits=Limits(),
            seed=conventions.seed or 0,
            workers=None if parallel else 1,
        )
        self._steps = self._search.steps()
        self._seen: list[Move] | None = None
        self._shortest: int | None = None

    @property
    def lower_bound(self) -> int:
        """No path has fewer moves than this."""
        return -(-self._search.lower_bound // self._most_tiles)

    def load(self) -> None:
        """Have the code ready."""
        load(self._search.start.shape.cells)

    def __next__(self) -> tuple[Event, Any]:
        search, tally = self._search, self.tally
        search.limits = Limits(memory=self.limits.memory)
        next(self._steps)
        tally.expanded = tally.generated = search.nodes
        moves = search.moves
        if moves is None or moves is self._seen:
            return SLICE, tally
        self._seen = moves
        cost = length_of(moves, self._metric)
        if self._shortest is None or cost < self._shortest:
            self._shortest = tally.deepest_generated = cost
            return GOAL, FoundNode(moves, cost)
        return SLICE, tally
