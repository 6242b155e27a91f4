"""A search in a process of its own, with the same `advance` as one in this process."""

from collections.abc import Callable
from dataclasses import dataclass

from slidelab.processes.client import WorkerClient
from slidelab.processes.jobs import Cancelled, Report, Work, WorkerDiedError, WorkResult
from slidelab.processes.messages import WorkerOptions
from slidelab.puzzle import Board
from slidelab.registry import OwnCodeError
from slidelab.search import Counters, Limits, Status
from slidelab.search.driver import Progress
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Announce, Result, SearchSpec, Task


@dataclass(frozen=True, slots=True)
class SearchJob:
    """Search for a solution. Counters are reported, and what takes long before the search."""

    start: Board
    goal: Board
    spec: SearchSpec
    force: bool = False

    def begin(self, report: Report) -> Work:
        """Set up the search."""

        def announce(doing: str, fraction: float | None) -> None:
            report((doing, fraction))

        return _Search(Task(self.start, self.goal, self.spec, force=self.force, announce=announce))


class _Search:
    def __init__(self, task: Task) -> None:
        self._task = task

    def advance(self, limits: Limits, report: Report, cancelled: Cancelled) -> WorkResult:
        result = self._task.advance(limits, progress=report, cancelled=cancelled)
        return WorkResult(result, paused=result.status.can_continue)


class ProcessTask:
    """A `Task` whose search runs in a process of its own, or in that of a worker lent to it.

    `close` ends a process of its own, as does leaving a `with`.
    """

    def __init__(
        self,
        start: Board,
        goal: Board,
        spec: SearchSpec,
        *,
        force: bool = False,
        announce: Announce = lambda doing, fraction: None,
        options: WorkerOptions | None = None,
        worker: WorkerClient | None = None,
    ) -> None:
        self.start = start
        self.goal = goal
        self.spec = spec.resolved(start.shape)
        self._job = SearchJob(start, goal, self.spec, force)
        self._announce = announce
        self._is_lent = worker is not None
        self._worker = worker or WorkerClient(options)
        self._counters = Counters()
        self._begun = False

    def advance(
        self,
        limits: Limits = NO_LIMITS,
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Result:
        """Search until an end or a limit; see `Task.advance`.

        Raises OwnCodeError when a person's own code fails, does not return or ends the process.
        """

        def report(news: Counters | tuple[str, float | None]) -> None:
            if isinstance(news, tuple):
                self._announce(*news)
                return
            self._counters = news
            if progress is not None:
                progress(news)

        try:
            if self._begun:
                done = self._worker.resume(limits, report=report, cancelled=cancelled)
            else:
                self._begun = True
                done = self._worker.run(self._job, limits, report=report, cancelled=cancelled)
        except TimeoutError:  # it was cancelled in the middle of a call that did not return
            return self._cancelled()
        except WorkerDiedError as error:
            raise OwnCodeError(f"{self._names()} could not be run to an end: {error}") from None
        result: Result = done.value
        self._counters = result.counters
        return result

    def close(self) -> None:
        """End the process, if it is this search's own."""
        if not self._is_lent:
            self._worker.close()

    def __enter__(self) -> "ProcessTask":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _cancelled(self) -> Result:
        return Result(
            status=Status.CANCELLED,
            start=self.start,
            goal=self.goal,
            spec=self.spec,
            engine="textbook",
            moves=None,
            counters=self._counters,
        )

    def _names(self) -> str:
        return " with ".join(name for name in (self.spec.algorithm, self.spec.heuristic) if name)
