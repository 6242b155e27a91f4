"""Why a search ends, and the limits on its time, nodes and memory."""

from dataclasses import dataclass
from enum import StrEnum
from numbers import Real

from slidelab.errors import SlidelabError
from slidelab.system.argument_checks import check_whole


class Status(StrEnum):
    """Why a search ended or paused."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    EXHAUSTED = "exhausted"
    TIME_LIMIT = "time-limit"
    NODE_LIMIT = "node-limit"
    MEMORY_LIMIT = "memory-limit"
    CANCELLED = "cancelled"

    @property
    def can_continue(self) -> bool:
        """Return whether the search only paused, so that it can go on with higher limits.

        One that ran out of memory before it reached its limit stays at MEMORY_LIMIT.
        """
        return self not in (Status.SOLVED, Status.UNSOLVABLE, Status.EXHAUSTED)


@dataclass(frozen=True)
class Limits:
    """Totals for a whole run, however often it pauses: raise them to continue a stopped run."""

    seconds: float | None = None
    """Time spent searching."""
    nodes: int | None = None
    """Nodes expanded."""
    memory: int | None = None
    """Bytes held by the whole process; default: 75% of what it holds and what is free."""

    def __post_init__(self) -> None:
        check_whole("the limit on nodes", self.nodes, least=0)
        check_whole("the limit on memory", self.memory, least=0)
        seconds = 0 if self.seconds is None else self.seconds
        if not isinstance(seconds, Real) or isinstance(seconds, bool) or not seconds >= 0:
            raise SlidelabError(f"the limit on seconds is {seconds!r}; it must be 0 or more")

    def find_reached(self, seconds: float, nodes: int, memory: int) -> Status | None:
        """Return which limit is reached, if there is one."""
        if self.nodes is not None and nodes >= self.nodes:
            return Status.NODE_LIMIT
        if self.seconds is not None and seconds >= self.seconds:
            return Status.TIME_LIMIT
        if self.memory is not None and memory >= self.memory:
            return Status.MEMORY_LIMIT
        return None


NO_LIMITS = Limits()
"""No limits but the default one on memory."""
