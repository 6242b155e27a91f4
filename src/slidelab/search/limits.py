"""The limits of a run, and looking at the clock and the memory now and then."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf
from numbers import Integral, Real
from time import perf_counter

from slidelab.system.memory import fair_share, resident_bytes
from slidelab.system.progress import Cancelled


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
        """Whether the search only paused, so that it can go on with higher limits."""
        return self in _PAUSES


_MOST = 1e300
"""A larger limit may be too large to count with."""
_PAUSES = (Status.TIME_LIMIT, Status.NODE_LIMIT, Status.MEMORY_LIMIT, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Limits:
    """Totals for a whole run, however often it pauses: raise them to continue a stopped run."""

    seconds: float | None = None
    """Time spent searching."""
    nodes: int | None = None
    """Nodes expanded."""
    memory: int | None = None
    """Bytes held by the whole process; by default, three quarters of what it holds and what is
    free when it goes on."""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if (value := getattr(self, name)) is None:
                continue
            kind, words = (Real, "number") if name == "seconds" else (Integral, "whole number")
            is_number = isinstance(value, kind) and not isinstance(value, bool)
            if not is_number:
                raise TypeError(f"the limit on {name} is {value!r}; it must be a {words}")
            if not (0 <= value <= _MOST or value == inf):
                raise ValueError(f"the limit on {name} is {value}; it must be a {words}, 0 or more")

    def with_memory(self) -> "Limits":
        """The same with a limit on memory: the share that is fair, where none was given."""
        return self if self.memory is not None else replace(self, memory=fair_share())


NO_LIMITS = Limits()
"""None but the memory that there is."""

_SECONDS_BETWEEN_MEMORY_LOOKS = 0.02
_SECONDS_BETWEEN_REPORTS = 0.1


class Watch:
    """Keeps time and memory for one stretch of a run and says when to stop."""

    def __init__(
        self,
        limits: Limits,
        seconds_before: float,
        cancelled: Cancelled | None,
        report: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self.peak_memory = 0
        self._limits = limits
        self._cancelled = cancelled
        self._report = report
        self._zero = perf_counter() - seconds_before
        self._next_memory_look = 0.0
        self._next_report = seconds_before + _SECONDS_BETWEEN_REPORTS

    @property
    def seconds(self) -> float:
        """Time spent searching since the run began."""
        return perf_counter() - self._zero

    def look(self, expanded: int) -> Status | None:
        """Why to stop now, or None."""
        limits = self._limits
        seconds = self.seconds
        if seconds >= self._next_report:
            self._next_report = seconds + _SECONDS_BETWEEN_REPORTS
            self._report(seconds)
        if self._cancelled is not None and self._cancelled():
            return Status.CANCELLED
        if limits.nodes is not None and expanded >= limits.nodes:
            return Status.NODE_LIMIT
        if limits.seconds is not None and seconds >= limits.seconds:
            return Status.TIME_LIMIT
        if seconds >= self._next_memory_look:
            self._next_memory_look = seconds + _SECONDS_BETWEEN_MEMORY_LOOKS
            memory = self.look_at_memory()
            if limits.memory is not None and memory >= limits.memory:
                return Status.MEMORY_LIMIT
        return None

    def look_at_memory(self) -> int:
        """The memory held now, remembered if it is the most so far."""
        memory = resident_bytes()
        self.peak_memory = max(self.peak_memory, memory)
        return memory
