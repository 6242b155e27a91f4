"""Paused jobs, kept ready to go on: so many and so long, and no more."""

import asyncio
from collections.abc import Callable

from slidelab.web.jobs import Job


class Kept:
    """The paused jobs, the longest paused first. `give_up` is told of those that must go."""

    def __init__(self, most: int, seconds: float, give_up: Callable[[Job], None]) -> None:
        self._most = most
        self._seconds = seconds
        self._give_up = give_up
        self._timers: dict[Job, asyncio.TimerHandle] = {}

    def __len__(self) -> int:
        return len(self._timers)

    def keep(self, job: Job) -> None:
        """Keep one more; the longest paused gives way where there are too many."""
        loop = asyncio.get_running_loop()
        self._timers[job] = loop.call_later(self._seconds, self._let_go, job)
        while len(self._timers) > self._most:
            self._let_go(next(iter(self._timers)))

    def take(self, job: Job) -> None:
        """Keep it no longer, for it goes on or has ended."""
        if timer := self._timers.pop(job, None):
            timer.cancel()

    def _let_go(self, job: Job) -> None:
        self.take(job)
        self._give_up(job)
