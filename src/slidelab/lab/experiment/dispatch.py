"""Keeping workers busy, and giving the batch of a dead worker to another one."""

from collections import Counter, deque
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait

from slidelab.lab.experiment.batch import Batch, Done, VersionMismatchError, run_batch
from slidelab.lab.experiment.executors import BatchExecutor
from slidelab.system.progress import Cancelled

BATCHES_A_WORKER = 2
"""One that runs and one that waits, so that no worker is idle between two."""
MOST_DEATHS = 3
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_TO_STOP = 5.0

Finished = list[tuple[Batch, Done]]


class WorkersDiedError(RuntimeError):
    """A batch was given up, since every worker that was given it died."""


def run_batches(
    next_batch: Callable[[], Batch | None], executor: BatchExecutor, cancelled: Cancelled
) -> Generator[Finished]:
    """Run all batches and give each with what came of it, as they finish.

    An empty list comes now and then while nothing finishes. When `cancelled` says so, the batches
    under way are ended, and what they have is given. They are ended too when this is closed early.

    Raises WorkersDiedError when a batch kills every worker that it is given to, and
    VersionMismatchError when a worker runs another slidelab.
    """
    running: dict[Future[Done], Batch] = {}
    once_more: deque[Batch] = deque()
    deaths: Counter[int] = Counter()
    try:
        while not cancelled():
            while len(running) < BATCHES_A_WORKER * executor.processes:
                batch = once_more.popleft() if once_more else next_batch()
                if batch is None:
                    break
                running[executor.submit(run_batch, batch)] = batch
            if not running:
                return
            ended, _ = wait(running, timeout=SECONDS_BETWEEN_LOOKS, return_when=FIRST_COMPLETED)
            finished: Finished = []
            for future in ended:
                batch = running.pop(future)
                error = CancelledError() if future.cancelled() else future.exception()
                if error is None:
                    finished.append((batch, future.result()))
                    continue
                deaths[batch.first] += 1
                if isinstance(error, VersionMismatchError):
                    raise error
                if deaths[batch.first] == MOST_DEATHS:
                    raise WorkersDiedError(_last_words(batch, error)) from error
                once_more.append(batch)
            yield finished
        yield _stop(running, executor)
    finally:
        if running:
            _stop(running, executor)


def _stop(running: dict[Future[Done], Batch], executor: BatchExecutor) -> Finished:
    """End the batches under way and return what they have."""
    executor.interrupt()
    for future in running:
        future.cancel()
    ended, _ = wait(running, timeout=SECONDS_TO_STOP)
    finished = [
        (batch, future.result())
        for future, batch in running.items()
        if future in ended and not future.cancelled() and future.exception() is None
    ]
    running.clear()
    return finished


def _last_words(batch: Batch, error: BaseException) -> str:
    last = batch.first + len(batch) - 1
    return (
        f"the workers that ran cells {batch.first:,} to {last:,} "
        f"({batch.spec.algorithm}) died {MOST_DEATHS} times ({error}): perhaps the memory "
        "is too small, which a limit on memory would tell"
    )
