"""What a worker process and its owner say to each other."""

import pickle
import traceback
from dataclasses import dataclass, field
from typing import Any

from slidelab.processes.jobs import WorkResult
from slidelab.registry import calls
from slidelab.search import Limits


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
    seconds_a_call: float = field(default_factory=lambda: calls.SECONDS_A_CALL)
    """How long one call of somebody's own function may take before the process is ended."""
    seconds_without_a_turn: float = 60.0
    """How long a job may keep Python to itself, inside some C function, before that happens too."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Carry out a job."""

    job: bytes
    """Pickled apart, so that a job that cannot be loaded is told like one that fails."""
    limits: Limits


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with the work that paused."""

    limits: Limits


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Stop the work under way."""


Command = Begin | Resume | Interrupt


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker waits for a job."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What a job reported."""

    data: Any


@dataclass(frozen=True, slots=True)
class Finished:
    """A stretch of work ended or paused."""

    result: WorkResult


@dataclass(frozen=True, slots=True)
class Failed:
    """A job raised an exception."""

    words: str
    traceback: str
    """For whoever has to mend it."""
    pickled: bytes

    @classmethod
    def of(cls, error: Exception) -> "Failed":
        """The message that carries an exception."""
        try:
            pickled = pickle.dumps(error)
        except Exception:  # anything can go wrong in a class that somebody else wrote
            pickled = b""
        words = f"{type(error).__name__}: {error}"
        return cls(words, "".join(traceback.format_exception(error)), pickled)

    @property
    def error(self) -> Exception:
        """The exception, or where it does not travel, a RuntimeError that tells of it."""
        try:
            error = pickle.loads(self.pickled)
        except Exception:
            return RuntimeError(self.words)
        return error if isinstance(error, Exception) else RuntimeError(self.words)


@dataclass(frozen=True, slots=True)
class Lost:
    """The process is gone. Its owner's end says so."""

    status: int
    """The exit status; below zero, the signal that killed it."""


WorkerMessage = Ready | Reported | Finished | Failed | Lost
