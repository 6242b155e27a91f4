"""Connections that ask for nothing lock nobody out, and strangers are not let in."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.support.processes import PATIENCE, eventually
from tests.support.server import Server, serving

pytestmark = pytest.mark.xdist_group("connections")

FEW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400)); "


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("connections")
    with serving(folder, workers=1, connections=40, head_seconds=3, token="open sesame") as found:
        yield found


def connect(server: Server) -> socket.socket:
    url = server.client.base_url
    return socket.create_connection((url.host, url.port or 0), timeout=PATIENCE)


def is_closed(connection: socket.socket) -> bool:
    try:
        return connection.recv(1000) == b""
    except ConnectionError:
        return True


@pytest.mark.nightly
def test_idle_connections_give_way(server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(connect(server))
        # On a connection of its own: one that was idle may be the next to give way.
        known = server.client
        newcomer = httpx.Client(
            base_url=known.base_url, headers=known.headers, cookies=known.cookies, timeout=PATIENCE
        )
        assert stack.enter_context(newcomer).get("/api/health").status_code == 200


@pytest.mark.nightly
def test_requests_that_never_come_are_not_waited_for(server: Server) -> None:
    """Nothing comes, only the beginning comes, or a head comes drop by drop; all at once."""
    with connect(server) as silent, connect(server) as begun, connect(server) as dripping:
        begun.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:")
        dripping.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        dripping.settimeout(0.05)
        assert eventually(lambda: is_cut_off_at_the_next_line(dripping))
        assert is_closed(silent)
        assert is_closed(begun)


def is_cut_off_at_the_next_line(connection: socket.socket) -> bool:
    """Send one more line; returns whether the server has closed the connection."""
    try:
        connection.sendall(b"X-Slow: 1\r\n")
        return connection.recv(1000) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_the_word_in_the_address_lets_in_and_nothing_else_does(server: Server) -> None:
    assert server.address.endswith("?token=open%20sesame")
    base = str(server.client.base_url)
    with httpx.Client(base_url=base, verify=False) as stranger:
        for path in ("/", "/api/health", "/static/js/main.js", "/?token=open", "/api/openapi.json"):
            answer = stranger.get(path)
            assert answer.status_code == 401
            assert "address that" in answer.text
        page = stranger.get("/", headers={"Accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, page.headers["content-type"][:9]) == (401, "text/html")
        assert "address that" in page.text
        assert "Save HTML" in page.text
        stranger.cookies.set("slidelab", "open sesame")
        assert stranger.post("/api/check", json={"text": "0"}).status_code == 401
    with httpx.Client(base_url=base, verify=False) as friend:
        first = friend.get("/?token=open%20sesame&lang=en")
        assert (first.status_code, first.headers["location"]) == (303, "/?lang=en")
        assert "HttpOnly" in first.headers["set-cookie"]
        assert friend.get("/").status_code == 200
        assert friend.get("/api/health").json()["ok"]


@pytest.mark.nightly
def test_a_page_for_the_network_has_a_word_of_its_own(tmp_path: Path) -> None:
    with ExitStack() as stack:
        variables = {"SLIDELAB_WEB_HOST": "0.0.0.0", "SLIDELAB_DATA": str(tmp_path)}
        for options, secret in (((), True), (("--no-token",), False)):
            command = [sys.executable, "-m", "slidelab", "web", "--no-open", "--port", "0"]
            process = subprocess.Popen(
                [*command, *options],
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, **variables},
            )
            stack.callback(process.kill)
            assert process.stdout is not None
            assert ("?token=" in process.stdout.readline()) is secret


@pytest.mark.nightly
def test_too_few_descriptors_fill_no_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    start = f"{FEW} from slidelab.cli import main; main()"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", start, "web", "--no-open", "--port", "0", "--no-token"],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "SLIDELAB_DATA": str(tmp_path), "SLIDELAB_WEB_WORKERS": "1"},
        )
        try:
            assert process.stdout is not None
            words = process.stdout.readline().split()
            url = httpx.URL(next(word for word in words if word.startswith("http://")))
            with ExitStack() as stack:
                for _ in range(600):
                    stack.enter_context(
                        socket.create_connection((url.host, url.port), timeout=PATIENCE)
                    )
                assert eventually(
                    lambda: httpx.get(
                        url.join("/api/health"), timeout=PATIENCE, verify=False
                    ).json()["ok"]
                )
        finally:
            process.kill()
            process.wait()
    assert log.stat().st_size < 10_000
