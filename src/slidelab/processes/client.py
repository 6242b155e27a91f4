"""A worker for a thread that waits: for the command line, for proofs and for experiments."""

from queue import Empty, SimpleQueue
from time import monotonic
from types import TracebackType
from typing import Any

from slidelab.processes.jobs import Cancelled, Job, Report, WorkerDiedError, WorkResult
from slidelab.processes.messages import (
    Failed,
    Finished,
    Lost,
    Ready,
    Reported,
    WorkerMessage,
    WorkerOptions,
)
from slidelab.processes.worker import Worker
from slidelab.search import Limits
from slidelab.search.limits import NO_LIMITS

_SECONDS_BETWEEN_LOOKS = 0.1


class WorkerClient:
    """A worker process whose jobs are waited for. Use it in a `with`, which ends the process.

    `seconds_to_stop` is how long a job that is asked to stop may take before its process is killed.
    """

    def __init__(self, options: WorkerOptions | None = None, seconds_to_stop: float = 2.0) -> None:
        self._messages: SimpleQueue[WorkerMessage] = SimpleQueue()
        self._worker = Worker(lambda _, message: self._messages.put(message), options)
        self._seconds_to_stop = seconds_to_stop
        self._alive = True
        self._ready = False

    def run(
        self,
        job: Job,
        limits: Limits = NO_LIMITS,
        *,
        seconds: float | None = None,
        report: Report = lambda data: None,
        cancelled: Cancelled | None = None,
    ) -> WorkResult:
        """Have a job done, or advanced to a limit.

        After `seconds` by the clock the process is killed. `report` is told of its progress;
        `cancelled` is asked now and then whether to stop.

        Raises what the job raises, WorkerDiedError when the process ends before it, and
        TimeoutError when it was killed because time was up or it did not stop.
        """
        if not self.settle():
            raise WorkerDiedError("its process is gone")
        self._worker.begin(job, limits)
        self._ready = False
        return self._wait(seconds, report, cancelled)

    def resume(
        self,
        limits: Limits = NO_LIMITS,
        *,
        seconds: float | None = None,
        report: Report = lambda data: None,
        cancelled: Cancelled | None = None,
    ) -> WorkResult:
        """Let the job that paused go on; see `run`."""
        self._worker.resume(limits)
        return self._wait(seconds, report, cancelled)

    def settle(self) -> bool:
        """Wait until the worker is ready for another job; False if it is gone instead."""
        while self._alive and not self._ready:
            message = self._messages.get()
            self._ready = isinstance(message, Ready)
            self._alive = not isinstance(message, Lost)
        return self._alive

    def close(self) -> None:
        """End the process."""
        self._alive = False
        self._worker.kill()
        self._worker.join()

    def __enter__(self) -> "WorkerClient":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _wait(
        self, seconds: float | None, report: Report, cancelled: Cancelled | None
    ) -> WorkResult:
        deadline = None if seconds is None else monotonic() + seconds
        late = f"it did not end within {seconds:g} seconds" if seconds is not None else ""
        while True:
            message = self._next_message(waits_for_ever=deadline is None and cancelled is None)
            match message:
                case Finished(result):
                    self._ready = result.paused  # another job may take its place
                    return result
                case Failed():
                    raise message.error
                case Lost(status):
                    self._alive = False
                    raise WorkerDiedError(f"its process ended with status {status}")
                case Reported(data):
                    report(data)
            if cancelled is not None and cancelled():
                self._worker.interrupt()
                cancelled = None
                deadline = monotonic() + self._seconds_to_stop
                late = f"it did not stop within {self._seconds_to_stop:g} seconds"
            if deadline is not None and monotonic() > deadline:
                self.close()
                raise TimeoutError(late)

    def _next_message(self, waits_for_ever: bool) -> WorkerMessage | None:
        try:
            return self._messages.get(timeout=None if waits_for_ever else _SECONDS_BETWEEN_LOOKS)
        except Empty:
            return None


def run_in_process(
    job: Job,
    limits: Limits = NO_LIMITS,
    *,
    seconds: float | None = None,
    report: Report = lambda data: None,
    cancelled: Cancelled | None = None,
    options: WorkerOptions | None = None,
) -> Any:
    """What comes of a job that is done in a process of its own; see `WorkerClient.run`."""
    with WorkerClient(options) as worker:
        result = worker.run(job, limits, seconds=seconds, report=report, cancelled=cancelled)
    return result.value
