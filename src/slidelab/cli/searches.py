"""The searches that commands make. Those with somebody's own code run in a process of their own.

Python cannot end a call that does not return, but a process can be killed.
"""

import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard

from slidelab.heuristics import HEURISTICS
from slidelab.puzzle import Board
from slidelab.registry import OwnCodeError, is_file_name
from slidelab.search import ALGORITHMS, Counters, Limits, Status
from slidelab.search.driver import Progress
from slidelab.solving import Announce, Result, SearchSpec, Task

if TYPE_CHECKING:  # whoever runs no code of their own need not wait for what starts processes
    from slidelab.processes import Cancelled, Report, WorkerClient, WorkResult


class Search(Protocol):
    """What a command can do with a search, wherever it runs."""

    def advance(
        self,
        limits: Limits,
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Result:
        """Search until an end or a limit; see `Task.advance`."""


class Searches:
    """Makes the searches of a command; `announce` is told what takes long before one begins.

    Use it in a `with`, which ends the process of somebody's own code, if there is one.
    """

    def __init__(self, announce: Announce) -> None:
        self._announce = announce
        self._process: WorkerClient | None = None

    def __enter__(self) -> "Searches":
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.close()

    def load(self, algorithms: Iterable[str | None], heuristics: Iterable[str | None]) -> None:
        """Load the files of somebody's own that are asked for.

        Raises OwnCodeError that says what is wrong with one, also that it does not come to an end.
        """
        files = _Files(tuple(filter(_is_file, algorithms)), tuple(filter(_is_file, heuristics)))
        if files.algorithms or files.heuristics:
            _waited_for(lambda: self._worker().run(files))
            # It came to its end there, so it does here. What it prints is no part of a result.
            with redirect_stdout(sys.stderr):
                files.load()

    def search(
        self, start: Board, goal: Board, spec: SearchSpec, force: bool = False, pauses: bool = False
    ) -> Search:
        """A search; one that `pauses` at limits can be advanced more than once."""
        if _is_file(spec.algorithm) or _is_file(spec.heuristic):
            job = _SearchJob(start, goal, spec.resolved(start.shape), force, pauses)
            return _SearchInProcess(self._worker(), job, self._announce)
        return Task(start, goal, spec, force=force, announce=self._announce)

    def _worker(self) -> "WorkerClient":
        if self._process is None:
            from slidelab.processes import WorkerClient

            self._process = WorkerClient()
        return self._process


class _SearchInProcess:
    def __init__(self, worker: "WorkerClient", job: "_SearchJob", announce: Announce) -> None:
        self._worker = worker
        self._job = job
        self._announce = announce
        self._has_begun = False
        self._counters = Counters()

    def advance(
        self,
        limits: Limits,
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Result:
        def report(told: Counters | tuple[str, float | None]) -> None:
            if not isinstance(told, Counters):
                self._announce(*told)
                return
            self._counters = told
            if progress is not None:
                progress(told)

        def advance() -> "WorkResult":
            if self._has_begun:
                return self._worker.resume(limits, report=report, cancelled=cancelled)
            self._has_begun = True
            return self._worker.run(self._job, limits, report=report, cancelled=cancelled)

        try:
            result: Result = _waited_for(advance).value
            return result
        except TimeoutError:  # it was asked to stop, did not, and was killed
            job = self._job
            return Result(
                Status.CANCELLED, job.start, job.goal, job.spec, "textbook", None, self._counters
            )


@dataclass(frozen=True)
class _SearchJob:
    """A search as it travels to another process."""

    start: Board
    goal: Board
    spec: SearchSpec
    force: bool
    pauses: bool

    def begin(self, report: "Report") -> "_SearchWork":
        task = Task(
            self.start,
            self.goal,
            self.spec,
            force=self.force,
            announce=lambda doing, fraction: report((doing, fraction)),
        )
        return _SearchWork(task, self.pauses)


@dataclass(frozen=True)
class _SearchWork:
    task: Task
    pauses: bool

    def advance(self, limits: Limits, report: "Report", cancelled: "Cancelled") -> "WorkResult":
        from slidelab.processes import WorkResult

        result = self.task.advance(limits, progress=report, cancelled=cancelled)
        return WorkResult(result, paused=self.pauses and result.status.can_continue)


@dataclass(frozen=True)
class _Files:
    """Files to load in another process."""

    algorithms: tuple[str, ...]
    heuristics: tuple[str, ...]

    def load(self) -> None:
        for name in self.algorithms:
            ALGORITHMS.get(name)
        for name in self.heuristics:
            HEURISTICS.get(name)

    def begin(self, report: "Report") -> "_Files":
        return self

    def advance(self, limits: Limits, report: "Report", cancelled: "Cancelled") -> "WorkResult":
        from slidelab.processes import WorkResult

        self.load()
        return WorkResult(None)


def _is_file(name: str | None) -> TypeGuard[str]:
    return name is not None and is_file_name(name)


def _waited_for(work: Callable[[], Any]) -> Any:
    from slidelab.processes import WorkerDiedError

    try:
        return work()
    except WorkerDiedError as error:
        raise OwnCodeError(f"your code broke off its process: {error}") from None
