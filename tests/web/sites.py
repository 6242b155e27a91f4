"""A written site, made once per run and handed out by the file server of the standard library."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from slidelab.engines.compiled import warmup
from slidelab.engines.native.code_files import CannotLinkError
from slidelab.engines.native.web_assembly import find_linker
from slidelab.web.site import runtime, writing
from tests.sharing import made_once

BELOW = "course/lab"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        """Say nothing about requests."""


def write(folder: Path) -> None:
    """Write the site below a folder; where something for it is missing, skip the test."""
    try:
        find_linker()
        package = runtime.find_runtime(None)
    except (CannotLinkError, runtime.NoRuntimeError) as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))

    def export(kernels: Path) -> None:
        warmup.export(kernels, lambda doing, fraction: None)

    writing.write_site(folder / BELOW, package, export)


@contextmanager
def serving_site(factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address at which the site is served."""
    folder = made_once(factory, "site", write)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{BELOW}/"
        server.shutdown()
