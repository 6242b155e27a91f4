"""Which cells to do next, how many at a time, and how long the rest will take."""

from collections import deque
from collections.abc import Iterable

from slidelab.lab.experiment.batch import Batch
from slidelab.lab.experiment.grid import Grid, Segment

SECONDS_A_BATCH = 1.0
"""Long enough that handing out and noting a batch costs little, short enough that a dead worker
or a stop loses little."""
MOST_IN_A_BATCH = 4096
GROWTH = 4


class _Work:
    """The cells of a segment that are still to be handed out, and how fast they go."""

    def __init__(self, segment: Segment, done: Iterable[range]) -> None:
        self.segment = segment
        self.gaps = _gaps(segment.cells, done)
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

    def __init__(self, grid: Grid, done: Iterable[range], workers: int) -> None:
        in_order = sorted(done, key=lambda cells: cells.start)
        self._grid = grid
        self._workers = workers
        self._work = {segment.first: _Work(segment, in_order) for segment in grid.segments}
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
        """Learn how long so many cells of a batch took."""
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


def _gaps(cells: range, done: Iterable[range]) -> deque[range]:
    """The cells of a range that are not done."""
    gaps: deque[range] = deque()
    at = cells.start
    for block in done:
        if block.stop <= at or block.start >= cells.stop:
            continue
        if block.start > at:
            gaps.append(range(at, block.start))
        at = block.stop
    if at < cells.stop:
        gaps.append(range(at, cells.stop))
    return gaps
