"""Running the application with Uvicorn, and ending it without keeping anybody waiting."""

import asyncio
import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote

import uvicorn
from fastapi import FastAPI

from slidelab.system.paths import data_folder
from slidelab.web.app import create_app
from slidelab.web.connections import (
    WAITING_CONNECTIONS,
    complain_seldom,
    most_connections,
    protocol,
)
from slidelab.web.settings import Settings
from slidelab.web.token import QUERY, keep_token, machine_is_shared

_SECONDS_TO_END = 3
_PORTS_TO_TRY = 20
_LAST_PORT = 65_535

Say = Callable[[str], None]


def _print_at_once(text: str) -> None:
    print(text, flush=True)


class _Server(uvicorn.Server):
    """Uvicorn that says when it is there, and lets listeners go before it waits for them."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, on_started: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._app = app
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        complain_seldom(asyncio.get_running_loop())
        await super().startup(sockets=sockets)
        if self.started:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the searches, which ends the streams that would otherwise hold this up."""
        await self._app.state.services.jobs.close()
        await super().shutdown(sockets=sockets)


def run(settings: Settings, open_page: bool = False, say: Say = _print_at_once) -> None:
    """Serve until Ctrl-C. A port that is taken gives way to the next free one.

    Raises OSError when the address cannot be used.
    """
    token = settings.token
    if token is None:
        token = keep_token(data_folder()) if machine_is_shared() or not settings.is_local else ""
    listening = _bind(settings)
    address = _address(settings, listening.getsockname()[1])
    if token:
        address += f"?{QUERY}={quote(token)}"

    def started() -> None:
        say(address)
        if open_page:
            # Some browsers only return when they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app = create_app(settings, token)
    most = most_connections(settings.connections)
    config = uvicorn.Config(
        app,
        http=protocol(settings, most),
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
        _Server(config, app, started).run(sockets=[listening])


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


def _address(settings: Settings, port: int) -> str:
    host = "localhost" if settings.host in ("0.0.0.0", "::") else settings.host
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
