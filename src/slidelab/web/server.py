"""Run the application with Uvicorn."""

import errno
import secrets
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from urllib.parse import quote

import uvicorn

from slidelab.web.app import create_app
from slidelab.web.security import TOKEN
from slidelab.web.settings import Settings

_SECONDS_TO_END = 1
_PORTS_TO_TRY = 20


def run(
    settings: Settings, open_page: bool, say: Callable[[str], None], warmup: bool = False
) -> None:
    """Serve until Ctrl-C, on the first free port; raises OSError for an unusable address.

    With `warmup`, a process compiles all searches meanwhile.
    """
    token = settings.token
    if token is None:
        token = secrets.token_urlsafe(16) if settings.public else ""
    config = uvicorn.Config(
        create_app(settings, token),
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )
    with ExitStack() as stack:
        listening = stack.enter_context(_listen(settings.host.strip("[]"), settings.port))
        address = _write_address(settings.host, listening.getsockname()[1])
        if token:
            address += f"?{TOKEN}={quote(token)}"
        say(address)  # from now on connections wait until they are answered
        if open_page:
            # Some browsers only return when they are closed.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        if warmup:
            stack.callback(_start_warmup().terminate)
        stack.enter_context(suppress(KeyboardInterrupt))  # Uvicorn shuts down and raises it again
        uvicorn.Server(config).run(sockets=[listening])


def _start_warmup() -> subprocess.Popen[bytes]:
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "slidelab", "warmup"]
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)


def _listen(host: str, first: int) -> socket.socket:
    """Return a socket that listens on the first free of some ports."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = range(first, min(first + _PORTS_TO_TRY, 65_536))
    for port in ports:
        try:
            listening = socket.create_server((host, port), family=family, backlog=128)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or port == ports[-1]:
                raise
        else:
            # Otherwise each response waits 40 ms for the acknowledgement of its head.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
    raise AssertionError("every port was tried")


def _write_address(host: str, port: int) -> str:
    name = "localhost" if host in ("0.0.0.0", "::") else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
