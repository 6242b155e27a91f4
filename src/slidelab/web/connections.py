"""The connections of the server: how many there may be, and how long one may say nothing.

Connections cost the one who opens them nothing, so that somebody may open a thousand and ask for
nothing. Those that are idle give way to those that come, the oldest first.
"""

import logging
from asyncio import AbstractEventLoop, TimerHandle, Transport
from time import monotonic
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from slidelab.web.settings import Settings

LOG = logging.getLogger("slidelab.web")

_KEPT_FOR_OTHERS = 256
"""Descriptors that are not for connections: files, and the pipes of worker processes."""

WAITING_CONNECTIONS = 128
"""Connections that are accepted at once; fewer than are kept for others, so that there is always a
descriptor left to accept one with."""

_SECONDS_BETWEEN_COMPLAINTS = 60.0


def most_connections(wanted: int) -> int:
    """How many connections there can be, as far as this process may open files.

    Where the system allows it to open more than it does at first, that is made use of.
    """
    try:
        import resource
    except ImportError:  # Windows knows no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _KEPT_FOR_OTHERS
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, min(wanted, soft - _KEPT_FOR_OTHERS))
    return wanted


def protocol(settings: Settings, most: int) -> type[H11Protocol]:
    """What Uvicorn makes one of for each connection."""

    class Connection(H11Protocol):
        """HTTP that does not wait for ever, and gives way when it is idle."""

        _timer: TimerHandle | None = None
        since = 0.0
        """When something last came from the other side."""

        def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.since = monotonic()
            self._wait_for_a_request()
            theirs = [c for c in self.connections if _host(c) == _host(self)]
            if not settings.is_local and len(theirs) > settings.visitor_connections:
                _make_room(theirs, self)
            elif len(self.connections) > most:
                _make_room(list(self.connections), self)

        def data_received(self, data: bytes) -> None:
            self.since = monotonic()
            super().data_received(data)
            if self.idle:
                self._wait_for_a_request()
            else:
                self._stop_waiting()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._stop_waiting()

        @property
        def idle(self) -> bool:
            """Whether no request is being answered."""
            return self.cycle is None or self.cycle.response_complete

        def _wait_for_a_request(self) -> None:
            if self._timer is None:
                self._timer = self.loop.call_later(settings.head_seconds, self._give_up)

        def _stop_waiting(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _give_up(self) -> None:
            self._timer = None
            if self.idle:
                self.transport.abort()

    return Connection


def _host(connection: Any) -> str:
    return connection.client[0] if connection.client else ""


def _make_room(connections: list[Any], newest: Any) -> None:
    """End the one that has been idle longest; if none is idle, the one that just came."""
    idle = [c for c in connections if c is not newest and c.idle]
    longest = min(idle, key=lambda c: c.since, default=newest)
    # It counts no longer, even before the system has closed it.
    longest.connections.discard(longest)
    longest.transport.abort()


def complain_seldom(loop: AbstractEventLoop) -> None:
    """Log what goes wrong in the event loop once a minute: attackers must not fill the disk."""
    told: dict[str, float] = {}

    def handle(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
        message = str(context.get("message"))
        if monotonic() >= told.get(message, 0.0):
            told[message] = monotonic() + _SECONDS_BETWEEN_COMPLAINTS
            error = context.get("exception")
            if isinstance(error, OSError):
                LOG.error("%s: %s", message, error)
            else:
                loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
