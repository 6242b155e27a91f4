"""A search in another process, with the same `advance` as one in this process."""

from collections.abc import Callable

from slidelab.processes.protocol import Paused, Reporter, WorkerDiedError
from slidelab.processes.worker import Worker
from slidelab.puzzle import Board
from slidelab.registry import OwnCodeError
from slidelab.search import Counters, Limits, Status
from slidelab.search.driver import OnCounters
from slidelab.search.limits import NO_LIMITS
from slidelab.solving import Result, Search, SearchSpec
from slidelab.system.progress import Cancelled, Progress, say_nothing


class WorkerSearch:
    """Search for a solution. Counters are reported, and what takes long before the search."""

    def __init__(self, start: Board, goal: Board, spec: SearchSpec, force: bool = False) -> None:
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

    def prepare(
        self, limits: Limits = NO_LIMITS, cancelled: Cancelled | None = None
    ) -> Result | None:
        """Nothing: the worker does it when it is to search."""
        return None

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
            return self._cancelled_result()
        except WorkerDiedError as error:
            names = " with ".join(filter(None, (self.spec.algorithm, self.spec.heuristic)))
            raise OwnCodeError(f"{names} could not be run to an end: {error}") from None
        result: Result = done.value if isinstance(done, Paused) else done
        self._counters = result.counters
        return result

    def _cancelled_result(self) -> Result:
        return Result(
            status=Status.CANCELLED,
            start=self.start,
            goal=self.goal,
            spec=self.spec,
            engine="textbook",
            moves=None,
            counters=self._counters,
        )
