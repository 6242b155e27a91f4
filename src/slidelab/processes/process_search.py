"""A search in another process, with the same `advance` as one in this process.

A `ProcessSearch` runs in a worker. A `ForkedSearch` runs in a copy of this process, so that the
memory it takes is its own alone: the memory that a search gives back stays with its process for a
while, and the next one would seem to need less. A copy has everything loaded already, and takes a
hundredth of a second to make.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from typing import NoReturn

from slidelab.own_code import OwnCodeError
from slidelab.processes.worker import Paused, Reporter, Worker, WorkerDiedError
from slidelab.puzzle import Board
from slidelab.search import Counters, Limits, Status
from slidelab.search.limits import NO_LIMITS
from slidelab.search.run import OnCounters
from slidelab.solving import Result, Search, SearchSpec
from slidelab.system.progress import (
    SECONDS_BETWEEN_LOOKS,
    Cancelled,
    CancelledError,
    Progress,
    say_nothing,
)


class WorkerSearch:
    """Search for a solution. Counters are reported, and what takes long before the search."""

    def __init__(self, start: Board, goal: Board, spec: SearchSpec, force: bool) -> None:
        self._choices = start, goal, spec, force
        self._task: Search | None = None

    def run(self, limits: Limits, report: Reporter, cancelled: Cancelled) -> Result | Paused:
        """Search on; it can go on wherever a `Search` can."""
        if self._task is None:
            start, goal, spec, force = self._choices
            self._task = Search(start, goal, spec, force=force, announce=lambda *news: report(news))
        result = self._task.advance(limits, progress=report, cancelled=cancelled, improved=report)
        return Paused(result) if result.status.can_continue else result


class ProcessSearch:
    """A `Search` whose search runs in a worker process."""

    outlook = None
    """Only its counters are reported."""

    def __init__(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        worker: Worker,
        *,
        force: bool = False,
        announce: Progress = say_nothing,
    ) -> None:
        self.start = start
        self.goal = goal
        self.spec = spec.resolve(start.shape)
        self._to_begin: WorkerSearch | None = WorkerSearch(start, goal, self.spec, force)
        self._worker = worker
        self._announce = announce
        self._counters = Counters()

    def prepare(self, cancelled: Cancelled | None = None) -> None:
        """Do nothing: the worker prepares the search when it begins."""

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        progress: OnCounters | None = None,
        cancelled: Cancelled | None = None,
        improved: Callable[[Result], None] | None = None,
    ) -> Result:
        """Search until an end or a limit; see `Search.advance`.

        Raises OwnCodeError when a person's own code fails, does not return or ends the process.
        """

        def report(news: Counters | Result | tuple[str, float | None]) -> None:
            if isinstance(news, tuple):
                self._announce(*news)
            elif isinstance(news, Result):
                if improved is not None:
                    improved(news)
            else:
                self._counters = news
                if progress is not None:
                    progress(news)

        job, self._to_begin = self._to_begin, None
        try:
            done = self._worker.run(job, limits, report=report, cancelled=cancelled)
        except TimeoutError:  # it was cancelled in the middle of a call that did not return
            asked = self.start, self.goal, self.spec
            return Result(Status.CANCELLED, *asked, "textbook", None, self._counters)
        except WorkerDiedError as error:
            names = self.spec.name
            raise OwnCodeError(f"{names} could not be run to an end: {error}") from None
        result: Result = done.value if isinstance(done, Paused) else done
        self._counters = result.counters
        return result


CAN_FORK = sys.platform == "linux"
"""Elsewhere a process cannot be copied, or not safely."""


class ForkedSearch:
    """A `Search` that is prepared here and searches in a copy of this process, once.

    >>> from slidelab.solving import SearchSpec
    >>> ForkedSearch(Search("125340678", spec=SearchSpec("bfs"))).advance().cost
    3
    """

    def __init__(self, task: Search) -> None:
        self._task = task
        self.prepare = task.prepare

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        progress: OnCounters | None = None,
        cancelled: Cancelled = lambda: False,
    ) -> Result:
        """Search until an end or a limit; see `Search.advance`.

        Raises what the search raises, and MemoryError when the copy was killed.
        """
        with suppress(CancelledError):
            self._task.prepare(cancelled)
        if cancelled():  # a short search would be done before the copy hears of it
            return self._task.advance(limits, cancelled=cancelled)
        here, there = Pipe()
        copy = os.fork()
        if copy == 0:
            here.close()
            self._search_and_leave(there, limits)
        there.close()
        try:
            while True:
                if cancelled():
                    here.send("stop")
                if not here.poll(SECONDS_BETWEEN_LOOKS):
                    continue
                news = here.recv()
                if isinstance(news, Result):
                    return news
                if isinstance(news, Exception):
                    raise news
                if progress is not None:
                    progress(news)
        except (EOFError, OSError):
            # The system kills a process without a word where memory runs out, and hardly elsewhere.
            raise MemoryError(f"{self._task.spec}: the process was killed") from None
        finally:
            here.close()
            os.waitpid(copy, 0)

    def _search_and_leave(self, owner: Connection, limits: Limits) -> NoReturn:
        """What the copy does; it must not go on with what the process was doing."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that was copied hears it
        told_to_stop = False

        def report(counters: Counters) -> None:
            nonlocal told_to_stop
            owner.send(counters)
            told_to_stop = owner.poll()  # to ask at every look would be to search more slowly

        with suppress(BaseException):
            try:
                owner.send(
                    self._task.advance(limits, progress=report, cancelled=lambda: told_to_stop)
                )
            except Exception as error:
                owner.send(error)
        os._exit(0)
