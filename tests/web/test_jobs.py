"""A job is one stream: it reports, is left at any time, and takes no process with it."""

import json
import os
import signal
import socket
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from statistics import median

import pytest

from tests.support.boards import EASY_CELLS as EASY
from tests.support.boards import HARD_CELLS as HARD
from tests.support.processes import descendants, eventually, is_alive, process_stat
from tests.support.server import ENDLESS, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finding processes needs /proc")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server with one place for searches."""
    with serving(tmp_path_factory.mktemp("small"), workers=1, memory_bytes=400 << 20) as running:
        yield running


def jobs_of(server):
    """Return the processes of jobs, which are nicer than the server."""
    stats = {pid: process_stat(pid) for pid in descendants(server.process.pid)}
    usual = int(process_stat(server.process.pid)[16])
    return [pid for pid, fields in stats.items() if fields and int(fields[16]) > usual]


def is_free(server):
    return not server.health()["jobs"] and not jobs_of(server)


def test_progress_is_reported_and_leaving_ends_the_process(small):
    events = small.events(ENDLESS)
    counted = (event["counters"]["expanded"] for event in events if event.get("counters"))
    expanded = [*islice(counted, 3)]
    assert expanded == sorted(set(expanded))
    assert len(jobs_of(small)) == 1
    events.close()
    began = time.monotonic()
    eventually(lambda: is_free(small))
    assert time.monotonic() - began < 5


def test_leaving_while_a_process_starts_ends_it_too(tmp_path_factory):
    body = json.dumps(ENDLESS)
    head = "POST /api/jobs/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
    request = f"{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
    with serving(tmp_path_factory.mktemp("t"), workers=1) as server:
        for milliseconds in range(10):
            with socket.create_connection(("127.0.0.1", server.client.base_url.port)) as client:
                client.sendall(request)
                time.sleep(milliseconds / 1000)
        assert server.result({"cells": EASY})["cost"] == 3
        eventually(lambda: is_free(server))


def test_searches_wait_for_a_place_and_answers_do_not(small):
    first = small.events(ENDLESS)
    next(first)
    second = small.events({"cells": EASY})
    assert next(second) == {"event": "queued", "position": 1}
    assert small.health() == {"ok": True, "jobs": 2}
    assert small.post("/api/scramble", {"distance": 3}).is_success
    assert small.post("/api/check", {"text": "125340678"}).is_success
    first.close()
    assert [*second][-1]["result"]["cost"] == 3
    eventually(lambda: is_free(small))


def test_a_process_that_is_killed_is_reported(small):
    events = small.events(ENDLESS)
    next(events)
    for pid in jobs_of(small):
        os.kill(pid, signal.SIGKILL)
    assert [*events][-1]["event"] == "error"
    assert small.result({"cells": EASY})["cost"] == 3


@pytest.mark.nightly
def test_memory_and_time_are_limited(small):
    body = {"cells": HARD, "algorithm": "bfs", "engine": "textbook"}
    assert small.result(body)["status"] == "memory-limit"
    assert small.result({**ENDLESS, "seconds": 0.2})["status"] == "time-limit"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_ends_in_the_middle_of_a_search(tmp_path, number):
    with serving(tmp_path, workers=1) as server:
        events = server.events(ENDLESS)
        next(events)
        (job,) = jobs_of(server)
        server.process.send_signal(number)
        assert server.process.wait(timeout=60) in (0, -number)
        eventually(lambda: not is_alive(job))


@pytest.mark.nightly
def test_a_hundred_clients_of_whom_thirty_leave_and_light_requests_go_on(tmp_path):
    def visit(number):
        events = server.events({**ENDLESS, "seconds": 2})
        next(events)
        if number < 30:
            events.close()
            return None
        return [*events][-1]["result"]["status"]

    with serving(tmp_path, workers=2, seconds=2) as server, ThreadPoolExecutor(100) as threads:
        visits = threads.map(visit, range(100))
        seconds = []
        for _ in range(100):
            began = time.monotonic()
            assert server.post("/api/check", {"text": "125340678"}).is_success
            seconds.append(time.monotonic() - began)
            time.sleep(0.1)
        found = list(visits)
        eventually(lambda: is_free(server))
    assert median(seconds) < 0.5
    assert found.count(None) == 30
    assert set(found) - {None} == {"time-limit"}
