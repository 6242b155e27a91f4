"""A written site, made once per run and handed out by the file server of the standard library."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree

import pytest

from slidelab.engines.native.code_files import CannotLinkError
from slidelab.engines.native.web_assembly import find_linker
from slidelab.web import runtime
from slidelab.web.site import write_site
from tests.support.processes import make_once

BELOW = "course/lab"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        """Say nothing about requests."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing where a browser leaves while it loads."""


def _write(factory: pytest.TempPathFactory, folder: Path) -> None:
    """Write the site below a folder; where something for it is missing, skip the test."""
    try:
        find_linker()
    except CannotLinkError as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))
    write_site(folder / BELOW, find_pyodide(), partial(copy_kernels, factory))


def copy_kernels(factory: pytest.TempPathFactory, folder: Path) -> Path:
    """Fill a folder with the kernels for browsers, which are exported once per run."""
    from slidelab.engines.compiled import warmup

    def export(made: Path) -> None:
        warmup.export(made, lambda doing, fraction: None)

    return Path(copytree(make_once(factory, "kernels", export), folder, dirs_exist_ok=True))


def find_pyodide() -> Path:
    """The folder of Pyodide, fetched into the cache; where it can't be, skip the test."""
    try:
        return runtime.find_runtime(None)
    except runtime.NoRuntimeError as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))


def site_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder that has the site below it."""
    return make_once(factory, "site", partial(_write, factory))


@contextmanager
def serving_site(factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address at which the site is served."""
    folder = site_folder(factory)
    with _Server(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{BELOW}/"
        server.shutdown()
