"""What visitors asked for, waiting for its turn, and the log of what became of it as a stream."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from sse_starlette import EventSourceResponse, JSONServerSentEvent
from starlette.types import Receive

from slidelab.processes import Worker, WorkerJob, WorkerOptions, WorkerPool
from slidelab.search import Limits
from slidelab.web.problems import ApiError

_REST_SECONDS = 10.0
"""How long more workers than one rest before they leave: there may soon be as much to do again."""

_RECONNECT_MILLISECONDS = 200
"""A browser that lost the connection comes back before the search is given up."""

_SECONDS_BETWEEN_BEATS = 5
_SECONDS_TO_SAY_GOODBYE = 3
"""When the server ends, so does every job, and listeners are notified."""


State = Enum("State", "QUEUED RUNNING PAUSED STOPPING DONE")
"""Where a job stands."""


class JobEvent(NamedTuple):
    """One event of a job, as it is sent to those who listen."""

    number: int
    name: str
    data: Any


@dataclass(eq=False, slots=True)
class JobRecord:
    """One job of one visitor. Only the `JobManager` changes it."""

    job: WorkerJob
    limits: Limits
    visitor: str
    quick: bool = False
    """Whether it is short, and need not wait behind long ones."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: State = State.QUEUED
    turn: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it may run."""
    task: "asyncio.Task[None]" = field(init=False, repr=False)
    """What sees it from the queue to its end."""
    pause: asyncio.Timeout = field(init=False, repr=False)
    """How long it may stay paused; there is one when it first pauses."""
    worker: Worker | None = None
    """The worker that works on it or keeps its paused work."""
    counters: dict[str, Any] = field(default_factory=dict)
    """What was last known of its progress."""
    problem: ApiError | None = None
    """Why it failed, if it did."""
    file: bytes = b""
    """What came of it where that is too large for an event: it is fetched by itself."""
    listeners: set[asyncio.Event] = field(default_factory=set)
    """Each is set whenever there is news."""
    deadline: asyncio.TimerHandle | None = None
    """When it is stopped if nobody listens then."""
    _log: list[JobEvent] = field(default_factory=list)
    _numbers: int = 0

    @property
    def done(self) -> bool:
        return self.state is State.DONE

    def stopping(self) -> bool:
        return self.state is State.STOPPING

    def cancelled_result(self) -> dict[str, Any]:
        """The result of a job that was stopped before it could say anything itself."""
        return {**self.counters, "status": "cancelled", "cost": None, "moves": None}

    def publish(self, name: str, data: Any) -> None:
        """Add an event to the log and wake those who listen.

        Of each kind of event the last one is enough, so the log stays short however long it runs.
        """
        self._log = [entry for entry in self._log if entry.name != name]
        self._numbers += 1
        self._log.append(JobEvent(self._numbers, name, data))
        for news in self.listeners:
            news.set()

    def publish_position(self, position: int) -> None:
        """Tell the place in the queue, where it has changed; 0 means that the job runs."""
        told = [entry.data["position"] for entry in self._log if entry.name == "queued"]
        if told != [position]:
            self.publish("queued", {"position": position})

    def entries_after(self, number: int) -> list[JobEvent]:
        """The events that somebody who saw this one has missed."""
        return [entry for entry in self._log if entry.number > number]


class JobQueue:
    """A queue of jobs of one kind, and the processes that do them, a limited number at once."""

    def __init__(self, places: int, options: WorkerOptions) -> None:
        self.waiting: list[JobRecord] = []
        self.workers = WorkerPool(options)
        self._places = places
        self._running: set[JobRecord] = set()

    def enter(self, record: JobRecord, first: bool = False) -> None:
        """Let a job wait for its turn."""
        record.state = State.QUEUED
        self.waiting.insert(0 if first else len(self.waiting), record)
        self._admit()

    def leave(self, record: JobRecord) -> None:
        """Make room for the next job."""
        record.turn.clear()
        self._running.discard(record)
        if record in self.waiting:
            self.waiting.remove(record)
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
        while self.waiting and len(self._running) < self._places:
            record = self.waiting.pop(0)
            self._running.add(record)
            record.turn.set()
        for place, record in enumerate(self.waiting, start=1):
            record.publish_position(place)


def stream_events(
    record: JobRecord, last_seen: int, on_leaving: Callable[[], None]
) -> EventSourceResponse:
    """What happens to a job after the event last seen, as server-sent events until it is done."""
    return EventSourceResponse(
        _read_events(record, last_seen, on_leaving),
        sep="\n",
        ping=_SECONDS_BETWEEN_BEATS,
        shutdown_grace_period=_SECONDS_TO_SAY_GOODBYE,
    )


async def _read_events(
    record: JobRecord, last_seen: int, on_leaving: Callable[[], None]
) -> AsyncIterator[JSONServerSentEvent]:
    news = asyncio.Event()
    record.listeners.add(news)
    try:
        while True:
            news.clear()
            for entry in record.entries_after(last_seen):
                last_seen = entry.number
                yield JSONServerSentEvent(
                    entry.data,
                    id=str(entry.number),
                    event=entry.name,
                    retry=_RECONNECT_MILLISECONDS,
                    sep="\n",
                )
            if record.done and not record.entries_after(last_seen):
                return
            await news.wait()
    finally:
        record.listeners.discard(news)
        on_leaving()


async def wait_unless_gone(receive: Receive, answer: asyncio.Task[Any]) -> Any:
    """What a task returns, or None when the client disconnected, which ends the task."""

    async def cancel_when_gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        answer.cancel()

    watching = asyncio.create_task(cancel_when_gone())
    try:
        await asyncio.wait([answer])
        return None if answer.cancelled() else answer.result()
    finally:
        watching.cancel()
