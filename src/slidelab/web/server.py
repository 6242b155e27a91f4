"""Running the application with Uvicorn, and ending it without keeping anybody waiting.

Connections cost the one who opens them nothing, so that somebody may open a thousand and ask for
nothing. Those that are idle give way to those that come, the oldest first.
"""

import asyncio
import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from slidelab.system.paths import data_folder
from slidelab.web.app import create_app
from slidelab.web.problems import LOG
from slidelab.web.settings import Settings
from slidelab.web.token import QUERY, keep_token, machine_is_shared

_KEPT_FOR_OTHERS = 256
"""Descriptors that are not for connections: files, and the pipes of worker processes."""

WAITING_CONNECTIONS = 128
"""Connections that are accepted at once; fewer than are kept for others, so that there is always a
descriptor left to accept one with."""

_SECONDS_BETWEEN_COMPLAINTS = 60.0

_SECONDS_TO_END = 3
_PORTS_TO_TRY = 20
_LAST_PORT = 65_535


class _Server(uvicorn.Server):
    """Uvicorn that says when it is there, and lets listeners go before it waits for them."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, on_started: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._app = app
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        complain_seldom(asyncio.get_running_loop())
        await super().startup(sockets=sockets)
        if self.started:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the searches, which ends the streams that would otherwise hold this up."""
        await self._app.state.services.jobs.close()
        await super().shutdown(sockets=sockets)


def run(settings: Settings, open_page: bool, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C, from the first free port on; raises OSError for an unusable address."""
    token = settings.token
    if token is None:
        token = keep_token(data_folder()) if machine_is_shared() or not settings.is_local else ""
    listening = _bind(settings)
    address = _write_address(settings, listening.getsockname()[1])
    if token:
        address += f"?{QUERY}={quote(token)}"

    def announce() -> None:
        say(address)
        if open_page:
            # Some browsers only return when they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app = create_app(settings, token)
    most = allow_connections(settings.connections)
    config = uvicorn.Config(
        app,
        http=make_protocol(settings, most),
        backlog=WAITING_CONNECTIONS,
        log_level="warning",
        access_log=settings.access_log,
        server_header=False,
        limit_concurrency=most + WAITING_CONNECTIONS,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    if settings.access_log:
        logging.getLogger("uvicorn.access").setLevel(logging.INFO)
    # Uvicorn ends in order on Ctrl-C and then raises it again, when all is done.
    with listening, suppress(KeyboardInterrupt):
        _Server(config, app, announce).run(sockets=[listening])


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    host = settings.host.strip("[]")
    last = max(settings.port, min(settings.port + _PORTS_TO_TRY - 1, _LAST_PORT))
    for port in range(settings.port, last + 1):
        # Named in full, for asyncio sends at once only on sockets that say they are TCP; otherwise
        # every answer would wait 40 ms for the acknowledgement of its head.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            # So that a server started anew need not wait for the connections of the old one.
            # Windows needs no such leave, and would take it as one to share a port in use.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # the connections that come in inherit it
            lost = int(settings.lost_seconds * 1000)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, lost)
        try:
            listening.bind((host, port))
            listening.listen(WAITING_CONNECTIONS)
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or port == last:
                raise
        else:
            return listening
    raise AssertionError("every port was tried")


def _write_address(settings: Settings, port: int) -> str:
    host = "localhost" if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def allow_connections(wanted: int) -> int:
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


def make_protocol(settings: Settings, most: int) -> type[H11Protocol]:
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
