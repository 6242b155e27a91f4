"""Which cells to do next, and keeping workers busy with them until all are done.

The batch of a dead worker goes to another one.
"""

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait

from slidelab.lab.batch_solve import Batch, BatchResult, VersionMismatchError, run_batch
from slidelab.lab.experiment.executors import BatchExecutor
from slidelab.lab.experiment.grid import Grid, Segment
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS, Cancelled

BATCHES_A_WORKER = 2
"""One that runs and one that waits, so that no worker is idle between two."""
MOST_DEATHS = 3
SECONDS_TO_STOP = 5.0

Finished = list[tuple[Batch, BatchResult]]


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
    running: dict[Future[BatchResult], Batch] = {}
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
                    raise WorkersDiedError(
                        f"the workers that ran cells {batch.first:,} to "
                        f"{batch.first + len(batch) - 1:,} ({batch.spec.algorithm}) died "
                        f"{MOST_DEATHS} times ({error}): perhaps the memory is too small, which a "
                        "limit on memory would tell"
                    ) from error
                once_more.append(batch)
            yield finished
        yield _stop(running, executor)
    finally:
        if running:
            _stop(running, executor)


def _stop(running: dict[Future[BatchResult], Batch], executor: BatchExecutor) -> Finished:
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


SECONDS_A_BATCH = 1.0
"""Long enough that handing out and noting a batch costs little, short enough that a dead worker
or a stop loses little."""
MOST_IN_A_BATCH = 4096
GROWTH = 4


class _Work:
    """The cells of a segment that are still to be handed out, and how fast they go."""

    def __init__(self, segment: Segment, done: Iterable[range]) -> None:
        self.segment = segment
        self.gaps = _find_gaps(segment.cells, done)
        self.left = sum(map(len, self.gaps))
        self.size = 1
        self.seconds_a_cell: float | None = None

    def batch(self, grid: Grid, most: int) -> Batch:
        gap = self.gaps[0]
        taken = gap[: min(self.size, most)]
        if len(taken) == len(gap):
            self.gaps.popleft()
        else:
            self.gaps[0] = gap[len(taken) :]
        boards, first = self.segment.boards, self.segment.first
        states = boards.states[taken.start - first : taken.stop - first]
        return Batch(taken.start, boards.goal, b"".join(states), self.segment.spec, grid.limits)

    def learn(self, cells: int, seconds: float) -> None:
        self.left -= cells
        self.seconds_a_cell = seconds / cells
        fitting = SECONDS_A_BATCH / max(self.seconds_a_cell, 1e-9)
        self.size = max(1, min(int(fitting), self.size * GROWTH, MOST_IN_A_BATCH))


class Schedule:
    """Hands out the cells of a grid that are not done yet.

    Batches begin small and grow until one takes about a second. Every segment gets its first
    batch early, so that the estimate of the time left soon knows them all.
    """

    def __init__(self, grid: Grid, done: Sequence[range], workers: int) -> None:
        self._grid = grid
        self._workers = workers
        self._work = {segment.first: _Work(segment, done) for segment in grid.segments}
        self._started = deque(work for work in self._work.values() if work.gaps)
        self._new = deque(self._started)

    def next(self) -> Batch | None:
        """The next batch, or None when all are handed out."""
        if self._new:
            return self._new.popleft().batch(self._grid, most=1)
        while self._started and not self._started[0].gaps:
            self._started.popleft()
        if not self._started:
            return None
        # Near the end, batches are small enough that every worker has one.
        to_hand_out = sum(len(gap) for work in self._started for gap in work.gaps)
        return self._started[0].batch(self._grid, most=max(1, to_hand_out // (2 * self._workers)))

    def learn(self, batch: Batch, cells: int, seconds: float) -> None:
        """Learn how long a number of cells of a batch took."""
        if cells:
            self._work[self._grid.segment_of(batch.first).first].learn(cells, seconds)

    def seconds_left(self) -> float | None:
        """An estimate of the time that the rest will take; None as long as nothing is known."""
        paces = [w.seconds_a_cell for w in self._work.values() if w.seconds_a_cell is not None]
        if not paces:
            return None
        usual = sum(paces) / len(paces)
        seconds = sum(
            work.left * (usual if work.seconds_a_cell is None else work.seconds_a_cell)
            for work in self._work.values()
        )
        return seconds / self._workers


def _find_gaps(cells: range, done: Iterable[range]) -> deque[range]:
    """The cells of a range that are not in the ranges done, which come in order."""
    inside = [block for block in done if block.start < cells.stop and block.stop > cells.start]
    starts = [cells.start, *(block.stop for block in inside)]
    stops = [*(block.start for block in inside), cells.stop]
    return deque(
        range(start, stop) for start, stop in zip(starts, stops, strict=True) if start < stop
    )
