"""Searches that work a slice at a time, as those compiled from kernels do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from slidelab.puzzle import Move
from slidelab.search import Counts, Limits, Outcome
from slidelab.search.events import GOAL, Event
from slidelab.search.limits import NO_LIMITS

if TYPE_CHECKING:
    from slidelab.search.outlook import Outlook


class FoundNode(NamedTuple):
    """The goal as a compiled search found it: the way there, and its depth."""

    moves: list[Move]
    g: int

    def path(self) -> list[Move]:
        """Return the moves from the root to here."""
        return self.moves


SLICE: Any = None
"""In place of an event: the search pauses; the subject is its tally so far."""


@dataclass(slots=True)
class Tally:
    """What was seen of a search, before the conventions say how to count it.

    Its numbers may be arrays, with an entry for each search of a batch.
    """

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    frontier: int = 0
    max_frontier: int = 0
    deepest_generated: int = 0
    deepest_expanded: int = 0
    expanded_again: int = 0
    reached_again: int = 0
    max_left: int = 0

    @property
    def reached(self) -> int:
        """The states reached."""
        return self.generated - self.duplicates - self.reached_again

    def count_skipped(self, is_found: Any) -> Any:
        """Count the nodes that left the frontier unexpanded and are not the goal."""
        left = self.generated - self.duplicates - self.frontier
        return left - self.expanded - is_found


class SlicedSearch(Iterator[tuple[Event, Any]]):
    """A search that works unseen, a slice at a time, as the compiled ones do.

    It yields `(SLICE, tally)` when a slice ends and more is to come, and `(GOAL, node)`. What it
    does between these it has to count, and to keep within the limits, itself.
    """

    def __init__(self) -> None:
        self.tally = Tally()
        """What was seen so far; the same object throughout."""
        self.limits = NO_LIMITS
        """What the run may use, set before it continues."""
        self.starved = False
        """Whether it paused because the next step needs more memory than it may use."""
        self.over = False
        """Whether nothing more is to come."""
        self.memory_elsewhere = 0
        """The most bytes that it held in processes of its own."""

    @property
    def lower_bound(self) -> float | None:
        """The moves that any path needs, as far as it knows."""
        return None if self.outlook is None else self.outlook.bound

    @property
    def outlook(self) -> Outlook | None:
        """Progress, if it can be estimated."""
        return None

    @property
    def copies_skipped(self) -> int:
        """How many copies of expanded nodes were taken off the frontier and skipped."""
        return 0

    @property
    def last_pushed(self) -> int:
        """The depth of the last node that joined the frontier; without one, of the deepest."""
        return self.tally.deepest_generated

    @property
    def deepest_waiting(self) -> int:
        """The depth of the deepest node left on the frontier; without one, of any."""
        return self.tally.deepest_generated

    @property
    def proof(self) -> Any:
        """What was proved, where a search can tell: something with `to_dict`, and text as `str`."""
        return None

    def keep(self) -> None:
        """Write where it stands to its file, if it has one."""


class SlicedRun:
    """A `SlicedSearch` for `slidelab.search.Run`.

    `counts_improved` says whether nodes of states reached before count as cheaper paths to them.
    """

    def __init__(self, search: SlicedSearch, counts_improved: bool = True) -> None:
        self.counts = Counts()
        self.limits: Limits = NO_LIMITS
        self.search = search
        self._counts_improved = counts_improved
        self._goal: Any = None

    @property
    def lower_bound(self) -> float | None:
        """Return the number of moves that any path needs, as far as it knows."""
        return self.search.lower_bound

    @property
    def outlook(self) -> Outlook | None:
        """Return progress, if it can be estimated."""
        return self.search.outlook

    @property
    def proof(self) -> Any:
        """Return what was proved, if the search can say so."""
        return self.search.proof

    @property
    def memory_elsewhere(self) -> int:
        """Return the most bytes that it held in processes of its own."""
        return self.search.memory_elsewhere

    def keep(self) -> None:
        """Write where it stands to its file, if it has one."""
        self.search.keep()

    def path(self) -> list[Move] | None:
        """Return the best path so far."""
        return None if self._goal is None else self._goal.path()

    def step(self, budget: int) -> Outcome:
        """Work for one slice, whose length the search chooses itself."""
        search = self.search
        search.limits = self.limits if budget else replace(self.limits, nodes=search.tally.expanded)
        try:
            event, subject = next(search)
        except StopIteration:
            self._count()
            return Outcome.EXHAUSTED if self._goal is None else Outcome.SOLVED
        except MemoryError:
            return Outcome.OUT_OF_MEMORY
        if event is GOAL:
            self._goal = subject
        self._count()
        if search.starved:
            return Outcome.OUT_OF_MEMORY
        return Outcome.SOLVED if self._goal is not None and search.over else Outcome.RUNNING

    def _count(self) -> None:
        tally, counts = self.search.tally, self.counts
        counts.expanded, counts.generated = tally.expanded, tally.generated
        counts.duplicates = tally.duplicates
        counts.improved = tally.reached_again * self._counts_improved
        counts.skipped = self.search.copies_skipped
        counts.frontier, counts.max_frontier = tally.frontier, tally.max_frontier
        counts.max_before_children = tally.max_left
        counts.deepest_generated = tally.deepest_generated
        counts.deepest_expanded = tally.deepest_expanded
        counts.last_pushed = self.search.last_pushed
        counts.cost = None if self._goal is None else self._goal.g
