"""The course of a search in a few hundred moments: enough to race it against others.

A film holds every event and is soon full. A trace keeps a moment every N expansions, and whenever
it is full, every second moment: however long a search is, its end is there.
"""

from array import array
from base64 import b64encode
from collections.abc import Callable, Sized
from math import inf, isfinite, nan
from typing import Any

from slidelab import heuristics
from slidelab.search import Counters, Event, Limits
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Result, Search
from slidelab.system.progress import Cancelled

MOST_MOMENTS = 600


class Trace:
    """An observer that notes where a search stands, now and then."""

    result: Result
    """What came of the search, when it has ended."""

    def __init__(self, estimate: Callable[[bytes], float] | None, most_moments: int) -> None:
        self.expanded = array("q")
        self.frontier = array("q")
        self.depth = array("q")
        """The depth of the deepest node expanded so far."""
        self.lowest_h = array("d")
        """The lowest estimate of the nodes expanded so far."""
        self.boards: list[bytes] = []
        self._estimate = estimate
        self._most = most_moments
        self._every = 1
        self._waiting: Sized = ()
        self._now = (0, 0, inf)

    def __call__(self, event: Event, subject: Any) -> None:
        """Look at one event; only expansions and the goal are noted."""
        if event is Event.EXPAND:
            expanded, depth, lowest = self._now
            h = getattr(subject, "h", nan)
            if h != h and self._estimate is not None:
                h = self._estimate(subject.state)
            self._now = (expanded + 1, max(depth, subject.g), h if h < lowest else lowest)
            if expanded % self._every == 0:
                self._note(subject.state)
        elif event is Event.GOAL:
            expanded, depth, lowest = self._now
            self._now = (expanded, max(depth, subject.g), lowest if self._estimate is None else 0)
            self._note(subject.state)
        elif event is Event.START:
            self._waiting = subject

    def _note(self, state: bytes) -> None:
        expanded, depth, lowest = self._now
        self.expanded.append(expanded)
        self.depth.append(depth)
        self.lowest_h.append(lowest)
        self.frontier.append(len(self._waiting))
        self.boards.append(state)
        if len(self.boards) >= 2 * self._most:
            self._every *= 2
            for column in (self.expanded, self.depth, self.frontier):
                del column[1::2]
            del self.lowest_h[1::2], self.boards[1::2]

    def to_dict(self) -> dict[str, Any]:
        """The trace as JSON carries it; `boards` is base64 of 16-bit cells, board after board."""
        result = self.result
        cells = array("H", [tile for board in self.boards for tile in board])
        return {
            "status": str(result.status),
            "cost": result.cost,
            "shape": str(result.start.shape),
            **{name: list(getattr(self, name)) for name in ("expanded", "frontier", "depth")},
            "lowest_h": [h if isfinite(h) else None for h in self.lowest_h],
            "boards": b64encode(cells.tobytes()).decode("ascii"),
        }


def trace(
    task: Search,
    limits: Limits = NO_LIMITS,
    most_moments: int = MOST_MOMENTS,
    cancelled: Cancelled = lambda: False,
    progress: Callable[[Counters], None] | None = None,
) -> Trace:
    """Run a fresh search of the textbook engine to its end or a limit, and note its course.

    Searches without a heuristic are estimated by Manhattan distance, so that all can be compared;
    a search from both ends comes from the goal as well, and isn't.

    >>> from slidelab import SearchSpec
    >>> found = trace(Search("125340678", spec=SearchSpec("bfs", engine="textbook")))
    >>> list(found.expanded)[-3:], list(found.lowest_h)[:3], found.result.cost
    ([9, 10, 10], [3.0, 2.0, 2.0], 3)
    """
    both_ends = task.spec.method.frontier == "two-queues"
    estimate = None if both_ends else heuristics.get("manhattan").bind(task.goal)
    found = Trace(estimate, most_moments)
    found.result = task.advance(limits, observer=found, progress=progress, cancelled=cancelled)
    return found
