"""A written site, made once per run and handed out by the file server of the standard library."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from slidelab.web import runtime
from slidelab.web.site import write_site
from tests.support.processes import make_once

BELOW = "course/lab"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        """Log nothing."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore browsers that leave while they load."""


def find_pyodide() -> Path:
    """Return the folder of Pyodide, fetched into the cache; where it can't be, skip the test."""
    try:
        return runtime.find_runtime(None)
    except runtime.NoRuntimeError as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))


def site_folder(factory: pytest.TempPathFactory) -> Path:
    """Return the folder that has the site below it."""
    return make_once(factory, "site", lambda folder: write_site(folder / BELOW, find_pyodide()))


@contextmanager
def serving_site(factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site and return its address."""
    folder = site_folder(factory)
    with _Server(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{BELOW}/"
        server.shutdown()
