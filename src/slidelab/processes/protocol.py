"""What a worker process is asked to do, and what it and its owner say to each other."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from slidelab.registry import own_code
from slidelab.search import Limits
from slidelab.system.progress import Cancelled

Reporter = Callable[[Any], None]
"""Reports the progress of a job to its owner."""


class WorkerJob(Protocol):
    """Something to do in a worker process. It is pickled to get there."""

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> Any:
        """What comes of it; whatever it raises is raised where it is waited for.

        At a limit it may return `Paused`. Then it is run again if it is to go on.
        """


@dataclass(frozen=True, slots=True)
class Paused:
    """What a job returns that can go on, with what came of it so far."""

    value: Any


class WorkerDiedError(RuntimeError):
    """The process ended before the job did: it crashed, was killed, or the system ran short."""


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """How a worker process behaves."""

    memory_bytes: int | None = None
    """How much it may hold before the system refuses it more."""
    niceness: int = 0
    """How far it gives way to other processes."""
    resting_bytes: int | None = None
    """A worker that holds more than this after a job ends: a fresh one is there sooner than a large
    heap is taken apart."""
    preload: tuple[str, ...] = ()
    """Modules to import before the first job."""
    seconds_to_stop: float = 3.0
    """How long a job that is asked to stop may take before the process is killed."""
    seconds_a_call: float = field(default_factory=lambda: own_code.SECONDS_A_CALL)
    """How long one call of somebody's own function may take before the process is ended."""
    seconds_without_a_turn: float = 60.0
    """How long a job may keep Python to itself, inside some C function, before that happens too."""


class RunCommand(NamedTuple):
    """Do a job, pickled apart, or go on with the one that paused."""

    job: bytes | None
    limits: Limits


class InterruptCommand(NamedTuple):
    """Ask the job under way to stop."""


class WorkerMessage(NamedTuple):
    """What a worker says. That it is lost is said by its owner's end."""

    kind: Literal["ready", "reported", "finished", "failed", "lost"]
    data: Any = None
