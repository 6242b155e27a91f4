"""Run the application with Uvicorn."""

import errno
import secrets
import socket
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


def run(settings: Settings, open_page: bool, say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C, on the first free port; raises OSError for an unusable address."""
    token = settings.token
    if token is None:
        token = secrets.token_urlsafe(16) if settings.public else ""
    config = uvicorn.Config(
        create_app(settings, token),
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    with _listen(settings.host.strip("[]"), settings.port) as listening:
        address = _write_address(settings.host, listening.getsockname()[1])
        if token:
            address += f"?{TOKEN}={quote(token)}"
        say(address)  # from now on connections wait until they are answered
        if open_page:
            # Some browsers only return when they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        with suppress(KeyboardInterrupt):  # Uvicorn shuts down and raises it again
            uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, first: int) -> socket.socket:
    """Return a socket that listens on the first free of some ports."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(first, first + _PORTS_TO_TRY):
        try:
            listening = socket.create_server((host, port), family=family, backlog=128)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port in (first + _PORTS_TO_TRY - 1, 65_535):
                raise
        else:
            # Otherwise each response waits 40 ms for the acknowledgement of its head.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            break
    return listening


def _write_address(host: str, port: int) -> str:
    name = "localhost" if host in ("0.0.0.0", "::") else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
