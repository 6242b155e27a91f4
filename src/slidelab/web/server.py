"""Run the application with Uvicorn."""

import errno
import logging
import os
import secrets
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote

import uvicorn

from slidelab.web.app import create_app
from slidelab.web.security import TOKEN
from slidelab.web.settings import Settings

_SECONDS_TO_END = 1
_PORTS_TO_TRY = 20
_LAST_PORT = 65_535


class _Server(uvicorn.Server):
    """Uvicorn that says when it is ready."""

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._on_started()


def run(
    settings: Settings, open_page: bool, say: Callable[[str], None], warmup: bool = False
) -> None:
    """Serve until Ctrl-C, from the first free port on; raises OSError for an unusable address.

    With `warmup`, a process compiles all searches meanwhile.
    """
    token = settings.token
    if token is None:
        token = secrets.token_urlsafe(16) if settings.public else ""
    listening = _bind(settings)
    address = _write_address(settings, listening.getsockname()[1])
    if token:
        address += f"?{TOKEN}={quote(token)}"

    def announce() -> None:
        say(address)
        if open_page:
            # Some browsers only return when they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(
        create_app(settings, token),
        log_level="warning",
        access_log=settings.access_log,
        server_header=False,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    if settings.access_log:
        logging.getLogger("uvicorn.access").setLevel(logging.INFO)
    compiling = _start_warmup() if warmup else None
    try:
        # Uvicorn ends in order on Ctrl-C and then raises it again.
        with listening, suppress(KeyboardInterrupt):
            _Server(config, announce).run(sockets=[listening])
    finally:
        if compiling is not None:
            compiling.terminate()


def _start_warmup() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "slidelab", "warmup"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    host = settings.host.strip("[]")
    last = max(settings.port, min(settings.port + _PORTS_TO_TRY - 1, _LAST_PORT))
    for port in range(settings.port, last + 1):
        # asyncio sends at once only on sockets that say they are TCP; otherwise every response
        # would wait 40 ms for the acknowledgement of its head.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # a new server need not wait for the connections of an old one
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
            listening.listen(128)
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
