"""Keeping workers busy, and giving a dead worker's batches to others."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait

from slidelab.lab.experiment.batch import Batch, Done, VersionMismatchError
from slidelab.lab.experiment.worker import run_batch
from slidelab.lab.experiment.workers import Workers

BATCHES_A_WORKER = 2
"""One that runs and one that waits, so that no worker is idle between two."""
MOST_DEATHS = 3
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_STOP = 5.0


class WorkersDiedError(RuntimeError):
    """A batch was given up, since every worker that was given it alone died."""


class Dispatcher:
    """Runs batches on workers.

    A batch whose worker died runs again. As long as it is not known which of several batches was
    at fault, these *suspects* run one at a time.
    """

    def __init__(self, next_batch: Callable[[], Batch | None], workers: Workers) -> None:
        self._next_batch = next_batch
        self._workers = workers
        self._executor = workers.executor()
        self._running: dict[Future[Done], Batch] = {}
        self._suspects: deque[Batch] = deque()
        self._alone: Batch | None = None
        self._deaths: Counter[int] = Counter()

    def results(self, stopped: Callable[[], bool]) -> Iterator[list[tuple[Batch, Done]]]:
        """Run all batches and give each with what came of it, as they finish.

        An empty list comes now and then while nothing finishes. When `stopped` says so, the
        batches under way are ended, and what they have is given.

        Raises WorkersDiedError when a batch kills every worker that it is given to, and
        VersionMismatchError when a worker runs another slidelab.
        """
        while not stopped():
            try:
                self._submit()
                if not self._running:
                    return
                yield self._finished()
            except BrokenExecutor:
                self._suspects.extend(self._running.values())
                self._running.clear()
                self._executor = self._workers.executor()
        yield self._last_words()

    def _submit(self) -> None:
        if self._suspects:
            if not self._running:
                self._alone = self._suspects.popleft()
                self._start(self._alone)
            return
        self._alone = None
        while len(self._running) < BATCHES_A_WORKER * self._workers.count:
            batch = self._next_batch()
            if batch is None:
                return
            self._start(batch)

    def _start(self, batch: Batch) -> None:
        try:
            self._running[self._executor.submit(run_batch, batch)] = batch
        except BrokenExecutor:
            self._suspects.append(batch)
            raise

    def _finished(self) -> list[tuple[Batch, Done]]:
        """What is done by now; every batch that lost its worker becomes a suspect."""
        ended, _ = wait(self._running, timeout=SECONDS_BETWEEN_LOOKS, return_when=FIRST_COMPLETED)
        finished = []
        for future in ended:
            batch = self._running.pop(future)
            try:
                finished.append((batch, future.result()))
            except VersionMismatchError:
                raise
            except (Exception, CancelledError) as error:
                self._suspect(batch, error)
        return finished

    def _suspect(self, batch: Batch, error: BaseException) -> None:
        self._suspects.append(batch)
        self._deaths[batch.first] += batch is self._alone
        if self._deaths[batch.first] >= MOST_DEATHS:
            last = batch.first + len(batch) - 1
            raise WorkersDiedError(
                f"the workers that ran cells {batch.first:,} to {last:,} "
                f"({batch.configuration.algorithm}) died {MOST_DEATHS} times ({error}): perhaps "
                "the memory is too small, which a limit on memory would tell"
            ) from error

    def _last_words(self) -> list[tuple[Batch, Done]]:
        """End the batches under way and return what they have."""
        self._workers.stop()
        for future in self._running:
            future.cancel()
        ended, _ = wait(self._running, timeout=SECONDS_TO_STOP)
        return [
            (self._running[future], future.result())
            for future in ended
            if not future.cancelled() and future.exception() is None
        ]
