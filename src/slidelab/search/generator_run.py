"""Drive a search that is a generator of events, and count the events."""

from collections.abc import Iterable, Sized
from itertools import chain
from typing import Any

from slidelab.puzzle import Move
from slidelab.search.counters import Counts
from slidelab.search.events import (
    BOUND,
    DUPLICATE,
    EXPAND,
    GENERATE,
    GOAL,
    IMPROVE,
    SKIP,
    START,
    Event,
    Steps,
)
from slidelab.search.frontier import Path
from slidelab.search.limits import Status
from slidelab.search.problem import Node
from slidelab.search.run import SearchRun


class GeneratorRun(SearchRun):
    """A search that is a generator of events; counts what they report."""

    def __init__(self, steps: Steps) -> None:
        self.counts = Counts()
        self._steps: Steps | None = steps
        self._goal: Node | None = None
        self._frontier: Sized = ()
        self._next: list[tuple[Event, Any]] = []
        """The expansion that the last step was not allowed to make."""

    def path(self) -> list[Move] | None:
        return None if self._goal is None else self._goal.path()

    def step(self, budget: int) -> Status | None:
        if self._steps is None:
            return Status.MEMORY_LIMIT
        try:
            return self._follow(chain(self._next, self._steps), budget)
        except MemoryError:
            # The expansion is lost, so the search cannot go on; the counts remain.
            self._steps = None
            return Status.MEMORY_LIMIT
        finally:
            waits = bool(self._next) and not isinstance(self._frontier, Path)
            self.counts.frontier = len(self._frontier) + waits

    def _follow(self, steps: Iterable[tuple[Event, Any]], budget: int) -> Status | None:
        counts, frontier, observer = self.counts, self._frontier, self.observer
        for event, subject in steps:
            if event is EXPAND:
                if not budget:
                    self._next = [(event, subject)]
                    return None
                budget -= 1
                counts.expanded += 1
                if subject.g > counts.deepest_expanded:
                    counts.deepest_expanded = subject.g
                if len(frontier) > counts.max_before_children:
                    counts.max_before_children = len(frontier)
            elif event is GENERATE or event is IMPROVE:
                counts.generated += 1
                if event is IMPROVE:
                    counts.improved += 1
                counts.last_pushed = subject.g
                if subject.g > counts.deepest_generated:
                    counts.deepest_generated = subject.g
                if len(frontier) > counts.max_frontier:
                    counts.max_frontier = len(frontier)
            elif event is DUPLICATE:
                counts.generated += 1
                counts.duplicates += 1
            elif event is SKIP:
                counts.skipped += 1
            elif event is GOAL:
                if self._goal is None or subject.g < self._goal.g:
                    self._goal = subject
                    counts.cost = subject.g
            elif event is START:
                frontier = self._frontier = subject
            elif event is BOUND:
                self.lower_bound = subject
            if observer is not None:
                observer(event, subject)
        self._next = []
        return Status.EXHAUSTED if self._goal is None else Status.SOLVED
