"""Run a search: apply limits, cancelling and progress, and count. Algorithms contain none of it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sized
from dataclasses import replace
from itertools import chain
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

from slidelab.errors import SlidelabError
from slidelab.puzzle import Move
from slidelab.search.conventions import TEXTBOOK, Conventions
from slidelab.search.counters import FIGURES, Counters, Counts
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
from slidelab.search.frontier import CurrentPath
from slidelab.search.limits import NO_LIMITS, Limits, Status
from slidelab.search.problem import Node
from slidelab.system.memory import fair_share, resident_bytes
from slidelab.system.progress import Cancelled

Observer = Callable[[Event, Any], object]
OnCounters = Callable[[Counters], object]
OnPath = Callable[[list[Move]], object]

SECONDS_A_STEP = 0.005
"""Seconds between two checks of the limits, roughly."""
SECONDS_BETWEEN_REPORTS = 0.1


class Run(ABC):
    """A search that can be stopped and continued any number of times.

    A subclass says how to search: it has `counts`, `step` and `path`. The rest is optional.
    """

    counts: Counts
    """What was counted so far, before conventions."""
    conventions: Conventions = TEXTBOOK
    """How `counters` counts."""
    lower_bound: float | None = None
    """The number of moves that any path needs, as far as the search knows."""
    limits: Limits = NO_LIMITS
    """The current limits, for searches that plan their time or memory."""
    observer: Observer | None = None
    """Called with every event, by searches that are generators of events."""
    seconds: float = 0.0
    """Time spent searching."""
    _is_broken = False
    _memory_before: int | None = None
    _memory_added = 0

    @abstractmethod
    def step(self, budget: int) -> Status | None:
        """Expand at most `budget` nodes; return why the search ended, or None if it has not.

        With a budget of 0, continue up to the next expansion.
        """

    @abstractmethod
    def path(self) -> list[Move] | None:
        """Return the best path so far."""

    @property
    def proof(self) -> Any:
        """The proof that no path is shorter, with a method `to_dict`, once there is one."""
        return None

    def resume(self, checkpoint: Path) -> None:
        """Resume from a file, if it exists, and save the search there from now on.

        Raises SlidelabError if the engine cannot do that.
        """
        raise SlidelabError("this engine cannot save a search to a file")

    def save(self) -> None:  # noqa: B027 - there is nothing to save by default
        """Save the search to its file, if it has one; called whenever the run pauses."""

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
            peak_memory_bytes=self._memory_added,
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
        """Continue the search until it ends or reaches a limit.

        `observer` is called with every event of a search that is a generator, `progress` with the
        counters about ten times a second, `cancelled` often, to ask whether to stop, and `improved`
        with each path that is better than the ones before while the search goes on.

        Raises RuntimeError if the search itself raised an exception before; start a new run.
        """
        if limits.memory is None:
            limits = replace(limits, memory=fair_share())
        self.limits, self.observer = limits, observer
        memory = self._measure_memory()
        next_report = self.seconds + SECONDS_BETWEEN_REPORTS
        nodes_a_step, budget = 1, 0
        try:
            while True:
                cost, seconds = self.counts.cost, self.seconds
                status = self._step(budget)
                if status is not None:
                    return status
                if improved is not None and self.counts.cost != cost:
                    improved(self.path() or [])
                if progress is not None and self.seconds >= next_report:
                    next_report = self.seconds + SECONDS_BETWEEN_REPORTS
                    progress(self.counters())
                if cancelled is not None and cancelled():
                    return Status.CANCELLED
                # How long an expansion takes depends on the search and its heuristic.
                is_quick = self.seconds - seconds < SECONDS_A_STEP
                nodes_a_step = 2 * nodes_a_step if is_quick else max(1, nodes_a_step // 2)
                if not is_quick:  # measuring takes as long as dozens of expansions
                    memory = self._measure_memory()
                reached = limits.find_reached(self.seconds, self.counts.expanded, memory)
                if reached is not None:
                    return reached
                left = inf if limits.nodes is None else limits.nodes - self.counts.expanded
                budget = int(min(nodes_a_step, left))
        finally:
            self._measure_memory()

    def _step(self, budget: int) -> Status | None:
        if self._is_broken:
            raise RuntimeError("the search was interrupted inside a step: begin it again")
        began = perf_counter()
        self._is_broken = True  # unless the step returns
        try:
            status = self.step(budget)
        finally:
            self.seconds += perf_counter() - began
        self._is_broken = False
        return status

    def _measure_memory(self) -> int:
        """Return the bytes that the process holds, and note the most that were added."""
        memory = resident_bytes()
        if self._memory_before is None:
            self._memory_before = memory
        self._memory_added = max(self._memory_added, memory - self._memory_before)
        return memory


class GeneratorRun(Run):
    """A search that is a generator of events; counts what they report."""

    def __init__(self, steps: Steps) -> None:
        self.counts = Counts()
        self._steps: Steps | None = steps
        self._goal: Node | None = None
        self._frontier: Sized = ()
        self._next: list[tuple[Event, Any]] = []
        """The event of an expansion that the last step had no budget for, if any."""

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
            # Its node has left the frontier already, unless that is a path, which keeps it.
            waits = bool(self._next) and not isinstance(self._frontier, CurrentPath)
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
