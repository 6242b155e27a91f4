"""Jobs of one kind wait for their turn."""

import asyncio
from contextlib import suppress

from slidelab.processes import IdleWorkers, WorkerOptions
from slidelab.web.jobs import JobRecord, State

_REST_SECONDS = 10.0
"""How long more workers than one rest before they leave: there may soon be as much to do again."""


class Lane:
    """A queue of jobs of one kind, and the processes that do them, so many at once."""

    def __init__(self, places: int, options: WorkerOptions) -> None:
        self.queue: list[JobRecord] = []
        self.workers = IdleWorkers(options)
        self._places = places
        self._running: set[JobRecord] = set()

    def enter(self, record: JobRecord, first: bool = False) -> None:
        """Let a job wait for its turn."""
        record.state = State.QUEUED
        self.queue.insert(0 if first else len(self.queue), record)
        self._admit()

    def leave(self, record: JobRecord) -> None:
        """Make room for the next job."""
        record.turn.clear()
        self._running.discard(record)
        if record in self.queue:
            self.queue.remove(record)
        self._admit()
        if len(self.workers) > 1:
            asyncio.get_running_loop().call_later(_REST_SECONDS, self.keep_one)
        elif not self._running:
            self.keep_one()

    def keep_one(self) -> None:
        """Have one worker ready, so that the first job of all starts at once."""
        with suppress(OSError):  # no process can be started now, which the next job will tell
            self.workers.keep(1)

    def _admit(self) -> None:
        while self.queue and len(self._running) < self._places:
            record = self.queue.pop(0)
            self._running.add(record)
            record.turn.set()
        for place, record in enumerate(self.queue, start=1):
            record.publish_position(place)
