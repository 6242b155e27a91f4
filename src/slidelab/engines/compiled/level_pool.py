"""Threads for a breadth-first search over a whole space, level by level."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any, TypeVar

import numpy as np

from slidelab.engines.compiling import Bytes
from slidelab.system.cores import available_cores
from slidelab.system.progress import SECONDS_BETWEEN_LOOKS

Result = TypeVar("Result")
OnFraction = Callable[[float], object]


class LevelPool:
    """Threads that work on one level after the other, to find a number of nodes in all.

    ``progress`` is called with the fraction done several times a second; what it raises,
    KeyboardInterrupt included, stops all threads within a moment and passes on.
    """

    def __init__(self, total: int, progress: OnFraction | None, workers: int | None) -> None:
        self.threads = ThreadPoolExecutor(workers or available_cores())
        self.stop: Bytes = np.zeros(1, dtype=np.uint8)
        """Not 0 when jobs should end early."""
        self.expected = 0
        """How many nodes this level may find: as many as the last one."""
        self._total, self._progress = total, progress
        self._shown = self._next_report = 0.0

    def run(
        self,
        job: Callable[..., Result],
        arguments: Sequence[tuple[Any, ...]],
        found: int,
        share: tuple[float, float] = (0.0, 1.0),
    ) -> list[Result]:
        """Do the job with all these arguments, this share of the level's work; what comes of it."""
        futures = [self.threads.submit(job, *each) for each in arguments]
        waiting = set(futures)
        try:
            while waiting:
                _, waiting = wait(waiting, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
                done = 1 - len(waiting) / len(futures)
                self._report(found, share[0] + done * (share[1] - share[0]))
        except BaseException:
            self.stop[0] = 1
            for future in futures:
                future.cancel()
            raise
        return [future.result() for future in futures]

    def _report(self, found: int, done: float) -> None:
        if self._progress is not None and time.monotonic() >= self._next_report:
            self._next_report = time.monotonic() + SECONDS_BETWEEN_LOOKS
            ahead = min(self.expected * done, (self._total - found) / 2)
            self._shown = min(1.0, max(self._shown, (found + ahead) / self._total))
            self._progress(self._shown)
