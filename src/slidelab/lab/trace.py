"""Record a search at a few hundred moments, so that searches can be replayed side by side.

A film holds every event and is soon full. A trace keeps a moment every N expansions, and drops
every second moment whenever it is full: however long a search is, the trace includes its end.
"""

from array import array
from collections.abc import Callable, Sized
from math import inf, isfinite
from typing import Any

from slidelab.lab.film import encode
from slidelab.search import Counters, Event, Limits
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Result, Search

MOST_MOMENTS = 600


class Trace:
    """An observer that records the state of a search every N expansions."""

    result: Result
    """The result of the search, once it has ended."""

    def __init__(self, most_moments: int) -> None:
        self.expanded: list[int] = []
        self.frontier: list[int] = []
        self.depth: list[int] = []
        """The depth of the deepest node expanded so far."""
        self.lowest_h: list[float] = []
        """The lowest estimate of the nodes expanded so far; infinite without a heuristic."""
        self.boards: list[bytes] = []
        self._most = most_moments
        self._every = 1
        self._waiting: Sized = ()
        self._expanded, self._depth, self._lowest_h = 0, 0, inf

    def __call__(self, event: Event, subject: Any) -> None:
        """Record an expansion or the goal; ignore other events."""
        if event is Event.START:
            self._waiting = subject
        elif event is Event.EXPAND:
            self._lowest_h = min(self._lowest_h, getattr(subject, "h", inf))
            self._depth = max(self._depth, subject.g)
            self._expanded += 1
            if (self._expanded - 1) % self._every == 0:
                self._note(subject.state)
        elif event is Event.GOAL:
            self._depth = max(self._depth, subject.g)
            self._note(subject.state)

    def _note(self, state: bytes) -> None:
        self.expanded.append(self._expanded)
        self.frontier.append(len(self._waiting))
        self.depth.append(self._depth)
        self.lowest_h.append(self._lowest_h)
        self.boards.append(state)
        if len(self.boards) >= 2 * self._most:
            self._every *= 2
            columns: list[list[Any]] = [self.expanded, self.frontier, self.depth]
            for column in (*columns, self.lowest_h, self.boards):
                del column[1::2]

    def to_dict(self) -> dict[str, Any]:
        """Return the trace for JSON; `boards` is base64 of 16-bit cells, board after board."""
        result = self.result
        return {
            "status": str(result.status),
            "cost": result.cost,
            "shape": str(result.start.shape),
            **{name: getattr(self, name) for name in ("expanded", "frontier", "depth")},
            "lowest_h": [h if isfinite(h) else None for h in self.lowest_h],
            "boards": encode(array("H", [*b"".join(self.boards)])),
        }


def trace(
    task: Search,
    limits: Limits = NO_LIMITS,
    most_moments: int = MOST_MOMENTS,
    progress: Callable[[Counters], None] | None = None,
) -> Trace:
    """Run a fresh search of the textbook engine to its end or a limit, and record its course.

    >>> from slidelab import SearchSpec
    >>> found = trace(Search("125340678", spec=SearchSpec("astar", engine="textbook")))
    >>> found.expanded, found.lowest_h, found.result.cost
    ([1, 2, 3, 3], [3, 2, 1, 1], 3)
    """
    found = Trace(most_moments)
    found.result = task.advance(limits, observer=found, progress=progress)
    return found
