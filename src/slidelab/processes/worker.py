"""A worker process as its owner sees it, and what the two say to each other."""

import pickle
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol

from slidelab.search import Limits
from slidelab.search.limits import NO_LIMITS
from slidelab.system.piped_process import PipedProcess
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS, Cancelled

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
    seconds_a_call: float = 5.0
    """How long one call of somebody's own function may take before the process is ended."""
    seconds_without_a_turn: float = 60.0
    """How long a job may keep Python to itself, inside some C function, before that happens too."""


class RunCommand(NamedTuple):
    """Do a job, pickled apart, or go on with the one that paused; None asks it to stop."""

    job: bytes | None
    limits: Limits


class WorkerMessage(NamedTuple):
    """What a worker says. That it is lost is said by its owner's end."""

    kind: Literal["ready", "reported", "finished", "failed", "lost"]
    data: Any = None


class RemoteTraceback(Exception):  # noqa: N818 (it is only shown)
    """Where in the worker process an exception came from."""


class Worker(AbstractContextManager["Worker"]):
    """One process that does jobs, one at a time. Use it in a `with`, which ends the process.

    Raises OSError when the system starts no more processes.
    """

    def __init__(self, options: WorkerOptions | None = None) -> None:
        self._options = options or WorkerOptions()
        self._process = PipedProcess("slidelab.processes")
        self._messages: SimpleQueue[WorkerMessage] = SimpleQueue()
        self.alive = True
        """Whether the process is there, as far as is known."""
        self.on_death: Callable[[], object] = lambda: None
        """Called in another thread when the process has ended, even if no job is running."""
        self._ready = False
        self._send(self._options)
        threading.Thread(target=self._listen, name="slidelab-worker", daemon=True).start()

    def run(
        self,
        job: WorkerJob | None,
        limits: Limits = NO_LIMITS,
        *,
        seconds: float | None = None,
        report: Reporter = lambda data: None,
        cancelled: Cancelled | None = None,
    ) -> Any:
        """What comes of a job; `Paused` if it stopped at a limit, and None lets it go on then.

        After `seconds` of elapsed time the process is killed. `report` receives the progress;
        `cancelled` is asked now and then whether to stop.

        Raises what the job raises, WorkerDiedError when the process ends before it, and
        TimeoutError when it was killed because time was up or it did not stop.
        """
        if job is not None and not self.settle():
            raise WorkerDiedError("its process is gone")
        self._send(RunCommand(None if job is None else pickle.dumps(job), limits))
        self._ready = False
        return self._wait(seconds, report, cancelled)

    def interrupt(self) -> None:
        """Ask the job under way to stop; another thread than the one that waits may do so."""
        self._send(None)

    def settle(self) -> bool:
        """Wait until the worker is ready for a job; False if it is gone instead."""
        while self.alive and not self._ready:
            message = self._messages.get()
            self._ready = message.kind == "ready"
            self.alive = message.kind != "lost"
        return self.alive

    def kill(self) -> None:
        """End the process at once, whatever it does; any thread may do so."""
        self._process.kill()

    def close(self) -> None:
        """End the process and wait until it is gone."""
        self.alive = False
        self._process.kill()
        self._process.wait()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait(self, seconds: float | None, report: Reporter, cancelled: Cancelled | None) -> Any:
        deadline = None if seconds is None else monotonic() + seconds
        late = f"it did not end within {seconds} seconds"
        while True:
            looks = deadline is not None or cancelled is not None
            kind: str = ""
            data: Any = None
            with suppress(Empty):
                kind, data = self._messages.get(timeout=SECONDS_BETWEEN_LOOKS if looks else None)
            if kind == "finished":
                self._ready = isinstance(data, Paused)  # another job may take its place
                return data
            if kind == "failed":
                raise _restore_error(*data)
            if kind == "lost":
                self.alive = False
                raise WorkerDiedError(f"its process ended with status {data}")
            if kind == "reported":
                report(data)
            if cancelled is not None and cancelled():
                self.interrupt()
                cancelled = None
                deadline = monotonic() + self._options.seconds_to_stop
                late = f"it did not stop within {self._options.seconds_to_stop} seconds"
            if deadline is not None and monotonic() > deadline:
                self.close()
                raise TimeoutError(late)

    def _send(self, message: object) -> None:
        # A worker that is gone is noticed by the listening thread.
        with suppress(OSError, ValueError):
            self._process.send(message)

    def _listen(self) -> None:
        try:
            while True:
                self._messages.put(self._process.receive())
        except EOFError:
            pass
        finally:
            self._process.kill()
            self._messages.put(WorkerMessage("lost", self._process.wait()))
            self._process.close()
            self.alive = False
            self.on_death()


def _restore_error(pickled: bytes, words: str, traceback: str) -> Exception:
    """The exception that a job raised, or where it does not travel, one that tells of it."""
    try:
        error: Exception = pickle.loads(pickled)
    except Exception:
        error = RuntimeError(words)
    error.__cause__ = RemoteTraceback(f"\n{traceback}")
    return error
