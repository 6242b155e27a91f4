"""Run a real server in a process of its own, with a client that follows searches."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

from tests.support.boards import HARD_CELLS
from tests.support.processes import PATIENCE, descendants, eventually, process_stat

SOURCE = Path(__file__).parents[2] / "src"

ENDLESS = {
    "cells": HARD_CELLS,
    "goal": "blank-first",
    "algorithm": "ids",
    "engine": "textbook",
    "limits": {"seconds": 600},
}

DOCS = "https://docs.example/"
"""Where the docs of the server that tests share are said to be published."""

Event = tuple[int, str, Any]


class Server:
    """A running server. Servers share databases, unless one is to begin with an empty `cache`."""

    def __init__(
        self, data: Path, port: int = 0, cache: Path | None = None, **settings: Any
    ) -> None:
        # A busy test may take its time to follow what it began.
        chosen = {"token": "", "connect_seconds": PATIENCE, **settings}
        variables = {f"SLIDELAB_WEB_{name.upper()}": str(v) for name, v in chosen.items()}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "slidelab", "web", "--no-open", "--port", str(port)],
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
            verify=False,  # to load certificates takes longer than most answers
            headers={"Authorization": f"Bearer {chosen['token']}"} if chosen["token"] else {},
            timeout=PATIENCE,
        )

    def post(self, path: str, body: Any) -> httpx.Response:
        return self.client.post(path, json=body)

    def health(self) -> dict[str, Any]:
        return self.client.get("/api/health").json()

    def start(self, body: Any, path: str = "/api/searches") -> str:
        response = self.post(path, body)
        assert response.status_code == 202, response.text
        return response.json()["id"]

    def follow(self, job: str, last: int | None = None) -> Iterator[Event]:
        """The events of a search; closing the iterator closes the connection."""
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        with (
            httpx.Client(base_url=self.address, timeout=PATIENCE, verify=False) as client,
            client.stream("GET", f"/api/searches/{job}/events", headers=headers) as response,
        ):
            assert response.status_code == 200, response.read()
            fields: dict[str, str] = {}
            for line in response.iter_lines():
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                    continue
                if "event" in fields:
                    yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                fields = {}

    def last_event(self, body: Any, path: str = "/api/searches") -> tuple[str, Any]:
        """How a search ends: `result`, `error` or `paused`, with the data."""
        for _, name, data in self.follow(self.start(body, path)):
            if name in ("result", "error", "paused"):
                return name, data
        raise AssertionError("the stream ended before the search")

    def result(self, body: Any, path: str = "/api/searches") -> Any:
        name, data = self.last_event(body, path)
        assert name == "result", data
        return data

    def film(self, body: Any) -> Any:
        """A film, fetched as soon as it is there."""
        job = self.start(body, "/api/films")
        assert [*self.follow(job)][-1][1:] == ("result", {"status": "done", "id": job})
        return self.client.get(f"/api/films/{job}").json()

    def kill(self) -> None:
        self.client.close()
        with suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait(timeout=PATIENCE)


@contextmanager
def serving(data: Path, **settings: Any) -> Iterator[Server]:
    server = Server(data, **settings)
    try:
        # One process stands ready for searches and one for quick jobs.
        eventually(lambda: server.health()["idle"] >= 2)
        yield server
    finally:
        server.kill()


def kill_searches(server: Server) -> None:
    """Kill the processes for searches, which are the nicest."""
    stats = {pid: process_stat(pid) for pid in descendants(server.process.pid)}
    searching = [pid for pid, fields in stats.items() if fields and int(fields[16]) >= 10]
    assert searching
    for pid in searching:
        os.kill(pid, signal.SIGKILL)


def quiet_port() -> int:
    """A free port that stays free: the system hands out none of these by itself."""
    while True:
        port = random.randrange(10_000, 30_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
