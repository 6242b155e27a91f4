"""A job: something that a visitor asked a worker to do, with the log of what became of it."""

import asyncio
import json
import secrets
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from slidelab.search import Limits
from slidelab.web.orders import Order
from slidelab.web.pool import Worker


class State(Enum):
    """Where a job stands."""

    QUEUED = "queued"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPING = "stopping"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a job, as it is sent to those who listen."""

    number: int
    name: str
    data: Any

    def encode(self) -> bytes:
        """The event as a server-sent event."""
        text = json.dumps(self.data, separators=(",", ":"))
        return f"id: {self.number}\nevent: {self.name}\ndata: {text}\n\n".encode()


@dataclass(eq=False, slots=True)
class Job:
    """One job. Only the `Desk` changes it."""

    order: Order
    limits: Limits
    visitor: str
    quick: bool = False
    """Whether it is short, and need not wait behind long ones."""
    id: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    state: State = State.QUEUED
    worker: Worker | None = None
    """Whoever works on it or keeps its paused work."""
    counters: dict[str, Any] = field(default_factory=dict)
    """What was last known of its progress."""
    position: int | None = None
    """The place in the queue that was last told."""
    listeners: int = 0
    answer: "asyncio.Future[Any] | None" = None
    """For a job that is waited for instead of listened to."""
    _log: list[Entry] = field(default_factory=list)
    _numbers: int = 0
    _news: set[asyncio.Event] = field(default_factory=set)

    @property
    def done(self) -> bool:
        """Whether nothing more will happen."""
        return self.state is State.DONE

    def cancelled_result(self) -> dict[str, Any]:
        """The result of a job that was stopped before it could say anything itself."""
        return {**self.counters, "status": "cancelled", "cost": None, "moves": None}

    def publish(self, name: str, data: Any) -> None:
        """Add an event to the log and wake those who listen.

        Of each kind of event the last one is enough, so the log stays short however long it runs.
        """
        self._log = [entry for entry in self._log if entry.name != name]
        self._numbers += 1
        self._log.append(Entry(self._numbers, name, data))
        for news in self._news:
            news.set()

    def tell_position(self, position: int) -> None:
        """Tell the place in the queue, where it has changed; 0 means that the job runs."""
        if position != self.position:
            self.position = position
            self.publish("queued", {"position": position})

    def entries_after(self, number: int) -> list[Entry]:
        """The events that somebody who saw this one has missed."""
        return [entry for entry in self._log if entry.number > number]

    def subscribe(self) -> asyncio.Event:
        """Something that is set whenever there is news."""
        news = asyncio.Event()
        self._news.add(news)
        self.listeners += 1
        return news

    def unsubscribe(self, news: asyncio.Event) -> None:
        """No longer listen."""
        self._news.discard(news)
        self.listeners -= 1
