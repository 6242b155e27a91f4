"""Run a real server in a process of its own, with a client that follows jobs."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.boards import HARD_CELLS
from tests.support.processes import PATIENCE

SOURCE = Path(__file__).parents[2] / "src"

ENDLESS = {"cells": HARD_CELLS, "algorithm": "ids", "engine": "textbook"}
"""A search that takes longer than any test."""

DOCS = "https://docs.example/"
"""The address of the docs, in the settings of the shared server."""

Event = dict[str, Any]


class Server:
    """A running server. Servers share pattern databases, unless one has its own `cache`."""

    def __init__(self, data: Path, *, cache: Path | None = None, **settings: Any) -> None:
        chosen = {"token": "", "port": 0, **settings}
        variables = {f"SLIDELAB_WEB_{name.upper()}": str(v) for name, v in chosen.items()}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "slidelab", "web", "--no-open"],
            stdout=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": str(SOURCE),
                "SLIDELAB_DATA": str(data),
                "SLIDELAB_CACHE": str(cache or os.environ["SLIDELAB_CACHE"]),
                "SLIDELAB_RECORD": "on",
                **variables,
            },
        )
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        self.address = next((word for word in words if word.startswith("http://")), "")
        assert self.address, "the server did not start"
        self.client = httpx.Client(
            base_url=self.address.partition("?")[0],
            verify=False,  # loading certificates takes longer than most answers
            timeout=PATIENCE,
        )
        if chosen["token"]:
            self.client.get(self.address)  # the answer sets the cookie

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.client.post(path, json=body)

    def health(self) -> dict[str, Any]:
        return self.client.get("/api/health").json()

    def events(self, body: Any, kind: str = "search") -> Iterator[Event]:
        """Run a job and yield its events; closing the iterator leaves it."""
        with (
            httpx.Client(base_url=self.address, timeout=PATIENCE, verify=False) as client,
            client.stream("POST", f"/api/jobs/{kind}", json=body) as response,
        ):
            if response.status_code != 200:
                response.read()
                yield {"event": "error", **response.json()}
                return
            for line in response.iter_lines():
                yield json.loads(line)

    def result(self, body: Any, kind: str = "search") -> Any:
        """Run a job to its end and return its result."""
        last = [*self.events(body, kind)][-1]
        assert last["event"] == "result", last
        return last["result"]

    def problem(self, body: Any, kind: str = "search") -> str:
        """Run a job that fails, and return the reason."""
        last = [*self.events(body, kind)][-1]
        assert last["event"] == "error", last
        return " ".join(last["problems"])

    def kill(self) -> None:
        self.client.close()
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait(timeout=PATIENCE)


@contextmanager
def serving(data: Path, **settings: Any) -> Iterator[Server]:
    server = Server(data, **settings)
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests share, since none changes its settings."""
    settings = {"workers": 2, "film_seconds": 120, "docs": DOCS}
    with serving(tmp_path_factory.mktemp("data"), **settings) as running:
        yield running
