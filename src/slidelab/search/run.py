"""Run a search: apply limits, cancelling, progress and counters. Searches know nothing of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.puzzle import Move
from slidelab.search.conventions import Conventions
from slidelab.search.counters import FIGURES, Counters, Counts
from slidelab.search.events import Event
from slidelab.search.limits import NO_LIMITS, Limits, Status
from slidelab.system.memory import fair_share, resident_bytes
from slidelab.system.progress import Cancelled

Observer = Callable[[Event, Any], object]
OnCounters = Callable[[Counters], object]
OnPath = Callable[[list[Move]], object]

SECONDS_A_STEP = 0.005
SECONDS_BETWEEN_MEMORY_CHECKS = 0.02
SECONDS_BETWEEN_REPORTS = 0.1


class SearchRun(ABC):
    """A search that an engine started. Only `counts`, `step` and `path` are required."""

    counts: Counts
    """What was counted so far."""
    lower_bound: float | None = None
    """The number of moves that any path needs, as far as the search knows."""
    limits: Limits = NO_LIMITS
    """The limits of the run, for searches that plan their time or memory."""
    observer: Observer | None = None
    """Called with every event, by searches that are generators of events."""

    @abstractmethod
    def step(self, budget: int) -> Status | None:
        """Expand at most `budget` nodes; return why the search ended, or None if it has not.

        With a budget of 0, go on up to the next expansion.
        """

    @abstractmethod
    def path(self) -> list[Move] | None:
        """Return the best path so far."""

    @property
    def proof(self) -> Any:
        """The proof that no path is shorter, with a method `to_dict`, once there is one."""
        return None

    def resume(self, checkpoint: Path) -> None:
        """Go on from a file, if it exists, and save the search there from now on.

        Raises SlidelabError if the engine cannot do that.
        """
        raise SlidelabError("this engine cannot save a search to a file")

    def save(self) -> None:  # noqa: B027 - there is nothing to save by default
        """Save the search to its file, if it has one; called whenever the run pauses."""


class Run:
    """A search that can be stopped and continued any number of times.

    `seconds` were spent on the same search before.
    """

    def __init__(self, search: SearchRun, conventions: Conventions, seconds: float = 0.0) -> None:
        self.search = search
        self.conventions = conventions
        self.seconds = seconds
        """Time spent searching."""
        self._is_broken = False
        self._memory_before: int | None = None
        self._peak_memory = 0
        self._next_report = seconds + SECONDS_BETWEEN_REPORTS
        self._next_memory_check = 0.0

    @property
    def counts(self) -> Counts:
        """Return what was counted so far, before conventions."""
        return self.search.counts

    def path(self) -> list[Move] | None:
        """Return the best path so far."""
        return self.search.path()

    def counters(self) -> Counters:
        """Return the counters so far, as the conventions count."""
        counts, conventions = self.counts, self.conventions
        return Counters(
            expanded=FIGURES[conventions.expanded].of(counts),
            generated=counts.generated,
            duplicates=counts.duplicates,
            frontier=counts.frontier,
            max_frontier=counts.max_frontier,
            search_depth=counts.cost or 0,
            max_depth=FIGURES[conventions.max_depth].of(counts),
            seconds=self.seconds,
            peak_memory_bytes=max(0, self._peak_memory - (self._memory_before or 0)),
        )

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        observer: Observer | None = None,
        progress: OnCounters | None = None,
        cancelled: Cancelled | None = None,
        improved: OnPath | None = None,
    ) -> Status:
        """Search on until an end or a limit.

        `observer` is called with every event of a search that is a generator, `progress` with the
        counters about ten times a second, `cancelled` often, to ask whether to stop, and `improved`
        with each path that is better than the ones before while the search goes on.

        Raises RuntimeError if the search itself raised an exception before; start a new run.
        """
        if limits.memory is None:
            limits = replace(limits, memory=fair_share())
        search = self.search
        search.limits, search.observer = limits, observer
        if self._memory_before is None:
            self._memory_before = resident_bytes()
        self._next_memory_check = 0.0
        size, budget = 1, 0
        try:
            while True:
                cost, seconds = self.counts.cost, self.seconds
                status = self._step(budget)
                if status is not None:
                    return status
                if improved is not None and self.counts.cost != cost:
                    improved(search.path() or [])
                if progress is not None and self.seconds >= self._next_report:
                    self._next_report = self.seconds + SECONDS_BETWEEN_REPORTS
                    progress(self.counters())
                if cancelled is not None and cancelled():
                    return Status.CANCELLED
                if (reached := self._find_limit(limits)) is not None:
                    return reached
                # By the clock: how long an expansion takes depends on the heuristic.
                size = 2 * size if self.seconds - seconds < SECONDS_A_STEP else max(1, size // 2)
                left = inf if limits.nodes is None else limits.nodes - self.counts.expanded
                budget = int(min(size, left))
        finally:
            self._measure_memory()

    def _step(self, budget: int) -> Status | None:
        if self._is_broken:
            raise RuntimeError("the search was interrupted inside a step: begin it again")
        began = perf_counter()
        self._is_broken = True  # unless the step returns
        try:
            status = self.search.step(budget)
        finally:
            self.seconds += perf_counter() - began
        self._is_broken = False
        return status

    def _find_limit(self, limits: Limits) -> Status | None:
        """Return the limit that is reached, if there is one."""
        if limits.nodes is not None and self.counts.expanded >= limits.nodes:
            return Status.NODE_LIMIT
        if limits.seconds is not None and self.seconds >= limits.seconds:
            return Status.TIME_LIMIT
        if limits.memory is not None and self.seconds >= self._next_memory_check:
            self._next_memory_check = self.seconds + SECONDS_BETWEEN_MEMORY_CHECKS
            if self._measure_memory() >= limits.memory:
                return Status.MEMORY_LIMIT
        return None

    def _measure_memory(self) -> int:
        memory = resident_bytes()
        self._peak_memory = max(self._peak_memory, memory)
        return memory
