"""What a worker process can be asked to do."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from slidelab.search import Limits

Report = Callable[[Any], None]
"""Tells whoever waits for a job how far it is."""

Cancelled = Callable[[], bool]
"""Says whether a job was asked to stop."""


@dataclass(frozen=True, slots=True)
class WorkResult:
    """What came of a stretch of work; `paused` work can be advanced again."""

    value: Any
    paused: bool = False


class Work(Protocol):
    """Something under way in a worker."""

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> WorkResult:
        """Work until the end or a limit. Whatever it raises is raised where it is waited for."""


class Job(Protocol):
    """Something to do in a worker. It is pickled to get there."""

    def begin(self, report: Report) -> Work:
        """Get ready. What takes long before the work proper is told to `report`."""


class SimpleJob(ABC):
    """A job that is done in one go: it never pauses."""

    __slots__ = ()

    def begin(self, report: Report) -> Work:
        """There is nothing to prepare."""
        return self

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> WorkResult:
        """Do it."""
        return WorkResult(self.run(limits, report, cancelled))

    @abstractmethod
    def run(self, limits: Limits, report: Report, cancelled: Cancelled) -> Any:
        """What comes of it."""


class WorkerDiedError(RuntimeError):
    """The process ended before the job did: it crashed, was killed, or the system ran short."""
